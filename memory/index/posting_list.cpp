#include "memory/index/posting_list.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace memory {
namespace {

void put(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<std::uint8_t>(value | 0x80U));
    value >>= 7U;
  }
  bytes.push_back(static_cast<std::uint8_t>(value));
}

void put_fixed(std::vector<std::uint8_t>& bytes, std::uint32_t value) {
  std::uint8_t raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.insert(bytes.end(), std::begin(raw), std::end(raw));
}

const std::uint8_t* skip_units(const std::uint8_t* at) {
  for (bool more_units = true; more_units;) {
    more_units = (read_number(at) & 1U) != 0;
    while ((read_number(at) & 1U) != 0) {
    }
  }
  return at;
}

}  // namespace

void PostingWriter::add_entry(const EntryPosting& posting) {
  assert(static_cast<std::int64_t>(posting.entry) > last_);
  if (size_ > 0 && size_ % kBlock == 0) {
    skips_.push_back(static_cast<std::uint32_t>(last_));
    skips_.push_back(static_cast<std::uint32_t>(entries_.size()));
    skips_.push_back(static_cast<std::uint32_t>(details_.size()));
  }
  const auto gap = static_cast<std::uint64_t>(static_cast<std::int64_t>(posting.entry) - last_ - 1);
  const bool once = posting.fields == 0 && posting.units == 1 && posting.count == 1;
  const std::uint32_t kind = posting.fields != 0 ? PostingList::kHead : once ? PostingList::kOnce : PostingList::kBody;
  put(entries_, gap << 2U | kind);
  if (kind == PostingList::kHead) entries_.push_back(posting.fields);
  if (kind != PostingList::kOnce) {
    put(entries_, posting.units);
    put(entries_, posting.count);
  }
  last_ = posting.entry;
  ++size_;
  units_ += posting.units + (posting.fields != 0 ? 1 : 0);
}

void PostingWriter::add(std::uint32_t entry, std::uint8_t fields, std::span<const Occurrence> occurrences) {
  EntryPosting posting{entry, fields, 0, 0};
  std::uint32_t counted_unit = 0;
  for (const Occurrence& occurrence : occurrences) {
    if (occurrence.unit == 0 || occurrence.position == 0) continue;
    ++posting.count;
    if (occurrence.unit != counted_unit) ++posting.units;
    counted_unit = occurrence.unit;
  }
  add_entry(posting);
  std::int64_t last_unit = -1;
  for (std::size_t i = 0; i < occurrences.size();) {
    const std::uint32_t unit = occurrences[i].unit;
    std::size_t end = i;
    while (end < occurrences.size() && occurrences[end].unit == unit) ++end;
    const auto gap = static_cast<std::uint64_t>(static_cast<std::int64_t>(unit) - last_unit - 1);
    put(details_, gap << 1U | (end < occurrences.size() ? 1U : 0U));
    last_unit = unit;
    std::uint32_t last_position = 0;
    for (; i < end; ++i) {
      const std::uint32_t position = occurrences[i].position;
      put(details_, std::uint64_t{position - last_position} << 1U | (i + 1 < end ? 1U : 0U));
      last_position = position;
    }
  }
}

void PostingWriter::copy(std::uint32_t entry, const EntryPosting& posting, std::span<const std::uint8_t> details) {
  EntryPosting moved = posting;
  moved.entry = entry;
  add_entry(moved);
  details_.insert(details_.end(), details.begin(), details.end());
}

void PostingWriter::finish(std::vector<std::uint8_t>& pool) {
  put(pool, size_);
  put(pool, units_);
  put(pool, entries_.size());
  for (const std::uint32_t value : skips_) put_fixed(pool, value);
  pool.insert(pool.end(), entries_.begin(), entries_.end());
  pool.insert(pool.end(), details_.begin(), details_.end());
  entries_.clear();
  details_.clear();
  skips_.clear();
  last_ = -1;
  size_ = units_ = 0;
}

PostingList::PostingList(const std::uint8_t* begin) {
  size_ = read_number(begin);
  units_ = read_number(begin);
  const std::uint32_t entries_size = read_number(begin);
  skips_ = begin;
  entries_ = skips_ + std::size_t{skips()} * sizeof(Skip);
  details_ = entries_ + entries_size;
}

PostingList::Skip PostingList::skip(std::uint32_t block) const {
  Skip skip{};
  std::memcpy(&skip, skips_ + std::size_t{block - 1} * sizeof(Skip), sizeof skip);
  return skip;
}

PostingCursor::PostingCursor(const PostingList& list) : list_(list), at_(list.entries_), details_(list.details_) {}

void PostingCursor::jump(std::uint32_t block) {
  const PostingList::Skip skip = list_.skip(block);
  last_ = skip.last;
  at_ = list_.entries_ + skip.entries;
  details_ = list_.details_ + skip.details;
  details_index_ = index_ = block * kBlock;
}

bool PostingCursor::seek(std::uint32_t entry) {
  if (index_ > 0 && current_.entry >= entry) return true;
  // The last block that starts behind an entry before the one sought; in growing steps, since most are near.
  std::uint32_t low = index_ / kBlock;
  std::uint32_t step = 1;
  while (low + step <= list_.skips() && list_.skip(low + step).last < entry) {
    low += step;
    step *= 2;
  }
  std::uint32_t high = std::min(low + step, list_.skips());
  while (low < high) {
    const std::uint32_t middle = low + (high - low + 1) / 2;
    if (list_.skip(middle).last < entry) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  if (low > index_ / kBlock) jump(low);
  while (next()) {
    if (current_.entry >= entry) return true;
  }
  return false;
}

const std::uint8_t* PostingCursor::details() {
  assert(index_ > 0);
  for (; details_index_ + 1 < index_; ++details_index_) details_ = skip_units(details_);
  return details_;
}

std::span<const std::uint8_t> PostingCursor::detail_bytes() {
  const std::uint8_t* begin = details();
  return {begin, skip_units(begin)};
}

void PostingCursor::read(std::vector<Occurrence>& occurrences) {
  const std::uint8_t* at = details();
  std::int64_t unit = -1;
  for (bool more_units = true; more_units;) {
    const std::uint32_t head = read_number(at);
    more_units = (head & 1U) != 0;
    unit += 1 + (head >> 1U);
    std::uint32_t position = 0;
    for (bool more = true; more;) {
      const std::uint32_t value = read_number(at);
      more = (value & 1U) != 0;
      position += value >> 1U;
      occurrences.push_back({static_cast<std::uint32_t>(unit), static_cast<std::uint16_t>(position)});
    }
  }
}

}  // namespace memory
