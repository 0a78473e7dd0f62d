// What kind of answer does a question ask for, beside the words it names? Read from its function words, which
// carry no weight as terms. Pure functions.
#pragma once

#include <string_view>

namespace memory {

struct QuestionKind {
  bool asks_time = false;       // "when", "what date", "how long ago"
  bool asks_number = false;     // "how many", "how much"
  bool asks_assistant = false;  // what the assistant said: "what did you recommend"
};

QuestionKind question_kind(std::string_view question);

}  // namespace memory
