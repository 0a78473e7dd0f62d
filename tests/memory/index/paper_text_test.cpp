#include "memory/index/paper_text.h"

#include <doctest/doctest.h>

#include <vector>

using namespace memory;

namespace {

std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> pieces;
  PaperPieces walk(text);
  for (std::string_view piece; walk.next(piece);) pieces.emplace_back(piece);
  return pieces;
}

using Pieces = std::vector<std::string>;

}  // namespace

TEST_CASE("text is cut at separators, punctuation and line ends") {
  CHECK(pieces_of("a b, c-d_e/f's\n\r\ng") == Pieces{"a", "b", "c", "d", "e", "f", "s", "g"});
  CHECK(pieces_of("a\u00A0b\u2014c\u3000d\u3002e\u201Ef\u2028g\u00BFh") ==
        Pieces{"a", "b", "c", "d", "e", "f", "g", "h"});
}

TEST_CASE("tabs, symbols and other controls do not cut") {
  for (const char* text : {"a\tb", "a\vb", "a$b", "a+b", "a<b", "a=b", "a^b", "a`b", "a|b", "a~b", "a\u20ACb",
                           "a\u00B0b", "a\u200Bb", "a\U0001F600b"}) {
    CAPTURE(text);
    CHECK(pieces_of(text).size() == 1);
  }
}

TEST_CASE("a cut at an end leaves an empty piece, as does the empty text") {
  CHECK(pieces_of("") == Pieces{""});
  CHECK(pieces_of(".") == Pieces{"", ""});
  CHECK(pieces_of(" a.") == Pieces{"", "a", ""});
  CHECK(pieces_of("...a b...") == Pieces{"", "a", "b", ""});
}

TEST_CASE("stray bytes are letters like any others") {
  CHECK(pieces_of("a\xFF b\xC3") == Pieces{"a\xFF", "b\xC3"});
  CHECK(paper_term("A\xFF") == "a\uFFFD");
}

TEST_CASE("terms are in lower case as JavaScript has it") {
  CHECK(paper_term("Token") == "token");
  CHECK(paper_term("ÉCOLE") == "école");
  CHECK(paper_term("Straße") == "straße");
  CHECK(paper_term("ИНДЕКС") == "индекс");
  CHECK(paper_term("\u0130stanbul") == "i\u0307stanbul");
  CHECK(paper_term("\U00010400") == "\U00010428");
  CHECK(paper_term("") == "");
}

TEST_CASE("a capital sigma at the end of a word is the final one") {
  CHECK(paper_term("ΟΔΟΣ") == "οδος");
  CHECK(paper_term("ΣΑΣ") == "σας");
  CHECK(paper_term("Σ") == "σ");
  CHECK(paper_term("1Σ") == "1σ");
  CHECK(paper_term("aΣ\u0301") == "aς\u0301");  // marks are passed over
  CHECK(paper_term("aΣ\u0301b") == "aσ\u0301b");
  CHECK(paper_term("a^Σ") == "a^ς");
  CHECK(paper_term("a$Σ") == "a$σ");
  CHECK(paper_term("\u2160Σ") == "\u2170ς");  // Roman numerals have case
}

TEST_CASE("UTF-16 and back") {
  const std::string text = "aé搜\U0001F600";
  CHECK(to_utf16(text) == u"aé搜\U0001F600");
  CHECK(to_utf16("\U0001F600").size() == 2);
  CHECK(to_utf8(to_utf16(text)) == text);
}
