// Where is the frontmatter of a file, which keys has it, and which bytes are theirs? Plain lines are read here, all
// else by yaml-cpp, every scalar as the text it is (`yes`, `1e3`, `2026-11-30` stay strings); nothing is ever written
// by it. Refused, with the line: duplicate keys, anchors, aliases, tags, more than one document. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/tree/entry_codec.h"

namespace memory {

// A block that is longer is not frontmatter that anyone wrote.
inline constexpr std::size_t kMaxFrontMatterBytes = std::size_t{256} * 1024;

struct FrontMatterItem {
  std::string text;
  std::size_t begin = 0;  // byte offset in the file of the scalar's first byte, its quote where it has one
  bool scalar = true;     // false: a list or map, whose text is unknown
};

enum class FrontMatterKind { kAbsent, kScalar, kList, kMap };

struct FrontMatterKey {
  std::string name;
  FrontMatterKind kind = FrontMatterKind::kAbsent;
  std::string text;                    // kScalar
  std::vector<FrontMatterItem> items;  // kList
  bool flow = false;                   // kList, kMap: written in brackets
  std::size_t begin = 0;               // byte offset of the first of its lines
  std::size_t end = 0;                 // behind the last line of its value; comments that follow are not its
  std::size_t value = 0;               // of the value's first byte; equal to `end` where it is absent
  int line = 0;                        // 1-based line of the file
};

struct FrontMatter {
  bool present = false;
  std::size_t begin = 0;   // behind a BOM: the opening line
  std::size_t keys = 0;    // behind the opening line
  std::size_t close = 0;   // the closing line
  std::size_t end = 0;     // behind the closing line; `begin` where there is none
  std::size_t indent = 0;  // blanks before every key
  std::vector<FrontMatterKey> items;
  std::optional<ParseProblem> problem;
};

// `present` is false where the file has none or has a `problem`; then `end` is `begin`.
FrontMatter read_front_matter(std::string_view bytes);

// Behind the flow scalar (an item in brackets) that starts at `begin`: behind its closing quote, or where a plain
// one ends on its line. None where a quote is never closed.
std::optional<std::size_t> scalar_end(std::string_view text, std::size_t begin);

// A key by its canonical name ("createdAt"), under any of the spellings that are read for it (tree.md §3).
const FrontMatterKey* find_key(const FrontMatter& front, std::string_view canonical);

// "createdAt" of "created_at"; empty for a key the program does not know.
std::string_view canonical_key(std::string_view name);

// Text items of a list, or the parts of a comma string; for `questions`, which hold commas, the whole string.
std::vector<std::string> list_of(const FrontMatterKey& key);

}  // namespace memory
