// What of the content that an agent gives is stored, and how does it unite with what is there? Given text is
// brought into the form that comes back from the file: parse_entry(write_new_entry(c)).content is
// normal_content(c).content. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memory/error.h"
#include "memory/tree/entry.h"
#include "memory/tree/section_reader.h"

namespace memory {

struct NormalContent {
  EntryContent content;
  std::optional<std::string> reason;                       // a Reason section inside a given body
  std::unordered_map<std::string, std::string> languages;  // of snippets that were given with their own fence
  std::vector<LooseText> loose;                            // lines of sections inside a given body that are no field
};

// - Line breaks are "\n"; blank lines at the start and blanks at the end of a text go; a fence or an HTML block
//   left open is closed.
// - Known sections inside `body` become the fields they are, their other lines stay theirs; the rest stays body.
// - List items, facts, relations, patterns and titles are one line, trimmed, without repetition; empty ones go.
// - A relation's target is without "@", brackets and ".md"; relations stand together by target.
NormalContent normal_content(const EntryContent& given);

// The same with such lines of sections added to the body: for a file that they cannot stand in as they are.
NormalContent normal_content_without_loose(const EntryContent& given);

// The text of a reason, normal as `body` is, without taking sections out of it; empty where it is blank.
std::string normal_reason(std::string_view reason);

// A snippet without the fence it may be given in.
std::string normal_snippet(std::string_view snippet);

// kInvalidArgument, with the field, where a text is not valid UTF-8 or the title is blank.
Result<> check_content(std::string_view title, const EntryContent& content);

// Whether nothing at all would be stored.
bool is_empty(const EntryContent& content);

// NFKC with full case folding, trimmed, every run of blanks one space: texts that are equal so say the same.
std::string folded_text(std::string_view text);

// A list with the items of another that it lacks, compared by folded text.
void unite(std::vector<std::string>& list, const std::vector<std::string>& more);

}  // namespace memory
