#include "memory/tree/entry_path.h"

#include <doctest/doctest.h>

#include "memory/tree/sha256.h"
#include "memory/tree/text.h"

using namespace memory;

namespace {
std::vector<std::string> parts(std::string_view path) {
  const auto split = split_path(path);
  REQUIRE(split);
  return *split;
}
}  // namespace

TEST_CASE("a component keeps letters, marks and digits of every script in lower case") {
  CHECK(component_from_title("Auth-Billing Circular Dependency") == "auth-billing_circular_dependency");
  CHECK(component_from_title("  L2 Core (Split: Core)  ") == "l2_core_split_core");
  CHECK(component_from_title("\xC3\x9C"
                             "bung \xE4\xBB\xA4\xE7\x89\x8C") ==
        "\xC3\xBC"
        "bung_\xE4\xBB\xA4\xE7\x89\x8C");
  CHECK(component_from_title("a/b\\c:d") == "a_b_c_d");
  CHECK(component_from_title("v1.2.3") == "v1_2_3");
  CHECK(component_from_title("a__b--c") == "a__b--c");
}

TEST_CASE("the same name in NFC and NFD is one component") {
  CHECK(component_from_title("caf\xC3\xA9") == component_from_title("cafe\xCC\x81"));
  CHECK(component_from_title("CAFE\xCC\x81") == "caf\xC3\xA9");
}

TEST_CASE("a component is never empty, a dot name, context or a device") {
  CHECK(component_from_title("") == "_");
  CHECK(component_from_title("!!!") == "_");
  CHECK(component_from_title("..") == "_");
  CHECK(component_from_title("- dash") == "dash");
  CHECK(component_from_title("Context") == "context_");
  CHECK(component_from_title("CON") == "con_");
  CHECK(component_from_title("com1") == "com1_");
  CHECK(component_from_title("com10") == "com10");
  CHECK(component_from_title("\xFF\xFE") == "_");
}

TEST_CASE("a component longer than 120 bytes is cut at a code point and ends with eight hex digits") {
  CHECK(component_from_title(std::string(120, 'a')) == std::string(120, 'a'));
  const std::string long_title(121, 'a');
  const std::string cut = component_from_title(long_title);
  CHECK(cut == std::string(111, 'a') + "_" + sha256_hex(long_title).substr(0, 8));
  std::string han;
  for (int i = 0; i < 60; ++i) han += "\xE4\xBB\xA4";
  const std::string cut_han = component_from_title(han);
  CHECK(cut_han.size() <= 120);
  CHECK(is_valid_utf8(cut_han));
  CHECK(component_from_title(long_title + "b") != cut);
}

TEST_CASE("titles whose plain component is the same get different distinct components") {
  CHECK(component_from_title("C") == component_from_title("C++"));
  CHECK(distinct_component_from_title("C++") != distinct_component_from_title("C#"));
  CHECK(distinct_component_from_title("C++") == "c_" + sha256_hex("C++").substr(0, 8));
  CHECK(distinct_component_from_title(std::string(500, 'x')).size() <= 120);
}

TEST_CASE("equal keys are equal titles: case, width, and runs of blank, underscore and hyphen do not count") {
  CHECK(folded_key("Deploy Notes") == folded_key("deploy_notes"));
  CHECK(folded_key("Deploy  -  Notes") == folded_key("deploy-notes"));
  CHECK(folded_key("\xEF\xBC\xA4"
                   "eploy\xC2\xA0"
                   "Notes") == folded_key("deploy notes"));
  CHECK(folded_key("caf\xC3\xA9") == folded_key("CAFE\xCC\x81"));
  CHECK(folded_key("C") != folded_key("C++"));
  CHECK(folded_key(" padded ") == folded_key("padded"));
  CHECK(folded_key("- dash") != folded_key("dash"));
  CHECK(folded_key("A/B C/d") == folded_key("a/b_c/D"));
  CHECK(folded_key("a/b") != folded_key("a_b"));
}

TEST_CASE("a path is split, without its extension") {
  using Parts = std::vector<std::string>;
  CHECK(parts("a/b/c") == Parts{"a", "b", "c"});
  CHECK(parts("a/b/c.md") == Parts{"a", "b", "c"});
  CHECK(parts("a/b.md/c") == Parts{"a", "b.md", "c"});
  CHECK(parts(" a/b/ ") == Parts{"a", "b"});
  CHECK(parts("a//b") == Parts{"a", "b"});
  CHECK(parts("") == Parts{});
  CHECK(parts("A B/\xC3\x9C") == Parts{"A B", "\xC3\x9C"});
  CHECK(parts("a/v1.2") == Parts{"a", "v1.2"});
}

TEST_CASE("a path that could leave the tree is refused by name") {
  for (const std::string_view path :
       {"/etc/passwd",    "../../x",    "a/../../b", "a/..",  "..",    ".",   "a/./b", "..\\..\\x",   "a\\b",
        "%2e%2e/x",       "a%2Fb",      "a%5cb",     "x%00",  "C:\\x", "c:x", "~/x",   ".git/config", "a/.state/x",
        "node_modules/x", "//server/x", "a\nb",      "a/b\t", "a/ /b", ".md", "a/\xFF"}) {
    CAPTURE(path);
    const auto split = split_path(path);
    REQUIRE_FALSE(split);
    CHECK(split.error().code == ErrorCode::kRefusedPath);
    CHECK(split.error().field == "path");
    CHECK(split.error().value == path);
  }
  CHECK_FALSE(split_path(std::string_view("a\0b", 3)));
  CHECK_FALSE(split_path(std::string_view("a/b\0", 4)));
}

TEST_CASE("paths are joined and taken apart") {
  CHECK(join_path({"a", "b", "c"}) == "a/b/c");
  CHECK(join_path({}) == "");
  CHECK(parent_path("a/b/c") == "a/b");
  CHECK(parent_path("a") == "");
  CHECK(last_component("a/b/c") == "c");
  CHECK(last_component("a") == "a");
}
