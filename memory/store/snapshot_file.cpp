#include "memory/store/snapshot_file.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "memory/store/checksum.h"

namespace memory {
namespace {

constexpr std::array<char, 8> kMagic = {'c', 't', 'x', 't', 'r', 'e', 'e', '\n'};
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::size_t kAlignment = 8;
constexpr std::string_view kPadding("\0\0\0\0\0\0\0", 7);

// The sizes of the sections follow, then the sections.
struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t byte_order = kByteOrder;
  std::uint32_t version = 0;
  std::uint64_t size = 0;      // of the file
  std::uint64_t sections = 0;  // how many
  std::uint64_t checksum = 0;  // over the file, with 0 in this place
};

std::size_t padding_of(std::uint64_t size) {
  return static_cast<std::size_t>((kAlignment - size % kAlignment) % kAlignment);
}

std::string_view bytes_of(const Header& header) { return {reinterpret_cast<const char*>(&header), sizeof header}; }

std::uint64_t checksum_of(Header header, std::string_view rest) {
  header.checksum = 0;
  Checksum checksum;
  checksum.add(bytes_of(header));
  checksum.add(rest);
  return checksum.value();
}

Error damaged() { return {ErrorCode::kIo, "is damaged"}; }

// The header, where the file begins with one that fits its size.
Result<Header> read_header(std::string_view bytes, std::uint32_t version) {
  Header header;
  if (bytes.size() < sizeof header) return damaged();
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic) return damaged();
  if (header.byte_order != kByteOrder) return Error{ErrorCode::kIo, "is of a machine with another byte order"};
  if (header.version != version) {
    return Error{ErrorCode::kIo,
                 "is of version " + std::to_string(header.version) + ", this program's is " + std::to_string(version)};
  }
  if (header.size != bytes.size()) return damaged();
  return header;
}

}  // namespace

void SnapshotWriter::add_pieces(std::vector<std::string_view> pieces) {
  Section section;
  for (const std::string_view piece : pieces) section.size += piece.size();
  section.pieces = std::move(pieces);
  sections_.push_back(std::move(section));
}

void SnapshotWriter::add_owned(std::string section) {
  owned_.push_back(std::move(section));
  add(owned_.back());
}

Result<> SnapshotWriter::write(FileSystem& files, const std::string& file, std::uint32_t version) const {
  Header header;
  std::vector<std::uint64_t> sizes;
  for (const Section& section : sections_) sizes.push_back(section.size);
  std::vector<std::string_view> pieces = {bytes_of(header)};
  pieces.emplace_back(reinterpret_cast<const char*>(sizes.data()), sizes.size() * sizeof(std::uint64_t));
  for (const Section& section : sections_) {
    pieces.insert(pieces.end(), section.pieces.begin(), section.pieces.end());
    pieces.push_back(kPadding.substr(0, padding_of(section.size)));
  }
  for (const std::string_view piece : pieces) header.size += piece.size();
  header.version = version;
  header.sections = sections_.size();
  Checksum checksum;
  for (const std::string_view piece : pieces) checksum.add(piece);
  header.checksum = checksum.value();
  return files.replace_derived(file, pieces);
}

Result<Snapshot> Snapshot::open(FileSystem& files, const std::string& file, std::uint32_t version) {
  auto view = files.view(file);
  if (!view) return view.error();
  const std::string_view bytes = (*view)->bytes();
  const auto header = read_header(bytes, version);
  if (!header) return header.error();
  std::string_view rest = bytes.substr(sizeof(Header));
  if (checksum_of(*header, rest) != header->checksum) return damaged();
  (*view)->forget_pages();  // all were read just now, few will be needed
  const std::uint64_t table = header->sections * sizeof(std::uint64_t);
  if (header->sections > rest.size() || table > rest.size()) return damaged();
  Snapshot snapshot;
  std::string_view sections = rest.substr(table);
  for (std::uint64_t i = 0; i < header->sections; ++i) {
    std::uint64_t size = 0;
    std::memcpy(&size, rest.data() + i * sizeof size, sizeof size);
    if (size > sections.size()) return damaged();
    snapshot.sections_.push_back(sections.substr(0, size));
    sections.remove_prefix(std::min<std::size_t>(sections.size(), size + padding_of(size)));
  }
  snapshot.view_ = std::move(*view);
  return snapshot;
}

}  // namespace memory
