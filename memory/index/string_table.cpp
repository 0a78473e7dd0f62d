#include "memory/index/string_table.h"

#include "memory/store/checksum.h"

namespace memory {

std::uint32_t StringTable::hash(std::string_view text) { return static_cast<std::uint32_t>(checksum_of(text)); }

// The slot that holds `text`, or the free one where it belongs. The table is never full.
std::size_t StringTable::slot_of(std::string_view text, std::uint32_t hash) const {
  const auto slots = slots_.view();
  const auto hashes = hashes_.view();
  const std::size_t mask = slots.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const std::uint32_t entry = slots[slot];
    if (entry == 0 || (hashes[entry - 1] == hash && this->text(entry - 1) == text)) return slot;
  }
}

std::optional<std::uint32_t> StringTable::find(std::string_view text) const {
  const std::uint32_t entry = slots_[slot_of(text, hash(text))];
  return entry == 0 ? std::nullopt : std::optional(entry - 1);
}

std::uint32_t StringTable::add(std::string_view text) {
  const std::uint32_t code = hash(text);
  std::size_t slot = slot_of(text, code);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  if ((hashes_.size() + 1) * 4 > slots_.size() * 3) {
    grow();
    slot = slot_of(text, code);
  }
  pool_.own().insert(pool_.own().end(), text.begin(), text.end());
  ends_.own().push_back(static_cast<std::uint32_t>(pool_.size()));
  hashes_.own().push_back(code);
  slots_.own()[slot] = size();
  return size() - 1;
}

void StringTable::grow() {
  std::vector<std::uint32_t>& slots = slots_.own();
  slots.assign(slots.size() * 2, 0);
  const std::size_t mask = slots.size() - 1;
  for (std::uint32_t id = 0; id < hashes_.size(); ++id) {
    std::size_t slot = hashes_[id] & mask;
    while (slots[slot] != 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }
}

std::size_t StringTable::memory_bytes() const {
  return pool_.memory_bytes() + ends_.memory_bytes() + hashes_.memory_bytes() + slots_.memory_bytes();
}

void StringTable::shrink_to_fit() {
  pool_.own().shrink_to_fit();
  ends_.own().shrink_to_fit();
  hashes_.own().shrink_to_fit();
}

}  // namespace memory
