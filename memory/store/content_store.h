// Which bytes did a file have before? Contents by their SHA-256, each once, compressed, in
// ".state/history/<2 hex digits>/<62 hex digits>". What is read is checked against its name, so that a torn or
// damaged content is none. Not thread-safe; writers hold the writer lock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "memory/error.h"
#include "memory/store/file_system.h"

namespace memory {

inline constexpr const char* kHistoryFolder = ".state/history";

class ContentStore {
 public:
  explicit ContentStore(FileSystem& files);
  ~ContentStore();

  // Keeps the bytes whose hash is given. The bytes that it took on disk; 0 where they were kept already.
  Result<std::uint64_t> put(const std::string& hash, std::string_view bytes);

  // kNotFound: not kept, or no more; kIo: damaged, or the system's reason.
  Result<std::string> get(const std::string& hash);

  // Drops all that `is_wanted` denies, and what killed writers left.
  Result<> drop_others(const std::function<bool(const std::string& hash)>& is_wanted);

  std::vector<std::string> list();  // the hashes of all that is kept

 private:
  struct Packer;

  template <class Visit>
  void for_each_file(Visit visit);

  FileSystem& files_;
  std::unique_ptr<Packer> packer_;
};

}  // namespace memory
