#include "memory/retrieval/curation_undo.h"

#include "tests/memory/retrieval/curation_fixture.h"
#include "tests/support/random.h"

using memory::Operation;
using memory::OperationResult;
using tests::contains;
using tests::CuratedTree;
using tests::operation;

namespace {

using Files = std::map<std::string, std::string>;

// Applies the operation, takes it back, and expects every file as it was.
void check_undone(CuratedTree& tree, Operation made) {
  const Files before = tree.files();
  const OperationResult applied = tree.one(std::move(made));
  INFO(applied.message);
  REQUIRE(applied.status == "success");
  REQUIRE(applied.change_id);
  const Files after = tree.files();
  CHECK(after != before);
  const OperationResult undone = tree.undo(*applied.change_id);
  INFO(undone.message);
  REQUIRE(undone.status == "success");
  CHECK(tree.files() == before);
  REQUIRE(undone.change_id);
  CHECK(undone.change_id != applied.change_id);
  REQUIRE(tree.undo(*undone.change_id).status == "success");  // an undo is a change
  CHECK(tree.files() == after);
}

Operation update(const std::string& path, const std::string& body) { return operation("UPDATE", path, "", body); }

Operation moved(const std::string& path, const std::string& target) {
  Operation made = operation("UPDATE", path);
  made.target_path = target;
  return made;
}

Operation merged(const std::string& path, const std::string& target) {
  Operation made = operation("MERGE", path);
  made.target_path = target;
  return made;
}

}  // namespace

TEST_CASE("every kind of change can be taken back to the same bytes, and the undo too") {
  CuratedTree tree;
  tree.write("domain/topic/hand.md", "---\ntitle: 'By hand'  # mine\nx-key: [1]\n---\r\nText by hand\r\nno end");
  tree.add("domain/topic", "One", "Body of one, see [[Two]] and @domain/topic/two.md");
  tree.add("domain/topic", "Two", "Body of two");
  tree.add("other/place", "Three", "Body of three");
  tree.now += std::chrono::hours(1);

  SUBCASE("ADD") { check_undone(tree, operation("ADD", "domain/topic", "New", "A new body")); }
  SUBCASE("ADD with new folders whose names are not their titles") {
    tree.add("c/x", "Other", "So that the folder name c is taken");
    check_undone(tree, operation("ADD", "C++/C#/F#", "New", "A new body"));
  }
  SUBCASE("ADD that explains folders") {
    Operation made = operation("ADD", "fresh/topic", "New", "A new body");
    made.domain_context = "What fresh is about";
    made.topic_context = "What topic is about";
    check_undone(tree, std::move(made));
  }
  SUBCASE("ADD that explains a folder that is there") {
    Operation made = operation("ADD", "domain/topic", "New", "A new body");
    made.topic_context = "What topic is about";
    check_undone(tree, std::move(made));
  }
  SUBCASE("UPDATE") { check_undone(tree, update("domain/topic/hand", "Another body")); }
  SUBCASE("UPDATE of a folder's text") {
    Operation made = operation("UPDATE", "domain/context");
    made.content.emplace();
    made.content->body = "What the domain is about";
    check_undone(tree, std::move(made));
  }
  SUBCASE("a move with the references to it") { check_undone(tree, moved("domain/topic/two", "far/away/two")); }
  SUBCASE("a rename") {
    Operation made = operation("UPDATE", "domain/topic/two");
    made.target_title = "Second";
    check_undone(tree, std::move(made));
  }
  SUBCASE("archiving") {
    Operation made = operation("UPDATE", "other/place/three");
    made.archived = true;
    check_undone(tree, std::move(made));
  }
  SUBCASE("MERGE") { check_undone(tree, merged("domain/topic/two", "other/place/three")); }
  SUBCASE("DELETE") { check_undone(tree, operation("DELETE", "domain/topic/one")); }
  SUBCASE("DELETE of a folder with people's text") {
    tree.write("domain/context.md", "# Ours\n\nWhat people wrote\n");
    tree.add("domain/other", "Four", "So that the list is in context.md");
    Operation made = operation("DELETE", "domain");
    made.recursive = true;
    check_undone(tree, std::move(made));
  }
}

TEST_CASE("an undo whose files changed since fails and names the later changes; force takes it anyway") {
  CuratedTree tree;
  const OperationResult added = tree.add("domain/topic", "One", "First body");
  const std::string first = tree.bytes("domain/topic/one");
  const OperationResult second = tree.one(update("domain/topic/one", "Second body"));
  const OperationResult third = tree.one(update("domain/topic/one", "Third body"));
  const OperationResult refused = tree.undo(*second.change_id);
  CHECK(refused.status == "failed");
  CHECK(refused.error->code == memory::ErrorCode::kConflict);
  CHECK(contains(refused.message, *third.change_id));
  CHECK(contains(refused.message, "force"));
  CHECK_FALSE(contains(refused.message, "edited outside"));

  tree.write("domain/topic/one.md", "Edited by hand\n");
  const OperationResult edited = tree.undo(*third.change_id);
  CHECK(edited.status == "failed");
  CHECK(contains(edited.message, "edited outside"));
  CHECK(tree.bytes("domain/topic/one") == "Edited by hand\n");

  const OperationResult forced = tree.undo(*second.change_id, true);
  CHECK(forced.status == "success");
  CHECK(tests::mentions(forced.warnings, *third.change_id));
  CHECK(tree.bytes("domain/topic/one") == first);
  REQUIRE(tree.undo(*forced.change_id).status == "success");
  CHECK(tree.bytes("domain/topic/one") == "Edited by hand\n");
}

TEST_CASE("undoing twice fails with the undo's own id") {
  CuratedTree tree;
  const OperationResult added = tree.add("domain/topic", "One", "Body");
  const OperationResult undone = tree.undo(*added.change_id);
  CHECK(undone.status == "success");
  CHECK_FALSE(undone.hash);
  const OperationResult twice = tree.undo(*added.change_id);
  CHECK(twice.status == "failed");
  CHECK(contains(twice.message, *undone.change_id));
  CHECK(tree.undo(*added.change_id, true).status == "unchanged");
}

TEST_CASE("an unknown change id is refused with what to do, and so is a missing one") {
  CuratedTree tree;
  tree.add("domain/topic", "One", "Body");
  const OperationResult unknown = tree.undo("0123456789ab");
  CHECK(unknown.error->code == memory::ErrorCode::kNotFound);
  CHECK(unknown.error->field == "change_id");
  CHECK(tree.one(operation("UNDO", "")).error->code == memory::ErrorCode::kInvalidArgument);
}

TEST_CASE("a dry run of an undo writes nothing") {
  CuratedTree tree;
  const OperationResult added = tree.add("domain/topic", "One", "Body");
  const Files before = tree.files();
  Operation made = operation("UNDO", "");
  made.change_id = added.change_id;
  const auto result = tree.curate({made}, true);
  CHECK(result.applied[0].status == "success");
  CHECK_FALSE(result.applied[0].change_id);
  CHECK(tree.files() == before);
  CHECK(tree.history->records()->size() == 1);
}

TEST_CASE("a process that starts later can take back what an earlier one did") {
  CuratedTree tree;
  const OperationResult added = tree.add("domain/topic", "One", "Body");
  tree.open();
  CHECK(tree.undo(*added.change_id).status == "success");
  CHECK_FALSE(tree.entry("domain/topic/one"));
}

TEST_CASE("a history that cannot be written or read stops no write") {
  CuratedTree tree;
  tree.add("domain/topic", "One", "Body");
  std::filesystem::remove_all(tree.folder.path() / "tree/.state/history");
  tree.write(".state/history", "no folder");
  const OperationResult updated = tree.one(update("domain/topic/one", "Second body"));
  CHECK(updated.status == "success");
  CHECK_FALSE(updated.change_id);
  CHECK(tests::mentions(updated.warnings, "cannot be undone"));
}

TEST_CASE("bytes that history lost are said to be lost, and nothing is changed") {
  CuratedTree tree;
  tree.add("domain/topic", "One", "Body");
  const OperationResult updated = tree.one(update("domain/topic/one", "Second body"));
  REQUIRE(tree.history->rewrite([](memory::ChangeRecord&) { return true; }, [](const std::string&) { return true; }));
  const Files before = tree.files();
  const OperationResult refused = tree.undo(*updated.change_id);
  CHECK(refused.status == "failed");
  CHECK(contains(refused.message, "domain/topic/one"));
  CHECK(tree.files() == before);
}

TEST_CASE("an undo touches neither counts nor the time of the last change, and keeps what was counted since") {
  CuratedTree tree;
  tree.add("domain/topic", "One", "Body");
  tree.add("domain/topic", "Two", "Other");
  tree.signals = std::make_unique<memory::SignalLog>(memory::make_posix_file_system(tree.folder.tree()), false);
  tree.now += std::chrono::hours(48);
  REQUIRE(tree.one(update("domain/topic/one", "Second body")).status == "success");
  const auto counts = [&](const std::string& path) {
    const memory::EntrySignals* signals = tree.signals->refresh()->find(path);
    return signals ? signals->counts : memory::SignalCounts();
  };
  const auto standing = [&](const std::string& path) {
    return memory::Lifecycles(tree.signals->refresh(), tree.now).of(*tree.entry(path)).importance;
  };
  const memory::SignalCounts before = counts("domain/topic/one");
  CHECK(before.updates == 1);
  tree.now += std::chrono::hours(48);
  const double importance = standing("domain/topic/one");

  SUBCASE("of an update") {
    const OperationResult again = tree.one(update("domain/topic/one", "Third body"));
    CHECK(counts("domain/topic/one").updates == 2);
    tree.signals->add(memory::signals_of_access(memory::Lifecycles(tree.signals->refresh(), tree.now),
                                                *tree.entry("domain/topic/one")));
    REQUIRE(tree.undo(*again.change_id).status == "success");
    CHECK(counts("domain/topic/one").updates == 1);
    CHECK(counts("domain/topic/one").last_update == before.last_update);
    CHECK(counts("domain/topic/one").accesses == 1);
    CHECK(standing("domain/topic/one") == doctest::Approx(importance + 3));
  }
  SUBCASE("of a delete") {
    const OperationResult gone = tree.one(operation("DELETE", "domain/topic/one"));
    CHECK(counts("domain/topic/one") == memory::SignalCounts());
    REQUIRE(tree.undo(*gone.change_id).status == "success");
    CHECK(counts("domain/topic/one").updates == 1);
    CHECK(standing("domain/topic/one") == doctest::Approx(importance));
  }
  SUBCASE("of a move") {
    const OperationResult away = tree.one(moved("domain/topic/one", "far/away/one"));
    CHECK(counts("domain/topic/one") == memory::SignalCounts());
    REQUIRE(tree.undo(*away.change_id).status == "success");
    CHECK(counts("domain/topic/one").updates == 1);
    CHECK(counts("far/away/one") == memory::SignalCounts());
    CHECK(standing("domain/topic/one") == doctest::Approx(importance));
  }
  SUBCASE("of a merge") {
    const OperationResult both = tree.one(merged("domain/topic/one", "domain/topic/two"));
    CHECK(counts("domain/topic/two").updates == 1);
    REQUIRE(tree.undo(*both.change_id).status == "success");
    CHECK(counts("domain/topic/one").updates == 1);
    CHECK(counts("domain/topic/two").updates == 0);
  }
}

TEST_CASE("random operations, taken back in reverse order, leave the tree as it was") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    INFO("seed " << seed);
    tests::Random random(seed);
    CuratedTree tree;
    tree.write("a/x/hand.md", "Text by hand, see [[e1]]\r\n");
    tree.write("b/context.md", "Ours\n");
    tree.add("a/x", "e0", "The first body");
    tree.add("b/x", "e0", "Another body");
    std::vector<std::pair<std::string, Files>> done;  // change ids, with the tree before each
    const auto path = [&] {
      return std::string(1, static_cast<char>('a' + random.below(3))) + "/" +
             std::string(1, static_cast<char>('x' + random.below(2)));
    };
    const auto title = [&] { return "e" + std::to_string(random.below(4)); };
    for (int i = 0; i < 25; ++i) {
      tree.now += std::chrono::hours(random.below(30));
      Operation made;
      switch (random.below(7)) {
        case 0:
        case 1:
          made = operation("UPSERT", path(), title(), "Words " + std::to_string(i) + " @a/x/e1.md [[e2]]");
          if (random.one_in(3)) made.topic_context = "About " + std::to_string(i);
          break;
        case 2:
          made = moved(path() + "/" + title(), path() + "/" + title());
          break;
        case 3:
          made = merged(path() + "/" + title(), path() + "/" + title());
          break;
        case 4:
          made = operation("DELETE", path() + "/" + title());
          break;
        case 5:
          made = operation("DELETE", random.one_in(2) ? path() : path().substr(0, 1));
          made.recursive = true;
          break;
        default:
          made = operation("UPDATE", path() + "/" + title());
          made.archived = random.one_in(2);
          break;
      }
      const Files before = tree.files();
      const OperationResult result = tree.one(std::move(made));
      if (result.status == "success") done.emplace_back(result.change_id.value_or(""), before);
    }
    CHECK(done.size() > 3);
    for (auto at = done.rbegin(); at != done.rend(); ++at) {
      const OperationResult undone = tree.undo(at->first);
      INFO(undone.message);
      REQUIRE(undone.status == "success");
      REQUIRE(tree.files() == at->second);
    }
  }
}
