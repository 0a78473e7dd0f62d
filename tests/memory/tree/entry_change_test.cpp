#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include "memory/tree/content.h"
#include "memory/tree/content_unite.h"
#include "memory/tree/entry_codec.h"
#include "memory/tree/time_text.h"
#include "tests/memory/tree/random_content.h"

using namespace memory;

namespace {
const Time kNow = *parse_time("2026-03-01T00:00:00Z");
constexpr std::string_view kStamp = "2026-03-01T00:00:00Z";

ChangedEntry update(std::string_view bytes, const EntryChange& change) {
  auto changed = change_entry(bytes, "name", change, kNow);
  if (!changed) FAIL(changed.error().message);
  return *changed;
}

Error refused(std::string_view bytes, const EntryChange& change) {
  const auto changed = change_entry(bytes, "name", change, kNow);
  REQUIRE_FALSE(changed);
  return changed.error();
}

EntryContent content_of(std::string_view bytes) { return parse_entry(bytes, "name").entry.content; }

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// A file as people write them: comments, unknown keys, a nested map, headings of their own.
const std::string kForeign =
    "---\n# my note\nstatus: active # keep\ntitle: Deploy\nmeta:\n  owner: me\n  nested:\n    a: 1\naliases: [Ship it, "
    "'Roll out'] # names\n"
    "tags:\n- a # one\n- b\ncreated: 2026-01-01\nmodified: \"2026-01-02\" # when\n---\n\n# Deploy\n\nText here.\n\n## "
    "Notes\n\nforeign  \n\n"
    "## Facts\n* first fact\n\nloose text\n\n## Mine\n\nmore\n";
}  // namespace

TEST_CASE("a change that changes nothing gives the same bytes, updatedAt untouched") {
  CHECK(update(kForeign, {}).bytes == kForeign);
  EntryChange same;
  same.content.tags = {"b", "A"};
  same.content.facts = {{"First Fact"}};
  same.title = "Deploy";
  same.pinned = false;
  same.importance = 99;
  CHECK(update(kForeign, same).bytes == kForeign);
  CHECK(update("", {}).bytes == "");
}

TEST_CASE("a new fact goes behind the last one; keys, order, comments and foreign text stay") {
  EntryChange change;
  change.content.facts = {{"second", "s", "5"}};
  std::string expected = replaced(kForeign, "* first fact\n", "* first fact\n- **s**: second (value: 5)\n");
  expected = replaced(expected, "modified: \"2026-01-02\" # when", "modified: 2026-03-01T00:00:00Z # when");
  CHECK(update(kForeign, change).bytes == expected);
}

TEST_CASE("lists unite in the style they are written in") {
  EntryChange change;
  change.content.tags = {"c", "A"};
  change.content.aliases = {"Ship It", "New, one"};
  change.content.keywords = {"k"};
  const std::string bytes = update(kForeign, change).bytes;
  CHECK(bytes.find("aliases: [Ship it, 'Roll out', \"New, one\"] # names\n") != std::string::npos);
  CHECK(bytes.find("tags:\n- a # one\n- b\n- c\nkeywords: [k]\n") != std::string::npos);
}

TEST_CASE("BOM, CRLF and a missing final newline survive, and appended text stands on its own line") {
  const std::string bytes =
      "\xEF\xBB\xBF---\r\ntitle: T\r\ndescription: >\r\n  one\r\n  two\r\n---\r\nline one\r\nlast line";
  CHECK(content_of(bytes).summary == "one two");
  EntryChange change;
  change.append = true;
  change.content.body = "added\nmore";
  CHECK(update(bytes, change).bytes ==
        "\xEF\xBB\xBF---\r\ntitle: T\r\ndescription: >\r\n  one\r\n  two\r\nupdatedAt: " + std::string(kStamp) +
            "\r\n---\r\nline one\r\nlast line\r\nadded\r\nmore");
}

TEST_CASE("a file without frontmatter gets a block for the time, and keeps its text") {
  EntryChange change;
  change.content.facts = {{"f"}};
  CHECK(update("just text", change).bytes ==
        "---\nupdatedAt: " + std::string(kStamp) + "\n---\njust text\n\n## Facts\n- f");
  CHECK(update("", change).bytes == "---\nupdatedAt: " + std::string(kStamp) + "\n---\n## Facts\n- f\n");
}

TEST_CASE("given scalars and texts replace, and what disappears is quoted") {
  const std::string bytes =
      "---\ntitle: T\nsummary: old\nupdatedAt: x\n---\nold body\n\n## Narrative\n### Rules\nold rules\n\n### "
      "Mine\nx\n\n### Examples\ne\n";
  EntryChange change;
  change.content.summary = "new";
  change.content.body = "new body";
  change.content.narrative = Narrative{};
  change.content.narrative->rules = "new rules";
  const ChangedEntry changed = update(bytes, change);
  CHECK(changed.bytes ==
        "---\ntitle: T\nsummary: new\nupdatedAt: " + std::string(kStamp) +
            "\n---\nnew body\n\n## Narrative\n### Rules\nnew rules\n\n### Mine\nx\n\n### Examples\ne\n");
  CHECK(changed.removed == std::vector<std::string>{"old body", "old", "old rules"});
}

TEST_CASE("headings of a person inside known sections stay with their text, in their own line endings") {
  const std::string bytes =
      "---\nupdatedAt: x\n---\n## Reason\nwhy\n\n### Why mine\nhand\n\n## Raw Concept\n**Task:**\nt\n\n#### Task "
      "mine\nhand\n\n**Author:** a\n\n### Author mine\nhand\n\n## Narrative\n### Rules\nold rule\n\n### My own "
      "heading\nhand  \ntext\r\n\n##### Deep\nx\n";
  EntryChange change;
  change.content.body = "## Reason\nbecause";
  change.content.raw_concept = RawConcept{};
  change.content.raw_concept->task = "new task";
  change.content.raw_concept->author = "b";
  change.content.narrative = Narrative{};
  change.content.narrative->rules = "new\nrule";
  const ChangedEntry changed = update(bytes, change);
  std::string expected = replaced(bytes, "why\n", "because\n");
  expected = replaced(expected, "**Task:**\nt\n", "**Task:**\nnew task\n");
  expected = replaced(expected, "**Author:** a", "**Author:** b");
  expected = replaced(expected, "old rule", "new\nrule");
  CHECK(changed.bytes == replaced(expected, "updatedAt: x", "updatedAt: " + std::string(kStamp)));
  CHECK(changed.removed == std::vector<std::string>{"t", "a", "old rule"});
  CHECK(update(changed.bytes, change).bytes == changed.bytes);
  change = {};
  change.content.narrative = Narrative{};
  change.content.narrative->rules = "";
  CHECK(update(bytes, change).bytes.ends_with("### Rules\n### My own heading\nhand  \ntext\r\n\n##### Deep\nx\n"));
}

TEST_CASE("a replaced body is quoted in full, headings and all") {
  std::string background;
  for (int i = 0; i < 60; ++i) background += "line " + std::to_string(i) + " by hand\n";
  EntryChange change;
  change.content.body = "new";
  const ChangedEntry changed = update("intro\n\n## Background\n" + background + "\n## Facts\n- f\n", change);
  background.pop_back();
  CHECK(changed.removed == std::vector<std::string>{"intro\n\n## Background\n" + background});
  CHECK(content_of(changed.bytes).body == "new");
  change.content.body = "intro, better\n\n## Background\n" + background;
  CHECK(update("intro\n\n## Background\n" + background, change).removed == std::vector<std::string>{"intro"});
}

TEST_CASE("snippets that a person put a heading behind are still the snippets") {
  const std::string bytes = "---\nupdatedAt: x\n---\nbody\n\n---\n\n```\nsn\n```\n\n## Links\n- a\n";
  EntryChange change;
  change.content.snippets = {"sn", "sn3"};
  const std::string head = "---\nupdatedAt: " + std::string(kStamp) + "\n---\n";
  CHECK(update(bytes, change).bytes == head + "body\n\n---\n\n```\nsn\n```\n\n---\n\n```\nsn3\n```\n\n## Links\n- a\n");
  change.content.facts = {{"f"}};
  const std::string both = update(bytes, change).bytes;
  CHECK(both == head + "body\n\n## Facts\n- f\n\n---\n\n```\nsn\n```\n\n---\n\n```\nsn3\n```\n\n## Links\n- a\n");
  EntryChange replace;
  replace.replace = true;
  replace.content.body = "only";
  const ChangedEntry replaced_all = update(both, replace);
  CHECK(replaced_all.bytes == head + "only\n\n## Links\n- a\n");
  CHECK(replaced_all.removed == std::vector<std::string>{"body", "f", "sn", "sn3"});
  EntryChange remove;
  remove.remove = {"sn", "sn3", "f"};
  CHECK(update(both, remove).bytes == head + "body\n\n## Links\n- a\n");
}

TEST_CASE("prose in a section of a given body goes to that section of the file, once") {
  EntryChange change;
  change.content.body = "## Facts\nintro\n- g\n\nprose\n\n## Narrative\nstory\n\n### Rules\nr";
  const std::string bytes = "---\r\nupdatedAt: x\r\n---\r\nbody\r\n\r\n## Facts\r\n- f\r\n\r\n## Mine\r\nx";
  const std::string changed = update(bytes, change).bytes;
  CHECK(changed == "---\r\nupdatedAt: " + std::string(kStamp) +
                       "\r\n---\r\nbody\r\n\r\n## Narrative\r\nstory\r\n\r\n### Rules\r\nr\r\n\r\n## Facts\r\n"
                       "intro\r\n\r\n- f\r\n- g\r\n\r\nprose\r\n\r\n## Mine\r\nx");
  CHECK(update(changed, change).bytes == changed);
  change.content.body = "## Facts\nprose";
  CHECK(update(changed, change).bytes == changed);
}

TEST_CASE("an empty text given clears its field, an absent one keeps it") {
  const std::string bytes =
      "---\nsummary: s\nupdatedAt: x\n---\nbody\n\n## Raw Concept\n**Task:**\nt\n\n**Author:** a\n";
  EntryChange change;
  change.content.summary = "";
  change.content.raw_concept = RawConcept{};
  change.content.raw_concept->task = "";
  CHECK(update(bytes, change).bytes ==
        "---\nupdatedAt: " + std::string(kStamp) + "\n---\nbody\n\n## Raw Concept\n**Author:** a\n");
}

TEST_CASE("appended text is added as new lines, in sections too") {
  const std::string bytes =
      "---\nsummary: s\nupdatedAt: x\n---\nbody  \n\n## Narrative\n### Rules\n- one\n\n### Examples\ne\n";
  EntryChange change;
  change.append = true;
  change.content.body = "more";
  change.content.narrative = Narrative{};
  change.content.narrative->rules = "- two\n## x";
  const ChangedEntry changed = update(bytes, change);
  CHECK(changed.bytes ==
        "---\nsummary: s\nupdatedAt: " + std::string(kStamp) +
            "\n---\nbody  \nmore\n\n## Narrative\n### Rules\n- one\n- two\n\\## x\n\n### Examples\ne\n");
  CHECK(changed.removed.empty());
  EntryChange rule;
  rule.append = true;
  rule.content.body = "---";
  CHECK(content_of(update("Facts\n", rule).bytes).body == "Facts\n\n---");
}

TEST_CASE("new sections stand in the written order, between what is there") {
  EntryChange change;
  change.content.body = "## Reason\nwhy";
  change.content.relations = {{"a/b/c", "uses", ""}};
  change.content.narrative = Narrative{"s", {}, {}, {}, {}, {}};
  change.content.snippets = {"```ts\nx\n```"};
  const std::string bytes =
      update("---\nupdatedAt: x\n---\ntext\n\n## Raw Concept\n**Task:**\nt\n\n## Other\n\no\n\n---\n\n```\ny\n```\n",
             change)
          .bytes;
  CHECK(bytes == "---\nrelated: [a/b/c.md]\nupdatedAt: " + std::string(kStamp) +
                     "\n---\ntext\n\n## Reason\nwhy\n\n## Relations\n- uses @a/b/c.md\n\n## Raw "
                     "Concept\n**Task:**\nt\n\n## Narrative\n### "
                     "Structure\ns\n\n## Other\n\no\n\n---\n\n```\ny\n```\n\n---\n\n```ts\nx\n```\n");
}

TEST_CASE("only the section that is named changes; fences, tables and comments around it stay") {
  const std::string bytes =
      "---\nupdatedAt: x\n---\n```\n# not a heading\n---\n## Facts\n```\n\n| # | a |\n|---|---|\n\n## Narrative\n### "
      "Rules\nr $1\n\n## Facts\n- f\n\n## "
      "Facts\n- second\n\n---\n\n```\na\n---\nb\n```\n";
  EntryChange change;
  change.content.narrative = Narrative{};
  change.content.narrative->rules = "literal $1 and \\n and \\1";
  CHECK(update(bytes, change).bytes == replaced(replaced(bytes, "r $1", "literal $1 and \\n and \\1"), "updatedAt: x",
                                                "updatedAt: " + std::string(kStamp)));
}

TEST_CASE("removing takes exact texts out of lists, facts, relations, patterns and snippets") {
  const std::string bytes =
      "---\ntags: [a, b]\nrelated: [x/y/z.md, k/l/m.md]\nupdatedAt: x\n---\n## Relations\n- uses @x/y/z.md "
      "\xE2\x80\x94 w\n- other text\n\n## Raw "
      "Concept\n**Changes:**\n- c1\n- c2\n\n**Files:**\n- f1\n\n**Patterns:**\n- `p` - d\n\n## Facts\n- **s**: one "
      "[c]\n- two\n- three (value: 3)\n\n---\n\n```\nsnip\n```\n";
  EntryChange change;
  change.remove = {"a", "x/y/z", "c2", "f1", "- **s**: one [c]", "two", "three (value: 3)", "`p` - d", "snip"};
  const ChangedEntry changed = update(bytes, change);
  CHECK(changed.bytes == "---\ntags: [b]\nrelated: [k/l/m.md]\nupdatedAt: " + std::string(kStamp) +
                             "\n---\n## Relations\n- other text\n\n## Raw Concept\n**Changes:**\n- c1\n\n");
  CHECK(changed.removed.size() == 9);
  EntryChange line;
  line.remove = {"uses @x/y/z.md \xE2\x80\x94 w"};
  CHECK(content_of(update(bytes, line).bytes).relations == std::vector<Relation>{{"k/l/m", "", ""}});
}

TEST_CASE("every kind of item can be removed by its exact text, to the last one") {
  EntryContent content;
  content.body = "body";
  content.summary = "A summary:\nof two lines";
  content.tags = {"CI"};
  content.keywords = {"key word"};
  content.aliases = {"Other, name"};
  content.questions = {"Why, and how?"};
  content.relations = {{"a/b/c", "", ""}, {"Some Title", "uses", "w"}};
  content.facts = {{"see (docs) [x]", "", "", "c"}, {"**a**: b"}};
  content.snippets = {"```ts\na\n\nb\n```", "plain"};
  const std::string bytes = write_new_entry("T", content, "why", Time{}, Time{});
  EntryChange change;
  change.remove = {
      "A summary:\nof two lines", "CI",       "key word", "Other, name",    "Why, and how?", "a/b/c.md", "Some Title",
      "see (docs) [x]",           "**a**: b", "a\n\nb\n", "```\nplain\n```"};
  const ChangedEntry changed = update(bytes, change);
  EntryContent left;
  left.body = "body";
  CHECK(content_of(changed.bytes) == left);
  CHECK(changed.removed.size() == change.remove.size());
  CHECK(changed.bytes.ends_with("---\nbody\n\n## Reason\nwhy\n\n"));
}

TEST_CASE("a text to remove that nothing has is refused, and nothing is changed") {
  EntryChange change;
  change.remove = {"a", "zz"};
  const Error error = refused("---\ntags: [a]\n---\n", change);
  CHECK(error.code == ErrorCode::kInvalidArgument);
  CHECK(error.field == "remove");
  CHECK(error.value == "zz");
  change.remove = {"first"};  // part of a statement is not the statement
  CHECK(refused(kForeign, change).field == "remove");
}

TEST_CASE("replace sets exactly the given content and leaves foreign text, unknown keys and the reason") {
  EntryChange change;
  change.replace = true;
  change.content.body = "only this";
  change.content.tags = {"b", "z"};
  const std::string bytes = update(replaced(kForeign, "## Facts", "## Reason\nwhy\n\n## Facts"), change).bytes;
  const Entry entry = parse_entry(bytes, "name").entry;
  CHECK(entry.content.body == "only this");
  CHECK(entry.content.tags == std::vector<std::string>{"b", "z"});
  CHECK(entry.content.aliases.empty());
  CHECK(entry.content.facts.empty());
  CHECK(entry.reason == "why");
  CHECK(entry.title == "Deploy");
  for (const char* kept : {"status: active # keep", "    a: 1", "loose text", "## Mine\n\nmore", "# my note"})
    CHECK(bytes.find(kept) != std::string::npos);
}

TEST_CASE("a rename makes the old title an alias") {
  EntryChange change;
  change.title = "Ship It";
  change.pinned = true;
  const Entry entry = parse_entry(update(kForeign, change).bytes, "name").entry;
  CHECK(entry.title == "Ship It");
  CHECK(entry.content.aliases == std::vector<std::string>{"Roll out", "Deploy"});
  CHECK(entry.pinned);
  change.title = "yes";
  CHECK(parse_entry(update("text\n", change).bytes, "name").entry.content.aliases == std::vector<std::string>{"name"});
  CHECK(update("text\n", change).bytes.find("title: \"yes\"") != std::string::npos);
  change.pinned = false;
  CHECK(update("---\npinned: true\n---\n", change).bytes.find("pinned") == std::string::npos);
}

TEST_CASE("the lifecycle is written along with a change") {
  EntryChange change;
  change.content.tags = {"x"};
  change.importance = 57.123456;
  change.maturity = "validated";
  const std::string bytes = update("---\nimportance: 50\nmaturity: draft # m\n---\n", change).bytes;
  CHECK(bytes ==
        "---\ntags: [x]\nupdatedAt: " + std::string(kStamp) + "\nimportance: 57.1235\nmaturity: validated # m\n---\n");
}

TEST_CASE("edits work on the whole file, and never leave frontmatter that cannot be read") {
  EntryChange change;
  change.edits = {{"status: active", "status: done"}, {"Text here.", "$& \\0"}};
  const ChangedEntry changed = update(kForeign, change);
  CHECK(changed.bytes.find("status: done # keep") != std::string::npos);
  CHECK(changed.bytes.find("$& \\0\n") != std::string::npos);
  CHECK(changed.removed == std::vector<std::string>{"status: active", "Text here."});
  for (const EntryEdit& edit : {EntryEdit{"title: Deploy", "title: 'open"}, EntryEdit{"---\n\n# Deploy", "# Deploy"},
                                EntryEdit{"status: active", "title: x"}}) {
    change.edits = {edit};
    CHECK(refused(kForeign, change).code == ErrorCode::kInvalidArgument);
  }
  change.edits = {{"Text here.", "Text here."}};
  CHECK(update(kForeign, change).bytes == kForeign);
}

TEST_CASE("an entry whose frontmatter cannot be read is refused with the line") {
  const Error error = refused("---\na: 1\na: 2\n---\nx", {});
  CHECK(error.code == ErrorCode::kUnparsable);
  CHECK(error.message == "line 3: duplicate key `a`");
}

TEST_CASE("blanks behind the frontmatter's dashes stay, and no second block is written") {
  EntryChange change;
  change.content.tags = {"b"};
  CHECK(update("--- \ntags: [a]\nupdatedAt: x\n---\t\nbody\n", change).bytes ==
        "--- \ntags: [a, b]\nupdatedAt: " + std::string(kStamp) + "\n---\t\nbody\n");
}

TEST_CASE("an entry with frontmatter in TOML is refused, and read as text") {
  const std::string bytes = "+++\ntitle = 'x'\n+++\nbody\n";
  const Error error = refused(bytes, {});
  CHECK(error.code == ErrorCode::kUnparsable);
  CHECK(error.message.starts_with("line 1: "));
  CHECK(error.message.find("TOML") != std::string::npos);
  CHECK(content_of(bytes).body == "+++\ntitle = 'x'\n+++\nbody");
}

TEST_CASE("a fence left open at the end of the file does not swallow what is added") {
  EntryChange change;
  change.content.facts = {{"f"}};
  CHECK(content_of(update("a\n```\ncode\n", change).bytes).facts == std::vector<Fact>{{"f"}});
}

TEST_CASE("a fact with the same statement gets the given parts, in its place") {
  EntryChange change;
  change.content.facts = {{"One", "", "", "new"}};
  CHECK(update("---\nupdatedAt: x\n---\n## Facts\n- one (value: 1)\n- two\n", change).bytes ==
        "---\nupdatedAt: " + std::string(kStamp) + "\n---\n## Facts\n- one [new] (value: 1)\n- two\n");
}

TEST_CASE("facts with one subject and different values both stay, and one can be marked") {
  const std::string bytes = "---\nupdatedAt: x\n---\n## Facts\n- **db**: the database [stack] (value: PostgreSQL)\n";
  EntryChange change;
  change.content.facts = {{"the database", "db", "MySQL", "stack"}};
  const std::string both = update(bytes, change).bytes;
  CHECK(content_of(both).facts.size() == 2);
  const auto marked = mark_superseded(both, "name", content_of(both).facts[0], "a/b/c");
  REQUIRE(marked);
  CHECK(*marked == replaced(both, "(value: PostgreSQL)", "(value: PostgreSQL; superseded-by: a/b/c)"));
  CHECK(mark_superseded(both, "name", {"nothing"}, "a").error().code == ErrorCode::kNotFound);
}

TEST_CASE("relations go to related: and, where they say more, to their section") {
  EntryChange change;
  change.content.relations = {{"a/b/c", "", ""}, {"Some Title", "uses", "w"}};
  const std::string bytes = update("---\nrelated: ['@x/y/z']\nupdatedAt: x\n---\nt\n", change).bytes;
  CHECK(bytes == "---\nrelated: ['@x/y/z', a/b/c.md, Some Title]\nupdatedAt: " + std::string(kStamp) +
                     "\n---\nt\n\n## Relations\n- uses [[Some Title]] \xE2\x80\x94 w\n");
  change.content.relations = {{"Some Title", "uses", "other"}};
  CHECK(update(bytes, change).bytes.find("- uses [[Some Title]] \xE2\x80\x94 other\n") != std::string::npos);
}

namespace {
// Lists keep the file's order, so replaced content is compared without it.
EntryContent without_order(EntryContent content) {
  const auto sort = [](auto& list, auto key) {
    std::sort(list.begin(), list.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  };
  const auto same = [](const std::string& text) { return text; };
  for (auto* list : {&content.tags, &content.keywords, &content.aliases, &content.questions, &content.snippets})
    sort(*list, same);
  sort(content.facts,
       [](const Fact& f) { return f.statement + '\n' + f.subject + '\n' + f.value + '\n' + f.category; });
  sort(content.relations, [](const Relation& r) { return r.target + '\n' + r.type + '\n' + r.why; });
  if (content.raw_concept) {
    sort(content.raw_concept->changes, same);
    sort(content.raw_concept->files, same);
    sort(content.raw_concept->patterns,
         [](const Pattern& p) { return p.pattern + '\n' + p.flags + '\n' + p.description; });
  }
  if (content.narrative)
    sort(content.narrative->diagrams, [](const Diagram& d) { return d.content + '\n' + d.title + '\n' + d.type; });
  return content;
}

std::string with_returns(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}
}  // namespace

TEST_CASE("after any change an entry says exactly what it should, in the file's own line endings") {
  for (unsigned seed = 0; seed < 800; ++seed) {
    CAPTURE(seed);
    testing::RandomContent random(seed);
    std::string bytes = write_new_entry("T", random.content(), random.text(), Time{}, Time{});
    const bool windows = seed % 3 == 1;
    if (windows) bytes = with_returns(bytes);
    if (seed % 4 == 1) bytes.erase(bytes.size() - (windows ? 2 : 1));
    EntryChange change;
    change.content = random.content();
    change.append = seed % 5 == 0;
    change.replace = seed % 7 == 0;
    const NormalContent normal = normal_content(change.content);
    EntryContent expected = content_of(bytes);
    if (change.replace) {
      expected = normal.content;
    } else {
      unite_content(expected, normal.content, change.content, change.append);
    }
    const std::string changed = update(bytes, change).bytes;
    CHECK_FALSE(parse_entry(changed, "name").problem);
    CHECK(without_order(content_of(changed)) == without_order(expected));
    if (windows)
      CHECK(std::count(changed.begin(), changed.end(), '\r') == std::count(changed.begin(), changed.end(), '\n'));
    if (!change.append) CHECK(update(changed, change).bytes == changed);
  }
}

TEST_CASE("changing a large entry takes time in proportion to it") {
  const auto start = std::chrono::steady_clock::now();
  std::string bytes = "---\nupdatedAt: x\n---\n## Facts\n";
  for (int i = 0; i < 20'000; ++i) bytes += "- fact number " + std::to_string(i) + "\n";
  for (int i = 0; i < 5'000; ++i) bytes += "\n---\n\n```\nsnippet " + std::to_string(i) + "\n```\n";
  EntryChange change;
  for (int i = 0; i < 2'000; ++i) change.content.facts.push_back({"new fact " + std::to_string(i)});
  for (int i = 0; i < 2'000; ++i) change.remove.push_back("fact number " + std::to_string(i));
  const std::string changed = update(bytes, change).bytes;
  CHECK(content_of(changed).facts.size() == 20'000);
  EntryChange all;
  all.replace = true;
  all.content.body = "x";
  CHECK(content_of(update(bytes, all).bytes).snippets.empty());
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}
