#include "memory/retrieval/review.h"

#include <algorithm>

#include "memory/tree/time_text.h"
#include "tests/memory/retrieval/curation_fixture.h"

using namespace memory;
using namespace tests;

namespace {

struct Reviewed : CuratedTree {
  std::vector<Proposal> proposals() {
    const TreeStatePtr tree = store->refresh();
    const RelationGraph graph(*tree);
    return review(*tree, graph, Lifecycles(std::make_shared<const SignalTable>(), now));
  }
  Proposal only() {
    const auto made = proposals();
    REQUIRE(made.size() == 1);
    return made[0];
  }
  // Sends a proposal's call as it stands.
  CurateResult follow(const Proposal& proposal) {
    std::vector<Operation> operations;
    for (const ProposedOperation& proposed : proposal.call.operations) {
      Operation made = operation(proposed.type, proposed.path, proposed.title, proposed.content);
      if (!proposed.target_path.empty()) made.target_path = proposed.target_path;
      for (const ProposedEdit& edit : proposed.edits) made.edits.push_back({edit.find, edit.replace});
      made.remove = proposed.remove;
      made.archived = proposed.archived;
      operations.push_back(std::move(made));
    }
    const CurateResult result = curate(std::move(operations));
    for (const OperationResult& outcome : result.applied) {
      INFO(outcome.message);
      CHECK(outcome.status == "success");
    }
    return result;
  }
  void write_aged(const std::string& path, int days, const std::string& more = "", std::string body = "") {
    if (body.empty()) body = "All about " + path + ".";
    const std::string time = format_time(now - days * std::chrono::hours(24));
    write(path + ".md", "---\ntitle: " + path.substr(path.rfind('/') + 1) + "\nupdatedAt: " + time + "\n" + more +
                            "---\n" + body + "\n");
  }
};

std::string fact(const std::string& statement, const std::string& value, const std::string& more = "") {
  return "- **database**: " + statement + " (value: " + value + more + ")";
}

}  // namespace

TEST_CASE_FIXTURE(Reviewed, "a tree in order has nothing to review") {
  add("web/auth", "Tokens", "Tokens expire after ten minutes.");
  CHECK(proposals().empty());
}

TEST_CASE_FIXTURE(Reviewed, "a faded draft that nobody touched for sixty days is proposed for the archive") {
  write_aged("web/auth/old", 90);
  write_aged("web/auth/older", 120, "importance: 50\n");
  write_aged("web/auth/pinned", 120, "pinned: true\n");
  write_aged("web/auth/validated", 61, "importance: 48\nmaturity: validated\n");
  write_aged("web/auth/faded_but_touched", 30, "importance: 20\n");
  write_aged("web/auth/untouched_but_important", 90, "importance: 90\n");
  write("web/auth/of_no_time.md", "Nothing says when this was written.\n");
  const auto made = proposals();
  REQUIRE(made.size() == 2);
  CHECK(made[0].kind == "archive");
  CHECK(made[0].paths == std::vector<std::string>{"web/auth/older"});
  CHECK(made[0].why == "a draft of importance 27.4 that nobody touched for 120 days");
  CHECK(made[1].paths == std::vector<std::string>{"web/auth/old"});
  follow(made[0]);
  follow(made[1]);
  CHECK(exists("_archived/web/auth/older.md"));
  CHECK(proposals().empty());
}

TEST_CASE_FIXTURE(Reviewed, "two entries that say the same are proposed as one, the lesser into the greater") {
  const std::string text = "The staging database is rebuilt every night from an anonymised dump of production.";
  write_aged("web/data/staging", 1, "importance: 40\n", text);
  write_aged("web/data/rebuild", 1, "importance: 60\n", text);
  write_aged("web/data/other", 1, "",
             "The staging database is rebuilt every week from an anonymised dump of production.");
  const Proposal proposal = only();
  CHECK(proposal.kind == "merge");
  CHECK(proposal.paths == std::vector<std::string>{"web/data/staging", "web/data/rebuild"});
  follow(proposal);
  CHECK_FALSE(exists("web/data/staging.md"));
  CHECK(proposals().empty());
}

TEST_CASE_FIXTURE(Reviewed, "texts that differ in a number are no repeats") {
  write_aged("web/data/a", 1, "", "The service of the payment team listens on port 8080 of the host behind the proxy.");
  write_aged("web/data/b", 1, "", "The service of the payment team listens on port 8081 of the host behind the proxy.");
  CHECK(proposals().empty());
}

TEST_CASE_FIXTURE(Reviewed, "two current facts that contradict each other: the older is proposed as superseded") {
  write_aged("web/data/then", 20, "", "## Facts\n" + fact("all data lies in PostgreSQL", "PostgreSQL"));
  write_aged("web/data/now", 10, "", "## Facts\n" + fact("all data lies in MySQL", "MySQL"));
  const Proposal proposal = only();
  CHECK(proposal.kind == "conflict");
  CHECK(proposal.paths == std::vector<std::string>{"web/data/then", "web/data/now"});
  follow(proposal);
  CHECK(entry("web/data/then")->entry().content.facts.at(0).superseded_by == "web/data/now");
  follow(only());  // nothing of the older entry is current any more
  CHECK(proposals().empty());
}

TEST_CASE_FIXTURE(Reviewed, "facts that hold one after the other do not contradict each other") {
  write_aged("web/data/then", 20, "",
             "## Facts\n" + fact("it was PostgreSQL", "PostgreSQL", "; from: 2020-01-01; until: 2024-12-31"));
  write_aged("web/data/now", 10, "", "## Facts\n" + fact("it is MySQL", "MySQL", "; from: 2025-01-01"));
  const Proposal proposal = only();
  CHECK(proposal.kind == "stale");
  CHECK(proposal.paths == std::vector<std::string>{"web/data/then"});
  follow(proposal);
  CHECK(exists("_archived/web/data/then.md"));
}

TEST_CASE_FIXTURE(Reviewed, "a relation that leads nowhere is proposed for removal") {
  write_aged("web/data/source", 1, "related: [web/data/nothing.md, web/data/target.md]\n");
  write_aged("web/data/target", 1, "", "A target.");
  const Proposal proposal = only();
  CHECK(proposal.kind == "orphan");
  follow(proposal);
  CHECK(bytes("web/data/source").find("nothing") == std::string::npos);
  CHECK(bytes("web/data/source").find("web/data/target.md") != std::string::npos);
}

TEST_CASE_FIXTURE(Reviewed, "of an entry too long to be read at once a section is proposed as an entry of its own") {
  std::string body;
  for (int i = 0; i < 200; ++i) {
    body += "## Chapter " + std::to_string(i) + "\n\n";
    for (int j = 0; j < 12; ++j) body += "Sentence " + std::to_string(j) + " of chapter " + std::to_string(i) + ". ";
    body += "\n\n";
  }
  write_aged("web/data/book", 1, "", body);
  const Proposal proposal = only();
  CHECK(proposal.kind == "oversized");
  const CurateResult result = follow(proposal);
  CHECK(result.applied[0].type == "ADD");
  CHECK(bytes(result.applied[0].path).find("Sentence 11 of chapter") != std::string::npos);
  CHECK(bytes("web/data/book").size() < body.size());
}

TEST_CASE_FIXTURE(Reviewed, "at most twenty proposals are made, of every kind") {
  for (int i = 0; i < 60; ++i) write_aged("web/auth/e" + std::to_string(i), 100 + i, "", "Text " + std::to_string(i));
  write_aged("web/data/source", 1, "related: [web/data/nothing.md]\n");
  const auto made = proposals();
  CHECK(made.size() == 20);
  CHECK(std::count_if(made.begin(), made.end(), [](const Proposal& p) { return p.kind == "orphan"; }) == 1);
}

TEST_CASE_FIXTURE(Reviewed, "what nobody could parse or what is archived already is left alone") {
  write("web/auth/broken.md", "---\ntitle: a\ntitle: b\n---\nText.\n");
  write_aged("_archived/web/auth/old", 500);
  CHECK(proposals().empty());
}
