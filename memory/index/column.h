// An array of plain values that is either this value's own, or lies in memory that somebody else keeps, as a
// mapped snapshot does. Grown only while it is its own. Not synchronised; a finished one is read by any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace memory {

template <class T>
class Column {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Column() = default;
  explicit Column(std::vector<T> values) : own_(std::move(values)) {}

  std::vector<T>& own() { return own_; }
  std::span<const T> view() const { return elsewhere_.data() != nullptr ? elsewhere_ : std::span<const T>(own_); }
  const T& operator[](std::size_t i) const { return view()[i]; }
  std::size_t size() const { return view().size(); }
  const T* data() const { return view().data(); }
  std::size_t memory_bytes() const { return (own_.capacity() + elsewhere_.size()) * sizeof(T); }

  // The values as bytes, for a snapshot.
  std::string_view bytes() const { return {reinterpret_cast<const char*>(data()), size() * sizeof(T)}; }
  // Shows values that lie elsewhere, aligned for T, and outlive this.
  void show(std::string_view bytes) {
    elsewhere_ = {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  std::vector<T> own_;
  std::span<const T> elsewhere_;
};

}  // namespace memory
