// Texts behind each other in one run of bytes, each with its length before it. Reads like a container of
// std::string_view; the bytes must outlive it. Reading is safe on any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

namespace memory {

class TextList {
 public:
  class iterator {
   public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using reference = std::string_view;
    using pointer = const std::string_view*;

    iterator() = default;
    explicit iterator(const char* at) : at_(at) {}
    std::string_view operator*() const { return {at_ + sizeof(std::uint32_t), length()}; }
    iterator& operator++() {
      at_ += sizeof(std::uint32_t) + length();
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const iterator&) const = default;

   private:
    std::uint32_t length() const {
      std::uint32_t length = 0;
      std::memcpy(&length, at_, sizeof length);
      return length;
    }
    const char* at_ = nullptr;
  };

  TextList() = default;
  explicit TextList(std::string_view bytes) : bytes_(bytes) {}

  iterator begin() const { return iterator(bytes_.data()); }
  iterator end() const { return iterator(bytes_.data() + bytes_.size()); }
  bool empty() const { return bytes_.empty(); }

  // Appends a text in the form that is read here.
  static void append(std::string& bytes, std::string_view text) {
    const auto length = static_cast<std::uint32_t>(text.size());
    bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
    bytes += text;
  }

 private:
  std::string_view bytes_;
};

}  // namespace memory
