// How is an index part kept in a snapshot, with the entries it is made of? Each column is a section as it lies in
// memory, so that loading copies nothing; entries show their bytes and records where the snapshot has them.
#pragma once

#include <span>
#include <vector>

#include "memory/error.h"
#include "memory/index/index_part.h"
#include "memory/store/file_system.h"
#include "memory/store/manifest.h"
#include "memory/store/snapshot_file.h"

namespace memory {

// What a snapshot holds. Entry i of the part is the one of files[i].
struct PartWithFiles {
  std::vector<KnownFile> files;
  IndexPartPtr part;
  std::shared_ptr<FileView> view;  // of the snapshot
};

// Raised whenever reading, analyzing or indexing entries, or the layout of what is kept, becomes different: the test
// of this file holds a checksum of what an example comes to.
inline constexpr std::uint32_t kSnapshotVersion = 4;

// `stamps`: of the part's entries; zero where the file has to be read again.
Result<> save_part(FileSystem& files, const std::string& file, const IndexPart& part,
                   std::span<const FileStamp> stamps);

// Errors: as Snapshot::open.
Result<PartWithFiles> load_part(FileSystem& files, const std::string& file);

}  // namespace memory
