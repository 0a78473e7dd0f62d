// A body that is being changed: its parts as bytes, so that what nobody touches stays as it is. A new section
// goes to its place in the written order, behind a blank line.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "memory/tree/sections.h"

namespace memory {

class BodyText {
 public:
  // `body` ends with a line break unless it is empty.
  BodyText(std::string_view body, std::string_view line_end);

  const std::string& line_end() const { return line_end_; }

  // The bytes of the section, nullptr where there is none.
  std::string* section(SectionName name);
  // Takes the section out where nothing but its heading is left.
  void drop_if_empty(SectionName name);
  void remove_section(SectionName name);
  void add_section(SectionName name, std::string_view text);  // lines joined by "\n"

  // The free text; set to nothing it goes.
  void set_body(const std::string& before, const std::string& after);

  void add_snippet(std::string_view text);
  void remove_snippets(const std::unordered_set<std::string>& texts);

  std::string result() const;

 private:
  struct Segment {
    PartKind kind = PartKind::kBody;
    SectionName section = SectionName::kReason;
    std::string text;
  };
  static bool is_snippet(const Segment& segment) { return segment.kind == PartKind::kSnippet; }
  std::vector<Segment>::iterator find(SectionName name);
  void insert(std::size_t index, Segment segment);
  void end_with_blank_line(std::string& text) const;

  std::string line_end_;
  std::vector<Segment> segments_;
};

}  // namespace memory
