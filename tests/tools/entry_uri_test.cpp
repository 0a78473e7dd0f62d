#include "tools/entry_uri.h"

#include <doctest/doctest.h>

using tools::entry_uri;
using tools::path_of_reference;
using tools::path_of_uri;

TEST_CASE("an entry's address is its path with .md, percent-encoded where RFC 3986 asks for it") {
  CHECK(entry_uri("a/b/c") == "context-tree:///a/b/c.md");
  CHECK(entry_uri("auth/jwt/令牌") == "context-tree:///auth/jwt/%E4%BB%A4%E7%89%8C.md");
  CHECK(entry_uri("a/b c/100%") == "context-tree:///a/b%20c/100%25.md");
  CHECK(entry_uri("") == "context-tree:///");
}

TEST_CASE("address and path are each other's inverse") {
  for (const std::string path : {"a/b/c", "übung/x y/Ω", "a/b/c#d?e", "a/b/%41", "a/b/\"quoted\""}) {
    CHECK(path_of_uri(entry_uri(path)) == path + ".md");
  }
}

TEST_CASE("an address is decoded once only") { CHECK(path_of_uri("context-tree:///a/%2541") == "a/%41"); }

TEST_CASE("other schemes, broken escapes and encoded separators are no addresses of ours") {
  for (const char* uri : {"file:///a/b", "context-tree://a/b", "context-tree:///a%2", "context-tree:///a%zz",
                          "context-tree:///a%2Fb", "context-tree:///a%5cb", "context-tree:///a%00b", ""}) {
    INFO(uri);
    CHECK_FALSE(path_of_uri(uri).has_value());
  }
}

TEST_CASE("an agent may give an address where a path is meant") {
  CHECK(path_of_reference("context-tree:///a/b%20c.md") == "a/b c.md");
  CHECK(path_of_reference("a/b c") == "a/b c");
}
