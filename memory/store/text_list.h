// Texts behind each other in one run of bytes, each with its length before it (seven bits a byte, the lowest first).
// Reads like a container of std::string_view; the bytes must outlive it. Reading is safe on any thread.
#pragma once

#include <cstddef>
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
    std::string_view operator*() const {
      std::size_t length = 0;
      const char* text = at_;
      for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(*text++);
        length |= std::size_t{byte & 0x7FU} << shift;
        if (byte < 0x80) return {text, length};
      }
    }
    iterator& operator++() {
      const std::string_view text = **this;
      at_ = text.data() + text.size();
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const iterator&) const = default;

   private:
    const char* at_ = nullptr;
  };

  TextList() = default;
  explicit TextList(std::string_view bytes) : bytes_(bytes) {}

  iterator begin() const { return iterator(bytes_.data()); }
  iterator end() const { return iterator(bytes_.data() + bytes_.size()); }
  bool empty() const { return bytes_.empty(); }

  // Appends a text in the form that is read here.
  static void append(std::string& bytes, std::string_view text) {
    std::size_t length = text.size();
    for (; length >= 0x80; length >>= 7U) bytes += static_cast<char>(length | 0x80U);
    bytes += static_cast<char>(length);
    bytes += text;
  }

 private:
  std::string_view bytes_;
};

}  // namespace memory
