#include "memory/retrieval/curation_checks.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "tests/memory/retrieval/curation_fixture.h"
#include "tests/support/lesser_user.h"

using namespace memory;
using namespace tests;

namespace {

Operation with_hash(Operation made, const std::string& hash) {
  made.expected_hash = hash;
  return made;
}

}  // namespace

TEST_CASE_FIXTURE(CuratedTree, "an expected hash of an entry that is not there is a conflict, whatever the type") {
  const std::string hash(64, 'a');
  add("a/b", "Other", "an entry that stands there");
  for (const char* type : {"ADD", "UPSERT", "UPDATE", "DELETE"}) {
    CAPTURE(type);
    for (const Operation& gone :
         {operation(type, "a/b", "Gone", "text of the entry"), operation(type, "a/b/gone", "", "text of the entry"),
          operation(type, "new/place", "Gone", "text of the entry")}) {
      const auto refused = one(with_hash(gone, hash));
      REQUIRE(refused.error);
      CHECK(refused.error->code == ErrorCode::kConflict);
      CHECK(refused.error->field == "expected_hash");
      CHECK(refused.error->value == hash);
      CHECK(contains(refused.message, "does not exist"));
    }
  }
  Operation merge = operation("MERGE", "a/b/gone");
  merge.target_path = "a/b/other";
  CHECK(one(with_hash(merge, hash)).error->code == ErrorCode::kConflict);
  merge = operation("MERGE", "a/b/other");
  merge.target_path = "a/b/gone";
  CHECK(one(with_hash(merge, hash)).error->code == ErrorCode::kConflict);
  CHECK_FALSE(exists("a/b/gone.md"));
  CHECK_FALSE(exists("new"));
  CHECK(exists("a/b/other.md"));
}

TEST_CASE_FIXTURE(CuratedTree, "hashes are compared without case") {
  std::string hash = *add("a/b", "One", "the first text here").hash;
  std::transform(hash.begin(), hash.end(), hash.begin(),
                 [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
  CHECK(one(with_hash(operation("UPDATE", "a/b/one", "", "another text"), " " + hash)).status == "success");
}

TEST_CASE_FIXTURE(CuratedTree, "a time that could not be read back is refused with its field and value") {
  Operation update = operation("UPSERT", "a/b", "One", "the first text here");
  update.content->facts = {{"it is so", "it", "so", "", "2026-02-03", "2026-03-01T10:00:00+02:00", ""},
                           {"it was", "was", "x", "", "2026-02-30", "", ""}};
  for (const char* type : {"ADD", "UPSERT", "UPDATE"}) {
    CAPTURE(type);
    update.type = type;
    const auto refused = one(update);
    REQUIRE(refused.error);
    CHECK(refused.error->code == ErrorCode::kInvalidArgument);
    CHECK(refused.error->field == "content.facts[1].valid_from");
    CHECK(refused.error->value == "2026-02-30");
    one(operation("UPSERT", "a/b", "One", "the first text here"));
  }
  update.type = "UPSERT";
  update.content->facts[1] = {"it was", "was", "x", "", "", "soon", ""};
  CHECK(one(update).error->field == "content.facts[1].valid_until");
  update.content->facts[1].valid_until = "";
  update.created_at = "last week";
  CHECK(one(update).error->field == "created_at");
  update.created_at = "2026-02-01";
  CHECK(one(update).status == "success");
}

TEST_CASE_FIXTURE(CuratedTree,
                  "the domain of the user's own tree takes no new entries; files there can be read and changed") {
  for (const char* domain : {"personal", "Personal", "PERSONAL"}) {
    for (const char* type : {"ADD", "UPSERT"}) {
      const auto refused = one(operation(type, std::string(domain) + "/taste", "Food", "noodles above all"));
      REQUIRE(refused.error);
      CHECK(refused.error->field == "path");
      CHECK(contains(refused.message, "reserved"));
    }
  }
  CHECK_FALSE(exists("personal"));
  CHECK(add("personally/taste", "Food", "noodles above all").status == "success");
  Operation move = operation("UPDATE", "personally/taste/food");
  move.target_path = "personal/taste";
  CHECK(one(move).error->field == "target_path");
  write("personal/taste/drink.md", "tea");
  CHECK(one(operation("UPSERT", "personal/taste/drink", "", "coffee")).status == "success");
  Operation rename = operation("UPDATE", "personal/taste/drink");
  rename.target_title = "Drinks";
  CHECK(one(rename).path == "personal/taste/drinks");
}

TEST_CASE_FIXTURE(CuratedTree, "what is no entry and occupies the name is named, with what to do about it") {
  folder.write("outside.md", "outside");
  add("a/b", "One", "the first text here");
  const std::string tree = folder.tree();
  REQUIRE(::symlink((folder.path() / "outside.md").c_str(), (tree + "/a/b/link.md").c_str()) == 0);
  REQUIRE(::symlink("nowhere", (tree + "/a/b/dangling.md").c_str()) == 0);
  REQUIRE(::link((folder.path() / "outside.md").c_str(), (tree + "/a/b/hard.md").c_str()) == 0);
  REQUIRE(::mkfifo((tree + "/a/b/fifo.md").c_str(), 0600) == 0);
  write("a/b/folder.md/inside.md", "text in an oddly named folder");
  const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string name = tree + "/a/b/socket.md";
  REQUIRE(name.size() < sizeof address.sun_path);
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  REQUIRE(::bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  ::close(server);
  const std::pair<const char*, const char*> odd[] = {{"link", "symbolic link"}, {"dangling", "symbolic link"},
                                                     {"hard", "hard link"},     {"fifo", "FIFO"},
                                                     {"folder", "folder"},      {"socket", "socket"}};
  for (const auto& [title, word] : odd) {
    CAPTURE(title);
    for (const bool dry_run : {false, true}) {
      Operation move = operation("UPDATE", "a/b/one");
      move.target_title = title;
      for (const Operation& tried : {operation("UPSERT", "a/b", title, "a text that has no place"), move}) {
        const auto refused = curate({tried}, dry_run).applied[0];
        REQUIRE(refused.error);
        CHECK(refused.error->code == ErrorCode::kAlreadyExists);
        CHECK(contains(refused.message, word));
        CHECK(contains(refused.message, "choose another"));
      }
    }
  }
  CHECK(exists("a/b/one.md"));
  CHECK(folder.read("outside.md") == "outside");
}

TEST_CASE_FIXTURE(CuratedTree, "what stands where a folder would have to be is named") {
  write("a/plain", "no folder");
  REQUIRE(::mkfifo((folder.tree() + "/a/fifo").c_str(), 0600) == 0);
  REQUIRE(::symlink(folder.path().c_str(), (folder.tree() + "/a/link").c_str()) == 0);
  for (const auto& [name, word] :
       {std::pair("plain", "a file"), std::pair("fifo", "FIFO"), std::pair("link", "link")}) {
    CAPTURE(name);
    const auto refused = add("a/" + std::string(name), "New", "a text that has no place");
    REQUIRE(refused.error);
    CHECK(refused.error->code == ErrorCode::kAlreadyExists);
    CHECK(contains(refused.message, word));
    CHECK(contains(refused.message, "a/" + std::string(name)));
  }
}

TEST_CASE_FIXTURE(CuratedTree, "a file that cannot be read is said to be so, not to be missing") {
  write("a/b/secret.md", "hidden");
  write("a/shut/inside.md", "shut away");
  ::chmod((folder.tree() + "/a/b/secret.md").c_str(), 0);
  ::chmod((folder.tree() + "/a/shut").c_str(), 0);
  {
    const LesserUser user;
    open();
    for (const char* path : {"a/b/secret", "a/shut/inside"}) {
      for (const char* type : {"UPDATE", "DELETE", "UPSERT", "ADD"}) {
        CAPTURE(path);
        CAPTURE(type);
        const auto refused = curate({operation(type, path, "", "other text to store")}, true).applied[0];
        REQUIRE(refused.error);
        CHECK(refused.error->code == ErrorCode::kIo);
        CHECK(contains(refused.message, "Permission denied"));
      }
    }
    CHECK(curate({operation("ADD", "a/b", "Secret 2", "other text to store")}, true).summary.added == 1);
  }
  ::chmod((folder.tree() + "/a/shut").c_str(), 0755);
}
