// Where does a term occur? For each entry, in order: the fields of its head that hold the term, how many
// passages and how often its body does, and for each unit (0 is the head, passages follow from 1) the
// positions. Two streams of variable-length integers: `entries` is enough to rank entries, `details` to rank
// passages; details are relative to the entry, so that merging copies them as they are.
//
//   entries:  ((gap - 1) << 2 | kind) and, by kind: kOnce nothing (one passage, one occurrence);
//             kBody units, count; kHead fields, units, count
//   details:  for each unit: ((gap - 1) << 1 | more units follow), positions; a position is
//             (gap << 1 | more positions follow)
//
// Before each block of 32 entries but the first a skip (last entry before it, offsets of both streams) lets a
// cursor jump.
//
// Invariant: entries ascend; inside an entry units ascend; inside a unit positions ascend strictly.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace memory {

enum HeadField : std::uint8_t { kTitleField = 1, kSummaryField = 2, kKeywordsField = 4, kPathField = 8 };

struct EntryPosting {
  std::uint32_t entry = 0;
  std::uint8_t fields = 0;  // HeadField bits
  std::uint32_t units = 0;  // passages whose text holds the term
  std::uint32_t count = 0;  // occurrences in the body
};

struct Occurrence {
  std::uint32_t unit = 0;      // inside the entry: 0 is the head, passages follow from 1
  std::uint16_t position = 0;  // inside the unit: 0 is the heading path above the passage, its text counts from 1
  auto operator<=>(const Occurrence&) const = default;
};

inline constexpr std::uint32_t kBlock = 32;  // entries between two skips

// Writes one term's postings.
class PostingWriter {
 public:
  // Occurrences ascend strictly; at least one.
  void add(std::uint32_t entry, std::uint8_t fields, std::span<const Occurrence> occurrences);
  // Takes a posting of another list over: `details` are its bytes there.
  void copy(std::uint32_t entry, const EntryPosting& posting, std::span<const std::uint8_t> details);

  std::uint32_t size() const { return size_; }
  // Appends the finished list to a pool and starts anew.
  void finish(std::vector<std::uint8_t>& pool);

 private:
  void add_entry(const EntryPosting& posting);

  std::vector<std::uint8_t> entries_;
  std::vector<std::uint8_t> details_;
  std::vector<std::uint32_t> skips_;
  std::int64_t last_ = -1;
  std::uint32_t size_ = 0;
  std::uint32_t units_ = 0;
};

// A view of one term's postings inside a pool.
class PostingList {
 public:
  PostingList() = default;
  explicit PostingList(const std::uint8_t* begin);

  std::uint32_t size() const { return size_; }    // entries
  std::uint32_t units() const { return units_; }  // units over all entries, heads included

 private:
  friend class PostingCursor;
  friend class PostingWriter;

  enum Kind : std::uint32_t { kOnce = 0, kBody = 1, kHead = 2 };

  struct Skip {
    std::uint32_t last;     // entry before the block
    std::uint32_t entries;  // offset in the entries stream
    std::uint32_t details;
  };
  std::uint32_t skips() const { return size_ == 0 ? 0 : (size_ - 1) / kBlock; }
  Skip skip(std::uint32_t block) const;  // of block 1, 2, ...

  const std::uint8_t* skips_ = nullptr;
  const std::uint8_t* entries_ = nullptr;
  const std::uint8_t* details_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t units_ = 0;
};

// Walks a list's entries in order; the occurrences in the entry it stands on can be read any number of times.
class PostingCursor {
 public:
  explicit PostingCursor(const PostingList& list);
  bool next();                     // false at the end
  bool seek(std::uint32_t entry);  // to the first entry >= `entry`, only forward; false where there is none
  const EntryPosting& posting() const { return current_; }
  void read(std::vector<Occurrence>& occurrences);  // of the current entry, appended
  std::span<const std::uint8_t> detail_bytes();

 private:
  void jump(std::uint32_t block);
  const std::uint8_t* details();  // of the current entry

  PostingList list_;
  const std::uint8_t* at_;
  const std::uint8_t* details_;  // of the entry with index details_index_
  std::uint32_t details_index_ = 0;
  std::uint32_t index_ = 0;  // of the entry that next() reads
  std::int64_t last_ = -1;
  EntryPosting current_;
};

// A variable-length integer: seven bits a byte, the lowest first.
inline std::uint32_t read_number(const std::uint8_t*& at) {
  std::uint32_t value = *at++;
  if (value < 0x80) return value;
  value &= 0x7FU;
  for (unsigned shift = 7;; shift += 7) {
    const std::uint32_t byte = *at++;
    value |= (byte & 0x7FU) << shift;
    if (byte < 0x80) return value;
  }
}

// Inline: ranking entries visits every posting of a query.
inline bool PostingCursor::next() {
  if (index_ == list_.size_) return false;
  const std::uint32_t head = read_number(at_);
  last_ += 1 + (head >> 2U);
  current_ = {static_cast<std::uint32_t>(last_), 0, 1, 1};
  const std::uint32_t kind = head & 3U;
  if (kind == PostingList::kHead) current_.fields = *at_++;
  if (kind != PostingList::kOnce) {
    current_.units = read_number(at_);
    current_.count = read_number(at_);
  }
  ++index_;
  return true;
}

}  // namespace memory
