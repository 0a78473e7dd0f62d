#include "memory/store/content_store.h"

#include <zstd.h>

#include <array>

#include "memory/store/file_placement.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/sha256.h"

namespace memory {
namespace {

// Level 1 packs markdown to a third at 400 MB/s; higher levels gain a tenth and cost several times as much.
constexpr int kLevel = 1;
constexpr std::size_t kHashDigits = 64;
constexpr std::size_t kFolderDigits = 2;

bool is_hash(std::string_view text) {
  return text.size() == kHashDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string folder_of(std::string_view hash) {
  return std::string(kHistoryFolder) + "/" + std::string(hash.substr(0, kFolderDigits));
}

std::string file_of(std::string_view hash) { return folder_of(hash) + "/" + std::string(hash.substr(kFolderDigits)); }

Error damaged() { return {ErrorCode::kIo, "the kept bytes are damaged"}; }

}  // namespace

// Making a context costs more than packing a small file.
struct ContentStore::Packer {
  Packer() : context(ZSTD_createCCtx(), ZSTD_freeCCtx) {}
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context;
  std::string buffer;
};

ContentStore::ContentStore(FileSystem& files) : files_(files), packer_(std::make_unique<Packer>()) {}

ContentStore::~ContentStore() = default;

Result<std::uint64_t> ContentStore::put(const std::string& hash, std::string_view bytes) {
  if (!is_hash(hash)) return Error{ErrorCode::kInvalidArgument, "no hash"};
  const std::string file = file_of(hash);
  // An empty file is what a power loss leaves of one that was not synced.
  if (const auto there = files_.stat(file); there && there->stamp.size > 0) return std::uint64_t{0};
  if (!packer_->context) return Error{ErrorCode::kIo, "out of memory"};
  packer_->buffer.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compressCCtx(packer_->context.get(), packer_->buffer.data(), packer_->buffer.size(),
                                             bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(size) != 0) return Error{ErrorCode::kIo, ZSTD_getErrorName(size)};
  const std::array pieces{std::string_view(packer_->buffer).substr(0, size)};
  auto written = files_.replace_derived(file, pieces);
  if (!written && written.error().code == ErrorCode::kNotFound) {
    for (const std::string& folder : {std::string(kHistoryFolder), folder_of(hash)}) {
      auto made = files_.make_folder(folder);
      if (!made && made.error().code != ErrorCode::kAlreadyExists) return made.error();
    }
    written = files_.replace_derived(file, pieces);
  }
  if (!written) return written.error();
  return std::uint64_t{size};
}

Result<std::string> ContentStore::get(const std::string& hash) {
  if (!is_hash(hash)) return Error{ErrorCode::kNotFound, "not kept"};
  const auto packed = files_.read(file_of(hash), ZSTD_compressBound(kMaxEntryBytes));
  if (!packed) return packed.error();
  const auto size = ZSTD_getFrameContentSize(packed->data(), packed->size());
  if (size > kMaxEntryBytes) return damaged();  // also the two values that stand for errors
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), packed->data(), packed->size());
  if (ZSTD_isError(got) != 0 || got != bytes.size() || sha256_hex(bytes) != hash) return damaged();
  return bytes;
}

// Calls visit(name, hash) for each file; the hash is empty where the name is none of a content.
template <class Visit>
void ContentStore::for_each_file(Visit visit) {
  const auto folders = files_.list(kHistoryFolder);
  if (!folders) return;
  for (const FolderItem& folder : *folders) {
    if (folder.kind != FileKind::kFolder || folder.name.size() != kFolderDigits) continue;
    const std::string name = std::string(kHistoryFolder) + "/" + folder.name;
    const auto items = files_.list(name);
    if (!items) continue;
    for (const FolderItem& item : *items) {
      const std::string hash = folder.name + item.name;
      visit(name + "/" + item.name, is_hash(hash) ? hash : "");
    }
  }
}

Result<> ContentStore::drop_others(const std::function<bool(const std::string& hash)>& is_wanted) {
  std::vector<std::string> unwanted;
  for_each_file([&](std::string file, const std::string& hash) {
    if (hash.empty() || !is_wanted(hash)) unwanted.push_back(std::move(file));
  });
  for (const std::string& file : unwanted) {
    auto removed = files_.remove(file);
    if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
    static_cast<void>(files_.remove_folder(std::string(parent_path(file))));  // where it was the last one
  }
  return {};
}

std::vector<std::string> ContentStore::list() {
  std::vector<std::string> hashes;
  for_each_file([&](const std::string&, const std::string& hash) {
    if (!hash.empty()) hashes.push_back(hash);
  });
  return hashes;
}

}  // namespace memory
