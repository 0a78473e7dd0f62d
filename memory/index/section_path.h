// Under which headings does a line stand? Followed from line to line, as a reader would. A value.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/index/body_lines.h"
#include "memory/index/passages.h"

namespace memory {

class SectionPath {
 public:
  // The heading paths seen so far, "Narrative > Rules"; the first is empty.
  std::vector<std::string>& sections() { return sections_; }
  std::size_t section() const { return section_; }  // where the line stands, in sections()
  bool in_facts() const { return in_facts_; }       // in the section that holds facts

  void enter(const BodyLine& heading);
  // A turn of a dialogue begins. Headings inside the messages of a user and an assistant end with the message;
  // between people they are the session's.
  void start_turn(Role role);

 private:
  using Headings = std::vector<std::pair<int, std::string>>;  // level, text

  std::vector<std::string> sections_ = {std::string()};
  Headings path_;
  std::size_t section_ = 0;
  bool in_facts_ = false;
  bool in_dialogue_ = false;
  std::pair<Headings, std::size_t> outer_;  // where the dialogue started
};

}  // namespace memory
