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

std::string IndexPart::spelling(std::uint32_t term) const {
  const std::string_view text = vocabulary_.text(term);
  const std::uint32_t begin = spelling_ends_[term];
  const std::uint32_t end = spelling_ends_[term + 1];
  if (begin == end) return std::string(text);
  const auto shared = static_cast<std::size_t>(static_cast<unsigned char>(spellings_[begin]));
  return std::string(text.substr(0, shared)).append(spellings_, begin + 1, end - begin - 1);
}

std::size_t IndexPart::memory_bytes() const {
  return entries_.capacity() * sizeof(IndexedEntry) + passages_.capacity() * sizeof(IndexedPassage) +
         vocabulary_.memory_bytes() + speakers_.memory_bytes() + offsets_.capacity() * sizeof(std::uint64_t) +
         pool_.capacity() + spelling_ends_.capacity() * sizeof(std::uint32_t) + spellings_.capacity();
}

}  // namespace memory
