// A folder on the real disk that goes with the test.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace tests {

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("tree-" + std::to_string(std::random_device{}()) + "-" + std::to_string(std::random_device{}()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string tree() const { return (path_ / "tree").string(); }  // not made yet

  // What a person does with an editor; folders are made.
  void write(const std::string& file, const std::string& bytes) const {
    const std::filesystem::path full = path_ / file;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary | std::ios::trunc) << bytes;
  }
  std::string read(const std::string& file) const {
    std::ifstream stream(path_ / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  bool exists(const std::string& file) const { return std::filesystem::exists(path_ / file); }

 private:
  std::filesystem::path path_;
};

}  // namespace tests
