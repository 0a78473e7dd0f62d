#include "memory/retrieval/curation_moves.h"

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
  CHECK(contains(*stored->bytes, "two fields"));
  CHECK(contains(*stored->bytes, "logs people in"));
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
