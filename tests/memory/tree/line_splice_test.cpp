#include "memory/tree/line_splice.h"

#include <doctest/doctest.h>

using namespace memory;

TEST_CASE("lines go, come and change by their old numbers, all others stay as bytes") {
  LineSplice splice("a\nb\r\nc\n", "\n");
  splice.insert_after(0, "first");
  splice.replace(2, 2, "B\nB2");
  splice.insert_after(3, "last");
  CHECK(splice.result() == "first\na\nB\nB2\nc\nlast\n");
  CHECK(LineSplice("a\nb\r\nc", "\n").result() == "a\nb\r\nc");
  CHECK(LineSplice("", "\n").result() == "");
}

TEST_CASE("new lines get the file's ending") {
  LineSplice splice("a\r\n", "\r\n");
  splice.insert_after(1, "x\ny");
  CHECK(splice.result() == "a\r\nx\r\ny\r\n");
  CHECK(line_end_of("a\r\nb\n") == "\r\n");
  CHECK(line_end_of("a\nb\r\n") == "\n");
  CHECK(line_end_of("") == "\n");
}
