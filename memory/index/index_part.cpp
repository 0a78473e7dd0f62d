#include "memory/index/index_part.h"

namespace memory {

void IndexStatistics::add(const IndexedEntry& entry) {
  ++entries;
  passages += entry.passages;
  words += entry.words;
  ++languages[static_cast<std::size_t>(entry.language)];
}

void IndexStatistics::remove(const IndexedEntry& entry) {
  --entries;
  passages -= entry.passages;
  words -= entry.words;
  --languages[static_cast<std::size_t>(entry.language)];
}

std::uint32_t letter_mask(std::string_view text) {
  std::uint32_t mask = 0;
  for (const char c : text) mask |= 1U << (static_cast<unsigned char>(c) & 31U);
  return mask;
}

std::size_t IndexPart::memory_bytes() const {
  std::size_t bytes = stored_.capacity() * sizeof(EntryPtr);
  for_each_column(*this, [&](const auto& column) { bytes += column.memory_bytes(); });
  return bytes;
}

}  // namespace memory
