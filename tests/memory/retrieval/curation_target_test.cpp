#include "memory/retrieval/curation_target.h"

#include "tests/memory/retrieval/curation_fixture.h"

using namespace memory;
using namespace tests;

TEST_CASE_FIXTURE(CuratedTree, "titles that make the same component never share a file") {
  CHECK(add("langs/notes", "C", "the language of Kernighan and Ritchie").path == "langs/notes/c");
  const auto plus = add("langs/notes", "C++", "templates and destructors live in this one");
  const auto sharp = add("langs/notes", "C#", "garbage is collected by this runtime");
  CHECK(plus.path.starts_with("langs/notes/c_"));
  CHECK(sharp.path.starts_with("langs/notes/c_"));
  CHECK(plus.path != sharp.path);
  CHECK(one(operation("UPDATE", "langs/notes", "C++", "concepts, too")).path == plus.path);
  CHECK(one(operation("UPSERT", "langs/notes", "c#", "records, too")).path == sharp.path);
  CHECK(contains(bytes("langs/notes/c"), "Kernighan"));
  CHECK(one(operation("DELETE", "langs/notes", "C")).path == "langs/notes/c");
  CHECK(entry(plus.path) != nullptr);
}

TEST_CASE_FIXTURE(CuratedTree, "spellings that fold alike are one entry and one folder") {
  CHECK(add("Load/Par Ops", "Deploy Notes", "the notes about deploying").path == "load/par_ops/deploy_notes");
  CHECK(one(operation("UPSERT", "load/par-ops", "deploy_notes", "other notes")).path == "load/par_ops/deploy_notes");
  CHECK(one(operation("UPDATE", "LOAD/PAR_OPS/Deploy-Notes.md", "", "more notes")).path == "load/par_ops/deploy_notes");
  CHECK(store->refresh()->folders == std::vector<std::string>{"load", "load/par_ops"});
}

TEST_CASE_FIXTURE(CuratedTree, "a title in another normal form is the same entry, and NFD files keep their name") {
  CHECK(add("a/b", "caf\xc3\xa9", "coffee is served at nine").path == "a/b/caf\xc3\xa9");
  CHECK(one(operation("UPSERT", "a/b", "cafe\xcc\x81", "coffee is served at ten")).path == "a/b/caf\xc3\xa9");
  write("a/x/nai\xcc\x88ve.md", "by hand");
  CHECK(one(operation("UPDATE", "a/x/na\xc3\xafve", "", "by an agent")).status == "success");
  CHECK(contains(folder.read("tree/a/x/nai\xcc\x88ve.md"), "by an agent"));
  CHECK_FALSE(exists("a/x/na\xc3\xafve.md"));
}

TEST_CASE_FIXTURE(CuratedTree, "folders with the same component are told apart by their recorded title") {
  add("C/notes", "One", "about plain old C");
  const auto plus = add("C++/notes", "Two", "about the larger language");
  CHECK(plus.path.starts_with("c_"));
  CHECK(one(operation("UPSERT", "c++/notes", "Three", "more about the larger language"))
            .path.starts_with(plus.path.substr(0, 10)));
  CHECK(one(operation("UPSERT", "c/notes", "Four", "more about the small one")).path == "c/notes/four");
  CHECK(folder_title(*store->refresh(), plus.path.substr(0, 10)) == "C++");
}

TEST_CASE_FIXTURE(CuratedTree, "a path that names an entry with its title means that entry, never a folder below") {
  add("a/b", "Deploy Notes", "the notes about deploying");
  const auto result = one(operation("UPSERT", "a/b/deploy_notes", "Deploy Notes", "other notes"));
  CHECK(result.path == "a/b/deploy_notes");
  const auto mistaken = one(operation("UPSERT", "a/b/deploy_notes", "Something New", "other notes"));
  CHECK(mistaken.status == "failed");
  CHECK(mistaken.error->candidates == std::vector<std::string>{"a/b/deploy_notes"});
  CHECK_FALSE(exists("a/b/deploy_notes"));
  CHECK(add("a/b/c/deep_entry", "Deep Entry", "the whole path and the title").path == "a/b/c/deep_entry");
}

TEST_CASE_FIXTURE(CuratedTree, "a path alone is the entry's path, and its last part the title of a new one") {
  CHECK(one(operation("ADD", "a/b/Release Plan.md", "", "we release on Mondays")).path == "a/b/release_plan");
  CHECK(entry("a/b/release_plan")->entry().title == "Release Plan");
  const auto is_folder = one(operation("UPSERT", "a/b", "", "text without a title"));
  CHECK(is_folder.error->field == "title");
}

TEST_CASE_FIXTURE(CuratedTree,
                  "entries by hand at any depth can be changed, and several on one key need the exact name") {
  write("top.md", "top");
  write("a/very/deep/down/there/x.md", "deep");
  write("a/b/Note.md", "upper");
  write("a/b/note.md", "lower");
  CHECK(one(operation("UPDATE", "top", "", "changed top")).status == "success");
  CHECK(one(operation("UPDATE", "a/very/deep/down/there/x", "", "changed deep")).status == "success");
  const auto ambiguous = one(operation("UPDATE", "a/b/NOTE", "", "which"));
  CHECK(ambiguous.error->code == ErrorCode::kAmbiguous);
  CHECK(ambiguous.error->candidates == std::vector<std::string>{"a/b/Note", "a/b/note"});
  CHECK(one(operation("UPDATE", "a/b/Note", "", "this one")).status == "success");
  CHECK(bytes("a/b/note") == "lower");
}

TEST_CASE_FIXTURE(CuratedTree, "titles that no file may be called like get a name of their own") {
  CHECK(add("a/b", "context", "a word that is reserved here").path == "a/b/context_");
  CHECK(add("a/b", "node_modules", "the folder that is never read").path.starts_with("a/b/node_modules_"));
  CHECK(add("a/b", "CON", "the device of old systems").path == "a/b/con_");
  CHECK(add("a/b", "???", "only signs in the title here").path == "a/b/_");
  CHECK(store->refresh()->problems.empty());
  CHECK(store->refresh()->below("a/b").size() == 5);
}

TEST_CASE_FIXTURE(CuratedTree, "an alias in the same folder is worth a warning") {
  Operation first = operation("ADD", "a/b", "Auth Service", "who logs in and how");
  first.content->aliases = {"Login"};
  one(first);
  const auto second = add("a/b", "login", "a page with two fields");
  CHECK(second.status == "success");
  CHECK(mentions(second.warnings, "a/b/auth_service"));
}

TEST_CASE_FIXTURE(CuratedTree, "a folder that two folders fit needs the exact name, and both are named") {
  using Paths = std::vector<std::string>;
  write("Dup/T/x.md", "upper");
  write("dup/t/y.md", "lower");
  for (const char* type : {"ADD", "UPSERT"}) {
    for (const auto& [path, both] :
         {std::pair("DUP/T", Paths{"Dup/T", "dup/T"}), std::pair("DUP", Paths{"Dup", "dup"})}) {
      CAPTURE(path);
      const auto refused = one(operation(type, path, "New", "a text for one of them"));
      REQUIRE(refused.error);
      CHECK(refused.error->code == ErrorCode::kAmbiguous);
      CHECK(refused.error->field == "path");
      CHECK(refused.error->candidates == both);
    }
  }
  CHECK(add("dup/T", "New", "a text for one of them").path == "dup/t/new");
}
