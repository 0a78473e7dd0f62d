#include "protocol/line_stream.h"

#include <doctest/doctest.h>

#include <vector>

using protocol::LineReader;

namespace {

std::vector<std::string> lines_of(LineReader& reader) {
  std::vector<std::string> lines;
  while (const auto line = reader.next()) lines.push_back(line->overlong ? "<overlong>" : line->text);
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("lines come out whole, however their bytes came in") {
  const std::string text = "one\ntwo\r\n\n   \nthree";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    LineReader reader;
    for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(std::string_view(text).substr(at, piece));
    CHECK(lines_of(reader) == Lines{"one", "two"});
    reader.feed("\n");
    CHECK(lines_of(reader) == Lines{"three"});
  }
}

TEST_CASE("a byte order mark is dropped at the start of any line, and only there") {
  LineReader reader;
  reader.feed("\xEF\xBB\xBFone\n\xEF\xBB\xBF\ntwo\xEF\xBB\xBF\n\xEF\xBB\n");
  CHECK(lines_of(reader) == Lines{"one", "two\xEF\xBB\xBF", "\xEF\xBB"});
}

TEST_CASE("one carriage return before the line feed belongs to the line's end") {
  LineReader reader;
  reader.feed("a\rb\r\nc\r\r\n");
  CHECK(lines_of(reader) == Lines{"a\rb", "c\r"});
}

TEST_CASE("a line at the bound is taken, one byte more is not, and the next line is") {
  LineReader reader(5);
  reader.feed("12345\n123456\nok\n");
  CHECK(lines_of(reader) == Lines{"12345", "<overlong>", "ok"});
}

TEST_CASE("an overlong line is reported once, as soon as it is too long, wherever it is cut") {
  LineReader reader(5);
  reader.feed("123");
  reader.feed("456");
  CHECK(lines_of(reader) == Lines{"<overlong>"});
  reader.feed("789");
  reader.feed("789789789789\nnext\n");
  CHECK(lines_of(reader) == Lines{"next"});
}
