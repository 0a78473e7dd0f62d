// A file of sections that a new process maps instead of computing them again. One checksum over everything tells
// a whole file from a torn or damaged one; a number tells which program's ideas it holds. All of it is derived:
// what is in doubt is made anew. Sections start at multiples of eight bytes.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"
#include "memory/store/file_system.h"

namespace memory {

// Collects sections, then writes the file. Sections are not copied: they must outlive the writing.
class SnapshotWriter {
 public:
  void add(std::string_view section) { add_pieces({section}); }
  void add_pieces(std::vector<std::string_view> pieces);  // one section in pieces
  void add_owned(std::string section);                    // kept here

  // `version`: what the sections mean. Errors: as FileSystem::replace_derived.
  Result<> write(FileSystem& files, const std::string& file, std::uint32_t version) const;

 private:
  struct Section {
    std::uint64_t size = 0;
    std::vector<std::string_view> pieces;
  };
  std::vector<Section> sections_;
  std::deque<std::string> owned_;  // whose strings never move
};

// A snapshot that was checked. Its sections live as long as any copy of it.
class Snapshot {
 public:
  // An error's message ends the sentence "the snapshot ...": "is damaged", "is of version 3, this program's is 4".
  // kNotFound: there is none.
  static Result<Snapshot> open(FileSystem& files, const std::string& file, std::uint32_t version);

  const std::vector<std::string_view>& sections() const { return sections_; }
  const std::shared_ptr<FileView>& view() const { return view_; }

 private:
  std::shared_ptr<FileView> view_;
  std::vector<std::string_view> sections_;
};

}  // namespace memory
