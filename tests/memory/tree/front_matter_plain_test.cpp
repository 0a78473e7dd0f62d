#include "memory/tree/front_matter_plain.h"

#include <doctest/doctest.h>

#include <array>
#include <random>

#include "memory/tree/front_matter_yaml.h"
#include "memory/tree/yaml_text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
using Keys = std::vector<FrontMatterKey>;

// Every member that is set, so that two readings can be compared.
std::string shown(const Keys& keys) {
  std::string text;
  for (const FrontMatterKey& key : keys) {
    const bool absent = key.kind == FrontMatterKind::kAbsent;  // its value's place is set with its end
    text += std::to_string(key.line) + " " + std::to_string(key.begin) + " <" + key.name + "> kind " +
            std::to_string(static_cast<int>(key.kind)) + (key.flow ? " flow" : "") + " at " +
            (absent ? "" : std::to_string(key.value)) + " <" + key.text + ">";
    for (const FrontMatterItem& item : key.items)
      text += " (" + std::to_string(item.begin) + (item.scalar ? " <" : " list <") + item.text + ">)";
    text += "\n";
  }
  return text;
}

std::string by_yaml(const std::string& block) {
  Keys keys;
  std::size_t indent = 0;
  const auto problem = read_yaml_keys(block, keys, indent);
  if (problem) return "line " + std::to_string(problem->line) + ": " + problem->what;
  return (indent == 0 ? "" : "indented\n") + shown(keys);
}

// Whether the block was plain; it has to be read as yaml-cpp reads it then.
bool check_like_yaml(const std::string& block) {
  CAPTURE(block);
  const auto keys = read_plain_keys(block);
  if (keys) REQUIRE(shown(*keys) == by_yaml(block));
  return keys.has_value();
}

// Signs of YAML, blanks, line ends, words that mean something, characters that some readers take for line ends.
constexpr auto kPieces = std::to_array<std::string_view>(
    {":",      ": ",     " :",     "-",        "- ",         " -",    "\n- ",    "\n  - ", "\n ",        "\n",  "\r\n",
     "\r",     "\t",     " ",      "  ",       "[",          "]",     "{",       "}",      ",",          ", ",  ",,",
     "\"",     "'",      "''",     "\\",       "\\\"",       "\\n",   "\\x",     "#",      " #",         "# ",  "?",
     "? ",     " ?",     "!",      "!!",       "&",          "&a",    "*",       "*a",     "|",          ">",   "%",
     "@",      "`",      "=",      "<<",       "~",          "null",  "Null",    "NULL",   "---",        "...", "yes",
     "1e3",    "010",    "0x1F",   "12:30:45", "2026-11-30", "+.5",   "-.5",     ".inf",   "a: b",       "ü",   "令",
     "\u00A0", "\u0085", "\u2028", "\uFEFF",   "\x7F",       "title", "\\u000e", "\\x0f",  "http://x/y", "C#",  "a,b",
     "it's",   "(x)",    "$1",     "/etc/x",   ".x",         "_",     "^",       ";"});

class Frontmatter {
 public:
  explicit Frontmatter(unsigned seed) : random_(seed) {}

  std::string plain() {
    std::string block;
    end_ = below(4) == 0 ? "\r\n" : "\n";
    for (int i = 1 + below(5); i > 0; --i) block += key(i);
    return block;
  }

  // With some of its bytes replaced by pieces.
  std::string hostile() {
    std::string block = plain();
    for (int i = below(4); i > 0; --i) {
      const auto at = static_cast<std::size_t>(below(static_cast<int>(block.size()) + 1));
      block.replace(at, static_cast<std::size_t>(below(3)), piece());
    }
    return block;
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  std::string piece() {
    return std::string(kPieces[static_cast<std::size_t>(below(static_cast<int>(kPieces.size())))]);
  }

  std::string key(int number) {
    std::string name = below(3) == 0 ? "title" : "key_" + std::to_string(number);
    if (below(40) == 0) name = piece();
    const std::string start = name + ":";
    switch (below(6)) {
      case 0:
        return start + end_;
      case 1:
        return start + " " + flow_list() + end_;
      case 2:
        return start + end_ + block_list();
      default:
        return start + std::string(static_cast<std::size_t>(1 + below(2)), ' ') + scalar(false) + trailing() + end_;
    }
  }

  std::string trailing() { return below(5) == 0 ? "  " : ""; }

  std::string scalar(bool flow) {
    const std::string text = words(flow);
    switch (below(4)) {
      case 0:
        return "'" + text + "'";
      case 1:
        return yaml_text(text);
      case 2:
        return "\"" + text + "\"";
      default:
        return text;
    }
  }

  std::string words(bool flow) {
    std::string text = below(20) == 0 ? piece() : "word";
    for (int i = below(4); i > 0; --i) text += below(3) != 0 ? " more" : below(flow ? 8 : 2) == 0 ? piece() : "x.y";
    return text;
  }

  std::string flow_list() {
    std::string list = below(6) == 0 ? "[ " : "[";
    for (int i = below(4); i > 0; --i) list += scalar(true) + trailing() + (i > 1 ? (below(4) == 0 ? "," : ", ") : "");
    return list + "]" + trailing();
  }

  std::string block_list() {
    const std::string indent(static_cast<std::size_t>(below(4)), ' ');
    std::string list;
    for (int i = 1 + below(4); i > 0; --i)
      list +=
          (below(30) == 0 ? indent + " " : indent) + (below(6) == 0 ? "-  " : "- ") + scalar(false) + trailing() + end_;
    return list;
  }

  std::mt19937 random_;
  std::string end_ = "\n";
};
}  // namespace

TEST_CASE("what the program writes and most people write is read without YAML") {
  for (const char* block :
       {"title: Auth-Billing Circular Dependency\ntags: [architecture, circular-dependency, \"a, b\"]\nrelated: "
        "[architecture/module_boundaries/auth_service_deps.md]\ncreatedAt: 2026-02-03T11:20:00Z\nimportance: 55\n",
        "title: 'it''s'\r\nsummary: \"say \\\"x\\\" \\\\ y\"\r\n",
        "tags:\n  - one\n  - 'two'\n  - \"three: 3\"\nx: y\n", "tags:\n- one\n- two\nempty:\n",
        "title: What is C#? A note, with (signs) & more\n", "tags: []\n", "title: \"\"\nx: ''\n",
        "title: 令牌 für alle  \n", "url: https://example.org/a?b=c#d\n", "tags: [ one , 'two' , \"three\" ]\n",
        "last:\n"}) {
    CAPTURE(block);
    CHECK(check_like_yaml(block));
  }
}

TEST_CASE("what needs YAML is left to YAML") {
  for (const char* block : {"",
                            "\n",
                            "# note\n",
                            "a: b # note\n",
                            "a: b\n\nc: d\n",
                            " a: b\n",
                            "a: b\n  c\n",
                            "a: |\n  x\n",
                            "a: >\n  x\n",
                            "a: &x b\n",
                            "a: *x\n",
                            "a: !!str b\n",
                            "a: {b: c}\n",
                            "a: [b, [c]]\n",
                            "a: [b: c]\n",
                            "a: [b,\n  c]\n",
                            "a: [b, ]\n",
                            "a: [b, , c]\n",
                            "a: [b?]\n",
                            "a: \"b\n",
                            "a: 'b\n",
                            "a: \"b\" c\n",
                            "a: \"b\\n\"\n",
                            "a: b: c\n",
                            "a: b:\n",
                            "a: ~\n",
                            "a: null\n",
                            "null: a\n",
                            "a: [null]\n",
                            "a:\n  - null\n",
                            "a: 1\na: 2\n",
                            "a: -1\n",
                            "a: - b\n",
                            "a:b\n",
                            "a:\tb\n",
                            "a: b\tc\n",
                            "a: b\rc\n",
                            "? a\n",
                            "\"a\": b\n",
                            "a b: c\n",
                            "- a\n",
                            "a:\n  - b\n   - c\n",
                            "a:\n  - b: c\n",
                            "a:\n  - - b\n",
                            "a:\n  -\n",
                            "a: b\n- c\n",
                            "a: [b]\n- c\n",
                            "a: @b\n",
                            "a: `b`\n",
                            "a: %b\n",
                            "...\n",
                            "a: b\n...\n",
                            "\xEF\xBB\xBF"
                            "a: b\n"}) {
    CAPTURE(block);
    CHECK_FALSE(read_plain_keys(block));
  }
}

TEST_CASE("random frontmatter is read as YAML reads it: keys, values, lines and places") {
  int read = 0;
  for (unsigned seed = 0; seed < 20'000; ++seed) read += check_like_yaml(Frontmatter(seed).plain()) ? 1 : 0;
  CHECK(read > 4'000);  // the comparison is not empty
}

TEST_CASE("hostile frontmatter is read as YAML reads it, or left to YAML") {
  int read = 0;
  for (unsigned seed = 0; seed < 30'000; ++seed) read += check_like_yaml(Frontmatter(seed).hostile()) ? 1 : 0;
  CHECK(read > 2'000);
}

TEST_CASE("texts that look like structure are read as YAML reads them") {
  int read = 0;
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    testing::RandomContent random(seed);
    std::string block = "title: " + yaml_text(random.line()) + "\nsummary: " + random.line() + "\ntags: ";
    block += yaml_list({random.line(), random.line()}) + "\nkeywords:\n  - " + random.line() + "\n";
    read += check_like_yaml(block) ? 1 : 0;
  }
  CHECK(read > 10);
}

TEST_CASE("many keys and long values are read as YAML reads them") {
  std::string keys;
  for (int i = 0; i < 64; ++i) keys += "k" + std::to_string(i) + ": v\n";
  CHECK(check_like_yaml(keys));
  CHECK_FALSE(read_plain_keys(keys + "one_more: v\n"));
  CHECK_FALSE(read_plain_keys(std::string(65, 'k') + ": v\n"));
  CHECK(check_like_yaml("a: " + std::string(5'000, 'x') + "\nb: [" + std::string(5'000, 'y') + ", z]\nc: \"" +
                        std::string(5'000, 'z') + "\"\n"));
}
