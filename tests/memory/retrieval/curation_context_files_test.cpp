#include "memory/retrieval/curation_context_files.h"

#include "tests/memory/retrieval/curation_fixture.h"

using namespace memory;
using namespace tests;

TEST_CASE_FIXTURE(CuratedTree, "a folder's explanation comes once from the operation, and stays a person's") {
  Operation first = operation("ADD", "a/b/c", "One", "the first text here");
  first.domain_context = "Everything about A.";
  first.topic_context = "All of B.";
  first.subtopic_context = "Some of C.";
  REQUIRE(one(first).status == "success");
  CHECK(contains(bytes("a/context"), "Everything about A."));
  CHECK(contains(bytes("a/b/context"), "All of B."));
  CHECK(contains(bytes("a/b/c/context"), "Some of C."));
  Operation second = operation("ADD", "a/b/c", "Two", "the second, other words");
  second.domain_context = "Something else.";
  const auto result = one(second);
  CHECK(mentions(result.warnings, "\"a\" is explained already"));
  CHECK(contains(bytes("a/context"), "Everything about A."));
  CHECK_FALSE(contains(bytes("a/context"), "Something else."));
  CHECK(contains(bytes("a/b/c/context"), "Two"));
}

TEST_CASE_FIXTURE(CuratedTree, "an explanation can be given later where there is none yet") {
  add("a/b", "One", "the first text here");
  Operation update = operation("UPDATE", "a/b/one");
  update.topic_context = "All of B.";
  CHECK(one(update).status == "success");
  CHECK(contains(bytes("a/b/context"), "All of B."));
}

TEST_CASE_FIXTURE(CuratedTree, "what a person wrote in a context.md survives every change and keeps the file") {
  add("a/b", "One", "the first text here");
  write("a/b/context.md", "A person's words.\n\n" + bytes("a/b/context") + "\nAnd more.\n");
  add("a/b", "Two", "the second, other words");
  CHECK(contains(bytes("a/b/context"), "A person's words."));
  CHECK(contains(bytes("a/b/context"), "And more."));
  CHECK(contains(bytes("a/b/context"), "Two"));
  Operation update = operation("UPDATE", "a/b/context");
  update.edits = {{"A person's words.", "Other words."}};
  CHECK(one(update).status == "success");
  CHECK(contains(bytes("a/b/context"), "Other words."));
  CHECK(contains(bytes("a/b/context"), "Two"));
  CHECK(one(operation("DELETE", "a/b/context")).status == "failed");
  one(operation("DELETE", "a/b/one"));
  one(operation("DELETE", "a/b/two"));
  CHECK(contains(bytes("a/b/context"), "Other words."));
  CHECK_FALSE(contains(bytes("a/b/context"), "Two"));
}

TEST_CASE_FIXTURE(CuratedTree, "edits by others show in the listing with the next write, changed titles at once") {
  Operation first = operation("ADD", "a/b", "One", "the first text here");
  first.content->summary = "what it is";
  one(first);
  CHECK(contains(bytes("a/b/context"), "what it is"));
  write("a/b/hand.md", "---\ntitle: By Hand\n---\nx\n");
  Operation update = operation("UPDATE", "a/b/one");
  update.content.emplace().summary = "what it became";
  one(update);
  CHECK(contains(bytes("a/b/context"), "what it became"));
  CHECK(contains(bytes("a/b/context"), "By Hand"));
}

TEST_CASE_FIXTURE(CuratedTree, "the listing is not indexed and holds no links") {
  add("a/b", "One", "the first text here");
  const auto context = entry("a/b/context");
  REQUIRE(context);
  CHECK(context->parsed().links.empty());
  CHECK_FALSE(contains(context->entry().content.body.value_or(""), "One"));
}
