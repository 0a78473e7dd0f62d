// How does MiniSearch 7 read text? It cuts at runs of Unicode separators, punctuation, \n and \r, lower-cases what
// is between them as JavaScript does, and counts lengths in UTF-16 units (its documented defaults for `tokenize`
// and `processTerm`; ECMA-262 String.prototype.toLowerCase; Unicode chapter 3.13 for the final sigma). Tabs do not
// cut, there is no stemming and there are no stop words. Pure functions, linear in the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace memory {

// Walks the pieces between the cuts, in order. As JavaScript's `split` has it, a text that begins or ends with a
// cut has an empty piece there, and the empty text is one empty piece: field lengths count them.
class PaperPieces {
 public:
  explicit PaperPieces(std::string_view text) : text_(text) {}
  // False at the end. `piece` lies in the text.
  bool next(std::string_view& piece);

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

// The term that a piece stands for; empty for the empty piece, which stands for none.
std::string paper_term(std::string_view piece);

// The text in UTF-16; stray bytes are U+FFFD.
std::u16string to_utf16(std::string_view text);
std::string to_utf8(std::u16string_view units);

}  // namespace memory
