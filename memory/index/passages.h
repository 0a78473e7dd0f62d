// Into which pieces is a body cut for ranking and answers? A passage is a run of whole lines with a known
// heading path: about 60 words of prose or list, one turn of a dialogue, one code block or table. Turns and
// list items are never cut in the middle unless they are longer than a passage may be; then at line ends, and
// inside a long line at sentence ends (design: retrieval.md §1). Together the passages cover every line that is
// not blank, in order. Pure functions, linear in the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memory {

enum class Role : std::uint8_t { kNone, kUser, kAssistant, kNamed };  // who speaks in a turn

struct Passage {
  std::uint32_t begin = 0;       // byte offsets in the file
  std::uint32_t end = 0;         // without the last line's ending
  std::uint32_t first_line = 0;  // 1-based in the file
  std::uint32_t last_line = 0;   // inclusive
  std::uint16_t section = 0;     // index in PassageMap::sections; 0 is the text before any heading
  std::uint16_t speaker = 0;     // index in PassageMap::speakers; 0 is nobody
  std::uint16_t turn = 0;        // counts turns of the dialogue (modulo 65536); pieces of one turn share it
  Role role = Role::kNone;
  bool superseded = false;  // a fact that names what superseded it
  bool partial = false;     // begins or ends inside a line
};

struct PassageMap {
  std::vector<Passage> passages;
  std::vector<std::string> sections;  // heading paths, "Narrative > Rules"; the first is empty
  std::vector<std::string> speakers;  // names as written; the first is empty
};

// `bytes`: the file; the body starts at `offset`, which is on line `line`.
PassageMap split_passages(std::string_view bytes, std::size_t offset, int line);

// Its `sections` alone, for less work.
std::vector<std::string> split_sections(std::string_view bytes, std::size_t offset);

}  // namespace memory
