#include "memory/retrieval/curation.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "tests/memory/retrieval/curation_fixture.h"

using namespace memory;
using namespace tests;

TEST_CASE_FIXTURE(CuratedTree, "ADD makes the entry and its folders, and says what is stored") {
  const auto result =
      curate({operation("ADD", "Architecture/API Design", "Rate Limits", "100 requests a minute per key")});
  CHECK(result.created_root == folder.tree());
  CHECK(result.summary.added == 1);
  const OperationResult& applied = result.applied.at(0);
  CHECK(applied.status == "success");
  CHECK(applied.path == "architecture/api_design/rate_limits");
  const EntryPtr stored = entry(applied.path);
  REQUIRE(stored);
  CHECK(stored->hash == applied.hash);
  CHECK(stored->entry().title == "Rate Limits");
  CHECK(contains(*stored->entry().content.body, "100 requests a minute per key"));
  CHECK(stored->entry().importance == 50);
  CHECK(stored->entry().maturity == "draft");
  CHECK(stored->entry().reason == "because");
  CHECK(stored->entry().created_at == now);
  REQUIRE(stored->entry().content.raw_concept);
  CHECK(stored->entry().content.raw_concept->author == "tester 1.0");
  CHECK(exists("architecture/context.md"));
  CHECK(contains(bytes("architecture/api_design/context"), "Rate Limits"));
  CHECK(contains(bytes("architecture/context"), "api_design"));
  CHECK_FALSE(
      curate({operation("ADD", "Architecture/API Design", "Other", "Something else entirely here")}).created_root);
}

TEST_CASE_FIXTURE(CuratedTree, "ADD never overwrites; the same again is unchanged") {
  const auto first = add("a/b", "Deploy", "Deploy with the script on Mondays only");
  const auto again = add("a/b", "deploy", "Deploy with the script on Mondays only");
  CHECK(again.status == "unchanged");
  CHECK(again.path == "a/b/deploy");
  CHECK(again.hash == first.hash);
  const auto other = add("a/b", "DEPLOY", "Deploy by hand");
  CHECK(other.status == "failed");
  CHECK(other.error->code == ErrorCode::kAlreadyExists);
  CHECK(contains(other.message, "UPDATE"));
  CHECK(contains(other.message, "UPSERT"));
  CHECK(entry("a/b/deploy")->hash == first.hash);
}

TEST_CASE_FIXTURE(CuratedTree, "ADD wants two or three folders and some text") {
  for (const char* path : {"a", "a/b/c/d", "a/b/c/d/e"}) {
    CAPTURE(path);
    const auto result = add(path, "T", "text of some length");
    CHECK(result.status == "failed");
    CHECK(result.error->field == "path");
  }
  const auto empty = one(operation("ADD", "a/b", "T"));
  CHECK(empty.error->field == "content");
  Operation blank = operation("ADD", "a/b", "T", " \n");
  CHECK(one(blank).error->field == "content");
  CHECK(one(operation("ADD", "", "T", "text")).error->field == "path");
  CHECK(store->refresh()->entries.empty());
  Operation summary = operation("ADD", "a/b", "T");
  summary.content.emplace().summary = "a summary is text";
  CHECK(one(summary).status == "success");
}

TEST_CASE_FIXTURE(CuratedTree, "one failing operation does not stop the others, and each says what it lacks") {
  auto result =
      curate({operation("ADD", "a/b", "One", "the first text here"), operation("FROB", "a/b", "X", "x"),
              operation("UPDATE", "a/b", "Onee", "x"), operation("add", "a/b", "Two", "the second, other words")});
  CHECK(result.applied[0].status == "success");
  CHECK(result.applied[1].error->field == "type");
  CHECK(contains(result.applied[1].message, "FROB"));
  CHECK(result.applied[2].error->code == ErrorCode::kNotFound);
  CHECK(result.applied[2].error->candidates.at(0) == "a/b/one");
  CHECK(contains(result.applied[2].message, "a/b/one"));
  CHECK(result.applied[3].status == "success");
  CHECK(result.applied[3].type == "ADD");
  CHECK(result.summary.added == 2);
  CHECK(result.summary.failed == 2);
}

TEST_CASE_FIXTURE(CuratedTree, "a reason is required, per operation or for the call") {
  const auto clock = [this] { return now; };
  CurateRequest request{{operation("ADD", "a/b", "One", "the first text here")}, std::nullopt, "t", false};
  CHECK(memory::curate(*store, request, clock)->applied[0].error->field == "reason");
  request.reason = "  ";
  CHECK(memory::curate(*store, request, clock)->applied[0].error->field == "reason");
  request.operations[0].reason = "told so";
  CHECK(memory::curate(*store, request, clock)->applied[0].status == "success");
  CHECK(entry("a/b/one")->entry().reason == "told so");
}

TEST_CASE_FIXTURE(CuratedTree, "a call without operations or with more than 200 is refused as a whole") {
  const auto clock = [this] { return now; };
  CHECK(memory::curate(*store, {{}, "r", "t", false}, clock).error().field == "operations");
  std::vector<Operation> many(201, operation("DELETE", "a/b/none"));
  const auto refused = memory::curate(*store, {many, "r", "t", false}, clock);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kTooLarge);
  CHECK(contains(refused.error().message, "200"));
  many.pop_back();
  CHECK(memory::curate(*store, {many, "r", "t", false}, clock)->summary.failed == 200);
}

TEST_CASE_FIXTURE(CuratedTree, "UPDATE changes the given fields and keeps the others") {
  add("a/b", "Service", "It listens on a port");
  Operation update = operation("UPDATE", "a/b/service");
  update.content.emplace().tags = {"net"};
  update.content->facts = {{"the port is 8080", "port", "8080", "convention", "", "", ""}};
  now += std::chrono::hours(1);
  const auto result = one(update);
  REQUIRE(result.status == "success");
  const auto stored = entry("a/b/service");
  CHECK(stored->hash == result.hash);
  CHECK(contains(*stored->entry().content.body, "listens on a port"));
  CHECK(stored->entry().content.tags == std::vector<std::string>{"net"});
  CHECK(stored->entry().content.facts.at(0).value == "8080");
  CHECK(stored->entry().updated_at == now);
  CHECK(stored->entry().created_at == now - std::chrono::hours(1));
  CHECK(one(update).status == "unchanged");
  CHECK(one(operation("UPDATE", "a/b/service")).error->field == "content");
}

TEST_CASE_FIXTURE(CuratedTree, "edits and removals are literal, and what disappears is quoted") {
  add("a/b", "Costs", "It costs $1 and \\n stays");
  Operation edit = operation("UPDATE", "a/b/costs");
  edit.edits = {{"$1", "$2 \\1"}};
  CHECK(one(edit).status == "success");
  CHECK(contains(bytes("a/b/costs"), "It costs $2 \\1 and \\n stays"));
  const auto again = one(edit);
  CHECK(again.status == "failed");
  CHECK(again.error->code == ErrorCode::kInvalidArgument);
}

TEST_CASE_FIXTURE(CuratedTree, "an expected hash that is out of date fails with the current one and changes nothing") {
  const auto added = add("a/b", "Service", "It listens on a port");
  Operation update = operation("UPDATE", "a/b/service", "", "It listens on two ports");
  update.expected_hash = std::string(64, '0');
  const auto refused = one(update);
  CHECK(refused.error->code == ErrorCode::kConflict);
  CHECK(contains(refused.message, *added.hash));
  CHECK(entry("a/b/service")->hash == added.hash);
  update.expected_hash = added.hash;
  CHECK(one(update).status == "success");
  Operation replace = operation("UPDATE", "a/b/service", "", "new");
  replace.replace = true;
  CHECK(one(replace).error->field == "expected_hash");
}

TEST_CASE_FIXTURE(CuratedTree, "UPSERT adds what is new and changes what is there") {
  const auto added = one(operation("upsert", "a/b", "Service", "It listens on a port"));
  CHECK(added.message == "added");
  const auto same = one(operation("UPSERT", "a/b", "Service", "It listens on a port"));
  CHECK(same.status == "unchanged");
  CHECK(same.hash == added.hash);
  const auto changed = one(operation("UPSERT", "a/b", "service", "It listens on a socket"));
  CHECK(changed.status == "success");
  CHECK(changed.path == "a/b/service");
  CHECK(entry("a/b/service")->entry().title == "Service");
}

TEST_CASE_FIXTURE(CuratedTree, "DELETE takes the exact path only, and leaves no empty folders") {
  add("A/B/C", "Deploy", "how the first is deployed");
  add("A/B/D", "Deploy", "how the second one goes out");
  for (const char* fuzzy : {"Deploy", "Deplo", "a/b/c/deplo"}) {
    CAPTURE(fuzzy);
    const auto refused = one(operation("DELETE", fuzzy));
    CHECK(refused.status == "failed");
    CHECK(std::count(refused.error->candidates.begin(), refused.error->candidates.end(), "a/b/c/deploy") == 1);
  }
  const auto ambiguous = one(operation("DELETE", "Deploy"));
  CHECK(ambiguous.error->code == ErrorCode::kAmbiguous);
  CHECK(ambiguous.error->candidates == std::vector<std::string>{"a/b/c/deploy", "a/b/d/deploy"});
  CHECK(one(operation("DELETE", "", "Deploy")).error->code == ErrorCode::kAmbiguous);
  const auto deleted = one(operation("DELETE", "a/b/c/deploy"));
  CHECK(deleted.status == "success");
  CHECK_FALSE(deleted.hash);
  CHECK_FALSE(exists("a/b/c"));
  CHECK(exists("a/b/d/deploy.md"));
  CHECK_FALSE(contains(bytes("a/b/context"), "a/b/c"));
  CHECK(one(operation("DELETE", "a/b/d", "Deploy")).status == "success");
  CHECK_FALSE(exists("a"));
}

TEST_CASE_FIXTURE(CuratedTree, "a folder is deleted only with recursive, as one change, and other files stay") {
  add("a/b", "One", "the first text here");
  add("a/b/c", "Two", "the second, other words");
  add("a/d", "Three", "a third text entirely");
  write("a/b/picture.png", "png");
  const auto refused = one(operation("DELETE", "a/b"));
  CHECK(refused.error->field == "recursive");
  CHECK(exists("a/b/one.md"));
  Operation recursive = operation("DELETE", "A/B");
  recursive.recursive = true;
  const auto deleted = one(recursive);
  CHECK(deleted.status == "success");
  CHECK(contains(deleted.message, "2 entries"));
  CHECK(contains(deleted.message, "the folder itself stays"));
  CHECK(exists("a/b/picture.png"));
  CHECK_FALSE(exists("a/b/one.md"));
  CHECK_FALSE(exists("a/b/c"));
  CHECK(exists("a/d/three.md"));
  Operation rest = operation("DELETE", "a/d");
  rest.recursive = true;
  CHECK(one(rest).message == "deleted the folder with 1 entry");
  Operation all = operation("DELETE", "");
  all.recursive = true;
  CHECK(one(all).status == "failed");
}

TEST_CASE_FIXTURE(CuratedTree, "paths that lead out of the tree are refused by name") {
  for (const std::string path : {"../../x", "/etc/passwd", "a/../../b", "..\\..\\x", "%2e%2e/x", "C:\\x", "a/.git/x"}) {
    CAPTURE(path);
    for (const char* type : {"ADD", "UPSERT", "UPDATE", "DELETE", "MERGE"}) {
      const auto refused = one(operation(type, path, "T", "some text to store"));
      CHECK(refused.status == "failed");
      CHECK(refused.error->code == ErrorCode::kRefusedPath);
      CHECK(refused.error->value == path);
    }
  }
  CHECK(one(operation("ADD", std::string("a/b\0c", 5), "T", "text")).error->code == ErrorCode::kRefusedPath);
  CHECK(store->refresh()->entries.empty());
}

TEST_CASE_FIXTURE(CuratedTree, "nothing is written through a link, and nothing outside changes") {
  folder.write("outside/secret.md", "secret");
  add("a/b", "One", "the first text here");
  REQUIRE(::symlink((folder.path() / "outside").c_str(), (folder.tree() + "/a/out").c_str()) == 0);
  REQUIRE(::symlink((folder.path() / "outside/secret.md").c_str(), (folder.tree() + "/a/b/link.md").c_str()) == 0);
  CHECK(add("a/out", "New", "text through a folder link").status == "failed");
  CHECK(add("a/b", "link", "text through a file link").status == "failed");
  CHECK(folder.read("outside/secret.md") == "secret");
  CHECK_FALSE(folder.exists("outside/new.md"));
}

TEST_CASE_FIXTURE(CuratedTree, "a dry run says the same and writes nothing") {
  const std::vector<Operation> operations = {operation("ADD", "a/b", "One", "the first text here"),
                                             operation("UPDATE", "a/b/one", "", "changed first text"),
                                             operation("DELETE", "a/b/none")};
  const auto rehearsed = curate(operations, true);
  CHECK_FALSE(exists(""));
  const auto real = curate(operations);
  REQUIRE(rehearsed.applied.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(rehearsed.applied[i].status == real.applied[i].status);
    CHECK(rehearsed.applied[i].message == real.applied[i].message);
    CHECK_FALSE(rehearsed.applied[i].hash);  // no such bytes are ever stored
  }
  CHECK(curate({operation("DELETE", "a/b/one")}, true).summary.deleted == 1);
  CHECK(exists("a/b/one.md"));
  const auto unchanged =
      curate({operation("UPSERT", "a/b/one", "", "changed first text"),
              operation("UPSERT", "a/b/one", "", "changed again"), operation("UPSERT", "a/b/one", "", "changed again")},
             true);
  CHECK(unchanged.applied[0].hash == entry("a/b/one")->hash);
  CHECK_FALSE(unchanged.applied[1].hash);
  CHECK(unchanged.applied[2].status == "unchanged");
  CHECK_FALSE(unchanged.applied[2].hash);
}

TEST_CASE_FIXTURE(CuratedTree, "relations are looked up after the last operation of the call") {
  Operation first = operation("ADD", "a/b", "One", "the first text here");
  first.content->relations = {{"a/b/two", "depends_on", ""}, {"a/b/none", "", ""}, {"Twin", "", ""}};
  const auto result = curate({first, operation("ADD", "a/b", "Two", "the second, other words"),
                              operation("ADD", "a/x", "Twin", "one of the twins lives here"),
                              operation("ADD", "a/y", "Twin", "another twin altogether stands elsewhere")});
  const auto& warnings = result.applied[0].warnings;
  CHECK_FALSE(mentions(warnings, "a/b/two"));
  CHECK(mentions(warnings, "\"a/b/none\" does not exist yet"));
  CHECK(mentions(warnings, "\"Twin\" is ambiguous: \"a/x/twin\" \"a/y/twin\""));
}

TEST_CASE_FIXTURE(CuratedTree, "an entry above 4 MiB is refused with the limit, one of 1 MB is stored whole") {
  const auto large = add("a/b", "Large", std::string((4 << 20) + 1, 'x'));
  CHECK(large.error->code == ErrorCode::kTooLarge);
  CHECK(contains(large.message, "4 MiB"));
  CHECK(store->refresh()->entries.empty());
  std::string text;
  for (int i = 0; text.size() < 1'000'000; ++i) text += "line " + std::to_string(i) + " of a long entry\n";
  CHECK(add("a/b", "Long", text + "marker at the end").status == "success");
  CHECK(contains(bytes("a/b/long"), "marker at the end"));
}

TEST_CASE_FIXTURE(CuratedTree, "imported knowledge keeps its own time") {
  Operation import = operation("ADD", "a/b", "Old", "known for a long time");
  import.created_at = "2019-05-01T10:00:00Z";
  import.pinned = true;
  REQUIRE(one(import).status == "success");
  const auto stored = entry("a/b/old");
  CHECK(stored->entry().created_at == Time(std::chrono::seconds(1556704800)));
  CHECK(stored->entry().pinned);
  Operation wrong = operation("ADD", "a/b", "Other", "another text that is new");
  wrong.created_at = "yesterday";
  CHECK(one(wrong).error->field == "created_at");
}

TEST_CASE_FIXTURE(CuratedTree, "every applied operation leaves one line in the audit log, failed ones none") {
  const auto added = add("a/b", "One", "the first text here");
  one(operation("UPDATE", "a/b/one", "", "changed first text"));
  one(operation("DELETE", "a/b/none"));
  const std::string log =
      folder.read("tree/.log/2026-02." + folder.read("tree/.state/machine").substr(0, 8) + ".jsonl");
  CHECK(std::count(log.begin(), log.end(), '\n') == 2);
  CHECK(contains(log,
                 "\"operation\":\"ADD\",\"path\":\"a/b/one\",\"reason\":\"because\",\"hash_after\":\"" + *added.hash));
  CHECK(contains(log, "\"client\":\"tester 1.0\""));
  CHECK(contains(log, "\"hash_before\":\"" + *added.hash));
}

TEST_CASE_FIXTURE(CuratedTree, "a person's edit between two calls is what the next operation works on") {
  add("a/b", "One", "the first text here");
  std::string edited = bytes("a/b/one");
  edited += "\nA line by a person\n";
  write("a/b/one.md", edited);
  Operation append = operation("UPDATE", "a/b/one", "", "A line by an agent");
  append.append = true;
  REQUIRE(one(append).status == "success");
  CHECK(contains(bytes("a/b/one"), "A line by a person"));
  CHECK(contains(bytes("a/b/one"), "A line by an agent"));
}

TEST_CASE_FIXTURE(CuratedTree, "a read-only tree refuses the call, a dry run still answers") {
  add("a/b", "One", "the first text here");
  open({.read_only = true});
  const auto clock = [this] { return now; };
  CHECK(memory::curate(*store, {{operation("DELETE", "a/b/one")}, "r", "t", false}, clock).error().code ==
        ErrorCode::kReadOnly);
  CHECK(curate({operation("DELETE", "a/b/one")}, true).summary.deleted == 1);
}

TEST_CASE_FIXTURE(CuratedTree, "a file with BOM, CRLF and no final newline keeps its style") {
  write("a/b/win.md",
        "\xef\xbb\xbf---\r\ntitle: From Windows\r\ndescription: >\r\n  folded\r\n  text\r\n---\r\nfirst\r\nlast");
  CHECK(entry("a/b/win")->entry().title == "From Windows");
  CHECK(contains(entry("a/b/win")->entry().content.summary.value_or(""), "folded text"));
  Operation append = operation("UPDATE", "a/b/win", "", "appended");
  append.append = true;
  REQUIRE(one(append).status == "success");
  const std::string text = bytes("a/b/win");
  CHECK(text.starts_with("\xef\xbb\xbf---\r\n"));
  CHECK(contains(text, "last\r\n"));
  CHECK(contains(text, "\r\nappended"));
  CHECK_FALSE(text.ends_with("\n"));
  for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 1)) CHECK(text[i - 1] == '\r');
}

TEST_CASE_FIXTURE(CuratedTree, "foreign frontmatter survives an update byte for byte") {
  const std::string front = "# kept\ncustom: {deep: [1, 2]}\ntitle: 'Old'\naliases: [Other Name]\nzzz:\n  - a\n";
  write("a/b/obsidian.md", "---\n" + front + "---\nBody\n");
  Operation update = operation("UPDATE", "a/b/obsidian");
  update.content.emplace().facts = {{"it came from outside", "origin", "obsidian", "", "", "", ""}};
  REQUIRE(one(update).status == "success");
  CHECK(contains(bytes("a/b/obsidian"), front.substr(0, front.find("zzz"))));
  CHECK(bytes("a/b/obsidian").find("---\n") == 0);
  CHECK(entry("a/b/obsidian")->entry().content.facts.size() == 1);
}

TEST_CASE_FIXTURE(CuratedTree,
                  "an operation on frontmatter that cannot be read fails with the line and changes nothing") {
  const std::string broken = "---\ntitle: a\ntitle: b\n---\nfindable\n";
  write("a/b/broken.md", broken);
  const auto refused = one(operation("UPDATE", "a/b/broken", "", "new text"));
  CHECK(refused.error->code == ErrorCode::kUnparsable);
  CHECK(contains(refused.message, "3"));
  CHECK(bytes("a/b/broken") == broken);
  CHECK(one(operation("DELETE", "a/b/broken")).status == "success");
}

TEST_CASE_FIXTURE(CuratedTree, "a file that stands in the way without being an entry is never overwritten") {
  write("a/b/taken.md", std::string((4 << 20) + 1, 'x'));
  const auto refused = add("a/b", "Taken", "a text that has no place");
  CHECK(refused.status == "failed");
  CHECK(refused.error->code == ErrorCode::kAlreadyExists);
  CHECK(contains(refused.message, "larger than an entry"));
  CHECK(folder.read("tree/a/b/taken.md").size() == (4 << 20) + 1);
}

TEST_CASE_FIXTURE(CuratedTree, "a missing path is asked for in words that fit the operation") {
  add("r/t", "Two", "the second text, other words");
  const auto deleted = one(operation("DELETE", ""));
  CHECK(contains(deleted.message, "the exact path"));
  CHECK_FALSE(contains(deleted.message, "domain/topic"));
  for (const char* type : {"UPSERT", "UPDATE", "DELETE"}) {
    CAPTURE(type);
    const auto titled = one(operation(type, "", "Two", "some new text for it"));
    CHECK(titled.error->field == "path");
    CHECK(contains(titled.message, "a title alone"));
    CHECK(titled.error->candidates == std::vector<std::string>{"r/t/two"});
  }
  const auto again = add("r/t", "Two", "another text");
  CHECK(again.error->field == "path");
  CHECK(again.error->value == "r/t/two");
}

TEST_CASE_FIXTURE(CuratedTree,
                  "a call tells after each operation how far it is, and stops between two when it is asked to") {
  std::stop_source stop;
  CurateRequest request{{operation("ADD", "a/b", "One", "the first text here"),
                         operation("ADD", "a/b", "Two", "quite another text there"),
                         operation("ADD", "a/b", "Three", "nothing like the others at all")},
                        "because",
                        "tester 1.0"};
  std::vector<std::pair<std::size_t, std::size_t>> steps;
  request.stop = stop.get_token();
  request.progress = [&](std::size_t done, std::size_t total) {
    steps.emplace_back(done, total);
    if (done == 2) stop.request_stop();
  };
  const auto result = memory::curate(*store, request, [this] { return now; });
  REQUIRE(result);
  CHECK(steps == std::vector<std::pair<std::size_t, std::size_t>>{{1, 3}, {2, 3}, {3, 3}});
  CHECK(result->summary.added == 2);
  CHECK(result->applied.at(2).status == "failed");
  CHECK(result->applied.at(2).error->code == ErrorCode::kBusy);
  CHECK(entry("a/b/two"));
  CHECK_FALSE(entry("a/b/three"));
}
