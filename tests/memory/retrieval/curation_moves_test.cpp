#include "memory/retrieval/curation_moves.h"

#include "memory/index/relation_graph.h"
#include "tests/memory/retrieval/curation_fixture.h"

using namespace memory;
using namespace tests;

namespace {

Operation with_target(Operation made, const std::string& path, const std::string& title = "") {
  if (!path.empty()) made.target_path = path;
  if (!title.empty()) made.target_title = title;
  return made;
}

struct Linked : CuratedTree {
  Linked() {
    add("a/b", "Auth Service", "logs people in");
    add("x/y", "Reader", "see [[a/b/auth_service]] and @a/b/auth_service.md, also [[Auth Service]]");
  }
};

}  // namespace

TEST_CASE_FIXTURE(Linked, "a rename moves the file, keeps the old title as alias and rewrites references") {
  const auto moved = one(with_target(operation("UPDATE", "a/b/auth_service"), "", "Login Service"));
  REQUIRE(moved.status == "success");
  CHECK(moved.path == "a/b/login_service");
  CHECK_FALSE(exists("a/b/auth_service.md"));
  const auto stored = entry("a/b/login_service");
  REQUIRE(stored);
  CHECK(stored->hash == moved.hash);
  CHECK(stored->entry().title == "Login Service");
  CHECK(stored->entry().content.aliases == std::vector<std::string>{"Auth Service"});
  const std::string reader = bytes("x/y/reader");
  CHECK(contains(reader, "[[a/b/login_service]]"));
  CHECK(contains(reader, "@a/b/login_service.md"));
  CHECK(contains(reader, "[[Auth Service]]"));  // still its name
  CHECK_FALSE(contains(bytes("a/b/context"), "auth_service"));
}

TEST_CASE_FIXTURE(Linked, "a move to another folder keeps name and title") {
  const auto moved = one(with_target(operation("UPDATE", "a/b/auth_service", "", "logs everybody in"), "new/place"));
  REQUIRE(moved.status == "success");
  CHECK(moved.path == "new/place/auth_service");
  CHECK(entry(moved.path)->entry().title == "Auth Service");
  CHECK(entry(moved.path)->entry().content.aliases.empty());
  CHECK(contains(bytes(moved.path), "logs everybody in"));
  CHECK_FALSE(exists("a"));
  CHECK(contains(bytes("x/y/reader"), "[[new/place/auth_service]]"));
}

TEST_CASE_FIXTURE(Linked, "a move to a whole path takes its last part as the file's name") {
  const auto moved = one(with_target(operation("UPDATE", "a/b/auth_service"), "a/b/c/login"));
  CHECK(moved.path == "a/b/c/login");
  CHECK(entry("a/b/c/login")->entry().title == "Auth Service");
}

TEST_CASE_FIXTURE(Linked, "a rename within the same component changes the title alone") {
  const auto renamed = one(with_target(operation("UPDATE", "a/b/auth_service"), "", "Auth: Service!"));
  CHECK(renamed.status == "success");
  CHECK(renamed.path == "a/b/auth_service");
  CHECK(entry(renamed.path)->entry().title == "Auth: Service!");
}

TEST_CASE_FIXTURE(Linked, "nothing is moved onto another entry") {
  add("a/b", "Billing", "writes the invoices");
  const auto refused = one(with_target(operation("UPDATE", "a/b/auth_service"), "", "billing"));
  CHECK(refused.error->code == ErrorCode::kAlreadyExists);
  CHECK(contains(refused.message, "MERGE"));
  CHECK(one(with_target(operation("UPDATE", "a/b/auth_service"), "a/b/billing")).error->code ==
        ErrorCode::kAlreadyExists);
  CHECK(contains(bytes("a/b/billing"), "invoices"));
  CHECK(exists("a/b/auth_service.md"));
}

TEST_CASE_FIXTURE(Linked, "MERGE combines two entries, rewrites references and deletes the source") {
  add("a/b", "Login", "the page with two fields");
  const auto merged = one(with_target(operation("MERGE", "a/b/auth_service"), "a/b/login"));
  REQUIRE(merged.status == "success");
  CHECK(merged.path == "a/b/login");
  CHECK_FALSE(exists("a/b/auth_service.md"));
  const auto stored = entry("a/b/login");
  CHECK(stored->hash == merged.hash);
  CHECK(stored->entry().title == "Login");
  CHECK(contains(std::string(stored->bytes), "two fields"));
  CHECK(contains(std::string(stored->bytes), "logs people in"));
  CHECK(stored->entry().content.aliases == std::vector<std::string>{"Auth Service"});
  CHECK(contains(bytes("x/y/reader"), "[[a/b/login]]"));
}

TEST_CASE_FIXTURE(Linked, "MERGE onto itself, onto nothing or from nothing fails and loses nothing") {
  CHECK(one(with_target(operation("MERGE", "a/b/auth_service"), "a/b/Auth Service")).error->field == "target_path");
  CHECK(one(with_target(operation("MERGE", "a/b/auth_service"), "a/b/none")).error->code == ErrorCode::kNotFound);
  CHECK(one(with_target(operation("MERGE", "a/b/none"), "a/b/auth_service")).error->code == ErrorCode::kNotFound);
  CHECK(one(operation("MERGE", "a/b/auth_service")).error->field == "target_path");
  CHECK(exists("a/b/auth_service.md"));
}

TEST_CASE_FIXTURE(Linked, "a deletion names who still points there") {
  const auto deleted = one(operation("DELETE", "a/b/auth_service"));
  CHECK(mentions(deleted.warnings, "x/y/reader"));
}

TEST_CASE_FIXTURE(Linked, "a reference in another spelling of the path is rewritten too") {
  write("x/y/hand.md", "look at [[A/B/Auth Service]] now\r\n");
  one(with_target(operation("UPDATE", "a/b/auth_service"), "", "Login"));
  CHECK(bytes("x/y/hand") == "look at [[a/b/login]] now\r\n");
}

TEST_CASE_FIXTURE(CuratedTree, "every name of a renamed, moved or merged entry goes on meaning it") {
  const std::vector<std::string> names = {"Old Title", "Other Name", "old_file", "a/b/old_file", "A/B/Old File"};
  const auto make = [&] {
    one(operation("DELETE", "a/b/old_file"));
    write("a/b/old_file.md", "---\ntitle: Old Title\naliases: [Other Name]\n---\nlogs people in\n");
    std::string text = "---\ntitle: Reader\nrelated: [Old Title, old_file, a/b/old_file.md]\n---\nsee";
    for (const std::string& name : names) text += " [[" + name + "]]";
    write("x/y/reader.md", text + " and @a/b/old_file.md\n");
    write("x/y/merged.md", "---\ntitle: Merged\n---\nanother text that takes it in\n");
  };
  const auto all_mean = [&](const std::string& path) {
    const TreeStatePtr state = store->refresh();
    const auto& links = state->find("x/y/reader")->parsed().links;
    CHECK(links.size() >= 3);
    for (const Relation& link : links) {
      CAPTURE(link.target);
      CHECK(resolve_reference(*state, link.target) == std::vector<std::string>{path});
    }
  };
  const std::pair<std::string, std::string> targets[] = {
      {"", "New Title"},    {"", "Old: Title!"},  {"", "Old File"},     {"c/d", ""},
      {"c/d/new_file", ""}, {"c/d", "New Title"}, {"a/b/new_file", ""}, {"c/d", "old file"}};
  for (const auto& [path, title] : targets) {
    CAPTURE(path);
    CAPTURE(title);
    make();
    const auto moved = one(with_target(operation("UPDATE", "a/b/old_file"), path, title));
    CHECK(moved.status == "success");
    all_mean(moved.path);
    if (moved.path != "a/b/old_file") one(operation("DELETE", moved.path));
  }
  make();
  CHECK(one(with_target(operation("MERGE", "a/b/old_file"), "x/y/merged")).status == "success");
  all_mean("x/y/merged");
}

TEST_CASE_FIXTURE(CuratedTree, "a name that means another entry too after a rename gives way to one that does not") {
  add("a/b", "Login", "who logs in and how");
  Operation other = operation("ADD", "c/d", "Gateway", "the machine at the border");
  other.content->aliases = {"Login"};  // behind the title of the first
  one(other);
  write("x/y/reader.md", "see [[Login|the page]] first\n");
  REQUIRE(one(with_target(operation("UPDATE", "a/b/login"), "", "Sign In")).status == "success");
  CHECK(bytes("x/y/reader") == "see [[Sign In|the page]] first\n");
  write("x/y/reader.md", "see [[Sign In]] first\n");
  REQUIRE(one(with_target(operation("UPDATE", "a/b/sign_in"), "", "Sign in!")).status == "success");
  CHECK(bytes("x/y/reader") == "see [[Sign In]] first\n");
}

TEST_CASE_FIXTURE(CuratedTree, "an entry that names itself is rewritten with its move, and a merge's two sides") {
  write("a/b/self.md", "---\ntitle: Self\n---\nI am [[a/b/self#part]], says [[self]]\n");
  REQUIRE(one(with_target(operation("UPDATE", "a/b/self"), "c/d", "Me")).status == "success");
  CHECK(contains(bytes("c/d/me"), "I am [[c/d/me#part]], says [[self]]"));
  write("a/b/from.md", "---\ntitle: From\n---\nfrom names [[a/b/from]] and [[a/b/to]]\n");
  write("a/b/to.md", "---\ntitle: To\n---\nto names [[a/b/from]]\n");
  REQUIRE(one(with_target(operation("MERGE", "a/b/from"), "a/b/to")).status == "success");
  CHECK(contains(bytes("a/b/to"), "to names [[a/b/to]]"));
  CHECK(contains(bytes("a/b/to"), "from names [[a/b/to]] and [[a/b/to]]"));
}

TEST_CASE_FIXTURE(CuratedTree, "a deletion names who points there by title or from outside of the folder") {
  add("a/b", "Auth Service", "logs people in");
  write("x/y/by_title.md", "see [[Auth Service]]\n");
  write("a/c/near.md", "see [[auth_service]]\n");
  write("x/y/other.md", "see [[a/c/near]] and nothing else\n");
  const auto entry_warnings = curate({operation("DELETE", "a/b/auth_service")}, true).applied[0].warnings;
  CHECK(mentions(entry_warnings, "x/y/by_title"));
  CHECK(mentions(entry_warnings, "a/c/near"));
  Operation whole = operation("DELETE", "a");
  whole.recursive = true;
  const auto folder_warnings = one(whole).warnings;
  CHECK(mentions(folder_warnings, "x/y/by_title"));
  CHECK(mentions(folder_warnings, "x/y/other"));
  CHECK_FALSE(mentions(folder_warnings, "a/c/near"));
}
