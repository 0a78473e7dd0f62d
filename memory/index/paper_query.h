// What does a query ask the paper profile's index for? As MiniSearch 7 has it with the paper's options, every word
// finds its own term, the terms it begins (weight 0.375) and those spelled nearly like it (0.45, distance up to 0.2
// of its length and 6 at most); longer and farther terms weigh less. Thread-safe on an immutable index.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/index/paper_index.h"

namespace memory {

// A term that a word of the query finds.
struct PaperMatch {
  std::array<std::optional<std::uint32_t>, 2> terms;  // in each part
  double weight = 1;
  bool exact = false;
};

struct PaperWord {
  std::string text;                 // in lower case
  double times = 1;                 // how often the query says it
  bool known = false;               // a document holds it in its own spelling
  std::vector<PaperMatch> matches;  // each is in some document
};

struct PaperQuery {
  std::vector<PaperWord> words;  // each once, in order
};

// Looks at the first 16 KiB of the text and at no more than 256 different words. A query that asks for more work
// than people's questions do finds the spellings of its later words alone.
PaperQuery make_paper_query(const PaperIndex& index, std::string_view text);

// The text of a match, for people to read.
std::string paper_match_text(const PaperIndex& index, const PaperMatch& match);

}  // namespace memory
