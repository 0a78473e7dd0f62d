#include "memory/index/part_snapshot.h"

#include <utility>

#include "memory/store/entry_record.h"

namespace memory {
namespace {

// Where an entry's record and bytes lie in their sections, and how its file looked.
struct Place {
  std::uint64_t record_end = 0;
  std::uint64_t bytes_end = 0;
  FileStamp stamp;
};

enum Section : std::size_t { kPlaces, kRecords, kTexts, kFirstColumn };

// All entries of a snapshot, and what keeps their bytes. One allocation for all: a tree has thousands.
struct EntryBlock {
  std::shared_ptr<FileView> view;
  std::unique_ptr<StoredEntry[]> entries;
};

template <class T>
std::span<const T> values_of(std::string_view section) {
  return {reinterpret_cast<const T*>(section.data()), section.size() / sizeof(T)};
}

Error damaged() { return {ErrorCode::kIo, "is damaged"}; }

}  // namespace

class PartSnapshot {
 public:
  static void add_columns(const IndexPart& part, SnapshotWriter& writer) {
    IndexPart::for_each_column(part, [&](const auto& column) { writer.add(column.bytes()); });
  }

  static bool show_columns(std::span<const std::string_view> sections, IndexPart& part) {
    std::size_t columns = 0;
    IndexPart::for_each_column(part, [&](auto& column) {
      if (columns < sections.size()) column.show(sections[columns]);
      ++columns;
    });
    return columns == sections.size();
  }

  static void set_entries(std::span<const KnownFile> files, std::shared_ptr<const void> storage, IndexPart& part) {
    part.storage_ = std::move(storage);
    part.stored_.reserve(files.size());
    for (const KnownFile& file : files) part.stored_.push_back(file.entry);
  }
};

Result<> save_part(FileSystem& files, const std::string& file, const IndexPart& part,
                   std::span<const FileStamp> stamps) {
  std::vector<Place> places;
  std::vector<std::string_view> records;
  std::vector<std::string_view> texts;
  Place end;
  for (std::size_t i = 0; i < part.stored().size(); ++i) {
    const StoredEntry& entry = *part.stored()[i];
    end.record_end += entry.record.size();
    end.bytes_end += entry.bytes.size();
    end.stamp = stamps[i];
    places.push_back(end);
    records.push_back(entry.record);
    texts.push_back(entry.bytes);
  }
  SnapshotWriter writer;
  writer.add({reinterpret_cast<const char*>(places.data()), places.size() * sizeof(Place)});
  writer.add_pieces(std::move(records));
  writer.add_pieces(std::move(texts));
  PartSnapshot::add_columns(part, writer);
  return writer.write(files, file, kSnapshotVersion);
}

Result<PartWithFiles> load_part(FileSystem& files, const std::string& file) {
  const auto snapshot = Snapshot::open(files, file, kSnapshotVersion);
  if (!snapshot) return snapshot.error();
  const auto& sections = snapshot->sections();
  if (sections.size() < kFirstColumn) return damaged();
  const auto places = values_of<Place>(sections[kPlaces]);
  auto block = std::make_shared<EntryBlock>();
  block->view = snapshot->view();
  block->entries = std::make_unique<StoredEntry[]>(places.size());
  PartWithFiles loaded;
  loaded.view = snapshot->view();
  loaded.files.reserve(places.size());
  Place begin;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& end = places[i];
    StoredEntry& entry = block->entries[i];
    entry.bytes = sections[kTexts].substr(begin.bytes_end, end.bytes_end - begin.bytes_end);
    read_record(sections[kRecords].substr(begin.record_end, end.record_end - begin.record_end), entry);
    loaded.files.push_back({EntryPtr(block, &entry), end.stamp});
    begin = end;
  }
  auto part = std::make_shared<IndexPart>();
  if (!PartSnapshot::show_columns(std::span(sections).subspan(kFirstColumn), *part)) return damaged();
  PartSnapshot::set_entries(loaded.files, block, *part);
  loaded.part = std::move(part);
  return loaded;
}

}  // namespace memory
