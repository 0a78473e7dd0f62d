#include "protocol/cursor.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using protocol::decode_cursor;
using protocol::encode_cursor;

TEST_CASE("a cursor gives its position back, whatever bytes it has") {
  for (const std::string& position :
       std::vector<std::string>{std::string("100"), std::string(""), std::string("a/ä\n\0b", 7)}) {
    CHECK(decode_cursor("tools/list", encode_cursor("tools/list", position)) == position);
  }
}

TEST_CASE("a cursor of one list is none of another") {
  CHECK_FALSE(decode_cursor("resources/list", encode_cursor("tools/list", "100")));
}

TEST_CASE("what is no cursor is told apart") {
  const std::string cursor = encode_cursor("tools/list", "100");
  for (std::string bad :
       {std::string(""), std::string("100"), std::string("zz"), cursor + "0", cursor + "00", cursor.substr(2),
        cursor.substr(0, cursor.size() - 2), std::string("Ä"), std::string(8, '0')}) {
    CAPTURE(bad);
    CHECK_FALSE(decode_cursor("tools/list", bad));
  }
  for (std::size_t i = 0; i < cursor.size(); ++i) {
    std::string changed = cursor;
    changed[i] = changed[i] == '0' ? '1' : '0';
    CHECK_FALSE(decode_cursor("tools/list", changed));
  }
}
