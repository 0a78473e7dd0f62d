// Where do the words of a text stand? A chunk is what a reader sees as one word: letters and digits with the
// connectors between them (`mcp_wiring_test`, `user@example.com`, `v1.2.3-rc1`), with the signs that belong to
// a name (`C++`, `C#`, `.NET`, `-rf`); or a run of one script that is written without spaces. Chunks come in
// order, in one pass over the bytes; invalid UTF-8 separates. Pure functions.
#pragma once

#include <cstddef>
#include <string_view>

#include "memory/index/characters.h"

namespace memory {

struct Chunk {
  std::string_view text;        // of the text given
  Script run = Script::kOther;  // a run of this script, where it is written without spaces
};

// Longer chunks are cut: no line makes a term without bounds.
inline constexpr std::size_t kMaxChunkBytes = 96;

class ChunkReader {
 public:
  explicit ChunkReader(std::string_view text) : text_(text) {}
  bool next(Chunk& chunk);  // false at the end

 private:
  bool starts_word(std::size_t at) const;
  std::size_t word_end(std::size_t begin) const;
  std::size_t connector_end(std::size_t at) const;
  std::size_t run_end(std::size_t begin, Script script) const;

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace memory
