// The lifecycle of entries as the tools see it: what is used rises, what is left alone fades, and no reader changes
// a file of the tree.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>

#include "memory/memory.h"
#include "memory/tree/time_text.h"
#include "tests/support/random.h"
#include "tests/support/temporary_folder.h"

using namespace memory;
using namespace std::chrono_literals;

namespace {

struct LivingTree {
  explicit LivingTree(bool read_only = false) { open(read_only); }

  void open(bool read_only = false) {
    memory.reset();
    MemoryOptions options;
    options.root = {folder.tree(), "test"};
    options.store.read_only = read_only;
    options.clock = [this] { return now; };
    memory = std::make_unique<Memory>(std::move(options));
  }
  void write(const std::string& path, const std::string& front, const std::string& body = "Some text.") const {
    folder.write("tree/" + path + ".md", "---\n" + front + "---\n" + body + "\n");
  }
  std::string bytes(const std::string& path) const { return folder.read("tree/" + path + ".md"); }

  OperationResult curate(Operation operation) const {
    CurateRequest request;
    request.operations = {std::move(operation)};
    request.reason = "because";
    request.client = "tester 1.0";
    const auto result = memory->curate(request);
    REQUIRE(result);
    INFO(result->applied[0].message);
    CHECK(result->applied[0].status != "failed");
    return result->applied[0];
  }
  void add(const std::string& path, const std::string& body) const {
    Operation operation;
    operation.type = "ADD";
    operation.path = path;
    operation.content.emplace().body = body;
    curate(std::move(operation));
  }
  void update(const std::string& path, const std::string& body) const {
    Operation operation;
    operation.type = "UPDATE";
    operation.path = path;
    operation.content.emplace().body = body;
    operation.append = true;
    curate(std::move(operation));
  }
  OperationResult archive(const std::string& path, bool archived) const {
    Operation operation;
    operation.type = "UPDATE";
    operation.path = path;
    operation.archived = archived;
    return curate(std::move(operation));
  }
  void read(const std::string& path) const { REQUIRE(memory->read({.path = path})); }
  SearchResult search(const std::string& query) const {
    const auto result = memory->search({.query = query});
    REQUIRE(result);
    return *result;
  }
  Lifecycle lifecycle(const std::string& path) const {
    const auto state = memory->current();
    REQUIRE(state);
    const EntryPtr entry = state->tree->find(path);
    REQUIRE(entry);
    return state->lifecycles.of(*entry);
  }
  std::string audit_log() const {
    std::string all;
    for (const auto& file : std::filesystem::directory_iterator(folder.tree() + "/.log")) {
      all += folder.read("tree/.log/" + file.path().filename().string());
    }
    return all;
  }
  // Every file beside the state folder, with its bytes and time.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> found;
    for (const auto& item : std::filesystem::recursive_directory_iterator(folder.tree())) {
      const std::string name = std::filesystem::relative(item.path(), folder.tree()).string();
      if (!item.is_regular_file() || name.starts_with(".state")) continue;
      const auto time = item.last_write_time().time_since_epoch().count();
      found[name] = std::to_string(time) + " " + folder.read("tree/" + name);
    }
    return found;
  }

  tests::TemporaryFolder folder;
  Time now = Time(std::chrono::seconds(1770117600));
  std::unique_ptr<Memory> memory;
};

}  // namespace

TEST_CASE("what is read rises by three a day, and its file stays as it is") {
  LivingTree tree;
  tree.add("web/auth/tokens", "Tokens expire after ten minutes.");
  const auto files = tree.files();
  for (int i = 0; i < 5; ++i) tree.read("web/auth/tokens");
  CHECK(tree.lifecycle("web/auth/tokens").importance == 53);
  tree.now += 24h;
  tree.read("web/auth/tokens");
  CHECK(tree.lifecycle("web/auth/tokens").importance == doctest::Approx(53 * 0.995 + 3));
  CHECK(tree.files() == files);
}

TEST_CASE("the entry of a search's first passage was delivered, the others were only listed") {
  LivingTree tree;
  tree.add("web/auth/tokens", "Session tokens expire after ten minutes of silence.");
  tree.add("web/auth/cookies", "Cookies carry the session between requests.");
  const SearchResult result = tree.search("session tokens expire");
  REQUIRE(result.hits.size() == 2);
  CHECK(tree.lifecycle(result.hits[0].path).importance == 53);
  CHECK(tree.lifecycle(result.hits[1].path).importance == 50);
}

TEST_CASE("looking at folders, links and the status delivers nothing") {
  LivingTree tree;
  tree.add("web/auth/tokens", "Session tokens expire after ten minutes of silence.");
  REQUIRE(tree.memory->browse({}));
  REQUIRE(tree.memory->browse({.path = "web/auth/tokens"}));
  REQUIRE(tree.memory->read({.path = "web/auth"}));
  REQUIRE(tree.memory->relations({.path = "web/auth/tokens"}));
  REQUIRE(tree.memory->status());
  CHECK(tree.lifecycle("web/auth/tokens").importance == 50);
}

TEST_CASE("another process sees what was delivered, also later") {
  LivingTree tree;
  tree.add("web/auth/tokens", "Tokens expire after ten minutes.");
  tree.read("web/auth/tokens");
  tree.open();
  CHECK(tree.lifecycle("web/auth/tokens").importance == 53);
  tree.open(true);
  CHECK(tree.lifecycle("web/auth/tokens").importance == 53);
  const std::string log = tree.folder.read("tree/.state/signals");
  tree.now += 48h;
  tree.read("web/auth/tokens");
  CHECK(tree.folder.read("tree/.state/signals") == log);
}

TEST_CASE("an update writes importance and maturity as of its time; a burst of updates counts once") {
  LivingTree tree;
  tree.add("web/auth/tokens", "Tokens expire after ten minutes.");
  CHECK(tree.bytes("web/auth/tokens").find("importance: 50\nmaturity: draft\n") != std::string::npos);
  tree.now += 10 * 24h;
  tree.update("web/auth/tokens", "They are renewed silently.");
  CHECK(tree.bytes("web/auth/tokens").find("importance: 52.5555\n") != std::string::npos);  // 50 · 0.995^10 + 5
  tree.update("web/auth/tokens", "They hold no names.");
  tree.update("web/auth/tokens", "They are signed.");
  CHECK(tree.lifecycle("web/auth/tokens").importance == 52.5555);
}

TEST_CASE("promotions and demotions are in the audit log") {
  LivingTree tree;
  tree.write("web/auth/tokens",
             "title: Tokens\nupdatedAt: " + format_time(tree.now) + "\nimportance: 61\nmaturity: draft\n");
  tree.update("web/auth/tokens", "They are renewed silently.");
  CHECK(tree.lifecycle("web/auth/tokens").maturity == Maturity::kValidated);
  CHECK(tree.audit_log().find(
            R"("operation":"PROMOTE","path":"web/auth/tokens","reason":"draft to validated, importance 66.0000")") !=
        std::string::npos);
  tree.now += 200 * 24h;
  CHECK(tree.lifecycle("web/auth/tokens").maturity == Maturity::kDraft);
  CHECK(tree.audit_log().find("DEMOTE") == std::string::npos);  // no reader writes there
  tree.add("web/auth/cookies", "Cookies carry the session.");
  tree.add("web/auth/headers", "Headers carry the rest.");
  const std::string log = tree.audit_log();
  const auto demoted = log.find("DEMOTE");
  REQUIRE(demoted != std::string::npos);
  CHECK(log.find("DEMOTE", demoted + 1) == std::string::npos);
}

TEST_CASE("an access that promotes is told to the audit log by the next writer") {
  LivingTree tree;
  tree.write("web/auth/tokens", "title: Tokens\nupdatedAt: " + format_time(tree.now) + "\nimportance: 63\n");
  tree.read("web/auth/tokens");
  CHECK(tree.lifecycle("web/auth/tokens").maturity == Maturity::kValidated);
  const auto listed = tree.memory->browse({.path = "web/auth"});
  REQUIRE(listed);
  CHECK(listed->children.at(0).maturity == "validated");
  CHECK(tree.memory->status()->lifecycle.validated == 1);
  tree.add("web/auth/cookies", "Cookies carry the session.");
  CHECK(tree.audit_log().find("PROMOTE") != std::string::npos);
}

TEST_CASE("what a person writes into the lifecycle counts from the moment it is seen") {
  LivingTree tree;
  tree.add("web/auth/tokens", "Tokens expire after ten minutes.");
  const std::string written = tree.bytes("web/auth/tokens");
  tree.now += 100 * 24h;
  std::string edited = written;
  edited.replace(edited.find("importance: 50\nmaturity: draft"), 30, "importance: 90\nmaturity: core");
  for (const bool while_running : {true, false}) {
    CAPTURE(while_running);
    if (while_running) {
      CHECK(tree.lifecycle("web/auth/tokens").importance < 35);
    } else {
      tree.open();
    }
    tree.folder.write("tree/web/auth/tokens.md", edited);
    CHECK(tree.lifecycle("web/auth/tokens") == Lifecycle{90, Maturity::kCore, tree.now});
  }
  tree.now += 10 * 24h;
  CHECK(tree.lifecycle("web/auth/tokens").importance == doctest::Approx(90 * std::pow(0.995, 10)));
  // Bytes that were here before count as they did then.
  tree.folder.write("tree/web/auth/tokens.md", written);
  CHECK(tree.lifecycle("web/auth/tokens").importance == doctest::Approx(50 * std::pow(0.995, 110)));
}

TEST_CASE("an edit while no server runs is seen by the next one") {
  LivingTree tree;
  tree.add("web/auth/tokens", "Tokens expire after ten minutes.");
  tree.memory.reset();
  tree.now += 100 * 24h;
  std::string edited = tree.bytes("web/auth/tokens");
  edited.replace(edited.find("importance: 50"), 14, "importance: 90");
  tree.folder.write("tree/web/auth/tokens.md", edited);
  tree.open();
  CHECK(tree.lifecycle("web/auth/tokens").importance == 90);
  tree.now += 10 * 24h;
  tree.open();
  CHECK(tree.lifecycle("web/auth/tokens").importance == doctest::Approx(90 * std::pow(0.995, 10)));
}

TEST_CASE("pinned entries do not fade") {
  LivingTree tree;
  const std::string front = "title: Tokens\nupdatedAt: " + format_time(tree.now) + "\nimportance: 70\n";
  tree.write("web/auth/tokens", front + "pinned: true\n");
  tree.write("web/auth/cookies", front);
  tree.now += 1000 * 24h;
  CHECK(tree.lifecycle("web/auth/tokens").importance == 70);
  CHECK(tree.lifecycle("web/auth/cookies").importance < 1);
}

TEST_CASE("a merge keeps the larger importance, the higher level and the sum of the counts") {
  LivingTree tree;
  const std::string time = "updatedAt: " + format_time(tree.now) + "\n";
  tree.write("web/auth/tokens", "title: Tokens\n" + time + "importance: 40\nmaturity: validated\n");
  tree.write("web/auth/keys", "title: Keys\n" + time + "importance: 70\n");
  tree.read("web/auth/tokens");
  tree.read("web/auth/keys");
  Operation merge;
  merge.type = "MERGE";
  merge.path = "web/auth/tokens";
  merge.target_path = "web/auth/keys";
  tree.curate(merge);
  CHECK(tree.lifecycle("web/auth/keys").importance == 73);
  CHECK(tree.lifecycle("web/auth/keys").maturity == Maturity::kValidated);
  const auto state = tree.memory->current();
  CHECK(state->lifecycles.signals_of(*state->tree->find("web/auth/keys"))->counts.accesses == 2);
  CHECK(tree.folder.read("tree/.state/signals").find("merged") != std::string::npos);
}

TEST_CASE("a move takes the signals along") {
  LivingTree tree;
  tree.add("web/auth/tokens", "Tokens expire after ten minutes.");
  tree.read("web/auth/tokens");
  Operation move;
  move.type = "UPDATE";
  move.path = "web/auth/tokens";
  move.target_path = "web/sessions/tokens";
  tree.curate(move);
  CHECK(tree.lifecycle("web/sessions/tokens").importance == 53);
  tree.read("web/sessions/tokens");
  CHECK(tree.lifecycle("web/sessions/tokens").importance == 53);
}

TEST_CASE("a file that a person moves keeps its signals") {
  LivingTree tree;
  tree.add("web/auth/tokens", "Tokens expire after ten minutes.");
  tree.read("web/auth/tokens");
  CHECK(tree.lifecycle("web/auth/tokens").importance == 53);
  std::filesystem::create_directories(tree.folder.tree() + "/web/sessions");
  std::filesystem::rename(tree.folder.tree() + "/web/auth/tokens.md", tree.folder.tree() + "/web/sessions/tokens.md");
  CHECK(tree.lifecycle("web/sessions/tokens").importance == 53);
}

TEST_CASE("an archived entry is a stub for search, whole for reading, and comes back as it was") {
  LivingTree tree;
  tree.add("web/auth/tokens", "The quetzal expires after ten minutes.");
  tree.add("web/auth/cookies", "Cookies know @web/auth/tokens.md by heart.");
  const std::string before = tree.bytes("web/auth/tokens");
  CHECK(tree.archive("web/auth/tokens", true).path == "_archived/web/auth/tokens");
  CHECK(tree.bytes("_archived/web/auth/tokens") == before);
  CHECK_FALSE(tree.folder.exists("tree/web/auth/tokens.md"));
  CHECK(tree.bytes("web/auth/cookies").find("@_archived/web/auth/tokens.md") != std::string::npos);
  CHECK(tree.search("quetzal").verdict == "none");
  const SearchResult by_title = tree.search("tokens");
  REQUIRE(!by_title.hits.empty());
  CHECK(by_title.hits[0].path == "_archived/web/auth/tokens");
  CHECK(by_title.hits[0].text.find("quetzal") == std::string::npos);
  CHECK(tree.memory->read({.path = "_archived/web/auth/tokens"})->text == before);
  CHECK(tree.memory->status()->lifecycle.archived == 1);
  CHECK(tree.archive("_archived/web/auth/tokens", true).status == "unchanged");

  CHECK(tree.archive("_archived/web/auth/tokens", false).path == "web/auth/tokens");
  CHECK(tree.bytes("web/auth/tokens") == before);
  CHECK(tree.bytes("web/auth/cookies").find("@web/auth/tokens.md") != std::string::npos);
  CHECK_FALSE(tree.folder.exists("tree/_archived"));
  CHECK(tree.search("quetzal").hits.at(0).path == "web/auth/tokens");
}

TEST_CASE("ten thousand random questions promote nothing that was never delivered") {
  LivingTree tree;
  tests::Random random(7);
  const auto word = [&] {
    std::string made;
    for (std::uint32_t left = 3 + random.below(2); left > 0; --left) {
      made += "bdfgklmnprst"[random.below(12)];
      made += "aeiou"[random.below(5)];
    }
    return made;
  };
  std::vector<std::string> words;
  for (int i = 0; i < 400; ++i) words.push_back(word());
  const auto sentence = [&](int length, std::uint32_t first, std::uint32_t count) {
    std::string text;
    for (int i = 0; i < length; ++i) text += words[first + random.below(count)] + " ";
    return text;
  };
  // The last hundred entries hold little of what is asked for.
  for (int i = 0; i < 300; ++i) {
    const std::string front =
        "title: " + words[300 + random.below(100)] + "\nupdatedAt: " + format_time(tree.now) + "\n";
    const std::string body = i < 200 ? sentence(40, 0, 300) : sentence(80, 300, 100) + sentence(3, 0, 300);
    tree.write("d/t/e" + std::to_string(i), front, body);
  }
  tree.open();
  std::set<std::string> delivered;
  for (int i = 0; i < 10'000; ++i) {
    tree.now += 10min;
    const SearchResult result = tree.search(sentence(1 + static_cast<int>(random.below(3)), 0, 300));
    if (!result.hits.empty()) delivered.insert(result.hits[0].path);
  }
  const auto state = tree.memory->current();
  std::size_t untouched = 0;
  for (const auto& [path, entry] : state->tree->entries) {
    const Lifecycle lifecycle = state->lifecycles.of(*entry);
    CHECK(lifecycle.importance <= 100);
    if (delivered.contains(path)) continue;
    ++untouched;
    CHECK(lifecycle.maturity == Maturity::kDraft);
    CHECK(lifecycle.importance < 50);
  }
  CHECK(untouched > 0);
}
