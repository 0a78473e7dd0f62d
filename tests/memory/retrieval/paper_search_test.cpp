#include "memory/retrieval/paper_search.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

using namespace memory;

namespace {

constexpr Time kNow{std::chrono::sys_days(std::chrono::year(2026) / 7 / 31)};

EntryPtr document(const std::string& path, const std::string& title, const std::string& content,
                  const std::string& more = "") {
  return make_stored_entry(path + ".md", "---\ntitle: \"" + title + "\"\n" + more + "---\n" + content);
}

// A dozen documents about other things, and some of one's own.
PaperIndexPtr index_with(std::vector<EntryPtr> entries) {
  for (int i = 10; i < 22; ++i) {
    const std::string n = std::to_string(i);
    entries.push_back(document("zoo/animals/beast" + n, "Beast " + n, "Number " + n + " eats hay.\n"));
  }
  std::sort(entries.begin(), entries.end(), [](const EntryPtr& a, const EntryPtr& b) { return a->path < b->path; });
  return PaperIndex::build(entries, "0123456789abcdef");
}

SearchRequest asking(std::string query) {
  SearchRequest request;
  request.query = std::move(query);
  return request;
}

SearchResult search(const PaperIndexPtr& index, const SearchRequest& request) {
  auto result = search_paper(*index, request, kNow);
  REQUIRE(result);
  return std::move(*result);
}

const EntryPtr kRotation = document("auth/tokens/rotation", "Token rotation",
                                    "# Overview\n\nSessions live for an hour.\n\n# Rules\n\n"
                                    "Refresh tokens rotate on every use.\n",
                                    "tags: [security]\n");

}  // namespace

TEST_CASE("a hit is the passage that says most, with its lines, heading and relevance") {
  const auto result = search(index_with({kRotation}), asking("when do refresh tokens rotate?"));
  CHECK(result.verdict == "answered");
  CHECK(result.generation == "0123456789abcdef");
  REQUIRE(!result.hits.empty());
  const SearchHit& hit = result.hits.front();
  CHECK(hit.path == "auth/tokens/rotation");
  CHECK(hit.title == "Token rotation");
  CHECK(hit.text.find("Refresh tokens rotate on every use.") != std::string::npos);
  CHECK(hit.heading == "Rules");
  CHECK(hit.end_line == 11);
  CHECK(hit.score > 0.93);
  CHECK(hit.score < 1);
  CHECK(!hit.explain);
}

TEST_CASE("explain gives the score to all its digits") {
  SearchRequest request = asking("rotation");
  request.explain = true;
  const auto result = search(index_with({kRotation}), request);
  REQUIRE(!result.hits.empty());
  REQUIRE(result.hits.front().explain);
  const std::string& said = *result.hits.front().explain;
  REQUIRE(said.starts_with("BM25+ score "));
  const double score = std::stod(said.substr(12));
  CHECK(score / (1 + score) == doctest::Approx(result.hits.front().score).epsilon(1e-15));
}

TEST_CASE("unknown words are named, with what is spelled like them") {
  const auto nothing = search(index_with({kRotation}), asking("zzyzx quokka"));
  CHECK(nothing.verdict == "none");
  CHECK(nothing.hits.empty());
  CHECK(nothing.unmatched_terms == std::vector<std::string>{"zzyzx", "quokka"});
  CHECK(nothing.hint);

  const auto near = search(index_with({kRotation}), asking("sessoins qqqqq"));
  CHECK(near.verdict == "none");
  CHECK(near.unmatched_terms == std::vector<std::string>{"sessoins", "qqqqq"});
  CHECK(near.did_you_mean == std::vector<std::string>{"sessions"});
}

TEST_CASE("what is found by near spellings alone is marked") {
  const auto result = search(index_with({kRotation}), asking("rotaton"));
  REQUIRE(!result.hits.empty());
  CHECK(result.hits.front().approximate == true);
  CHECK(result.did_you_mean.empty());
}

TEST_CASE("an empty query and punctuation get a hint") {
  for (const char* query : {"", "  ", "?!", "\"\""}) {
    CAPTURE(query);
    const auto result = search(index_with({kRotation}), asking(query));
    CHECK(result.verdict == "none");
    CHECK(result.hint);
  }
}

TEST_CASE("filters take documents away, not the scores of others") {
  const auto index = index_with({kRotation, document("web/tokens/rotation", "Token rotation", "Never done here.\n")});
  const auto all = search(index, asking("token rotation"));
  REQUIRE(all.hits.size() == 2);
  SearchRequest request = asking("token rotation");
  request.scope = "web";
  const auto scoped = search(index, request);
  REQUIRE(scoped.hits.size() == 1);
  CHECK(scoped.hits.front().path == "web/tokens/rotation");
  const auto same =
      std::find_if(all.hits.begin(), all.hits.end(), [](const SearchHit& hit) { return hit.path.starts_with("web"); });
  CHECK(scoped.hits.front().score == same->score);

  request.scope = "elsewhere";
  const auto filtered = search(index, request);
  CHECK(filtered.verdict == "filtered");
  CHECK(filtered.hits.empty());
  CHECK(filtered.hint->find("elsewhere") != std::string::npos);

  request.since = "never";
  CHECK(!search_paper(*index, request, kNow));
}

TEST_CASE("the cursor gives what is left, each document once") {
  std::vector<EntryPtr> entries;
  for (int i = 0; i < 25; ++i) {
    entries.push_back(
        document("plants/fruit/f" + std::to_string(i), "Kiwi", "Kind " + std::to_string(i) + " of kiwi.\n"));
  }
  for (int i = 100; i < 200; ++i) {
    entries.push_back(document("plants/wood/w" + std::to_string(i), "Oak", "Tree " + std::to_string(i) + "\n"));
  }
  const auto index = index_with(entries);
  SearchRequest request = asking("kiwi");
  std::vector<std::string> paths;
  for (int page = 0; page < 10; ++page) {
    const auto result = search(index, request);
    for (const SearchHit& hit : result.hits) paths.push_back(hit.path);
    request.cursor = result.omitted.cursor;
    if (!request.cursor) break;
    CHECK(result.omitted.hits == 25 - static_cast<std::int64_t>(paths.size()));
  }
  CHECK(paths.size() == 25);
  std::sort(paths.begin(), paths.end());
  CHECK(std::unique(paths.begin(), paths.end()) == paths.end());
  request.cursor = "fedcba9876543210.0.1";
  CHECK(!search_paper(*index, request, kNow));
}

TEST_CASE("documents that share a passage show another one each") {
  const std::string shared = "Kiwi grows in the south.\n";
  const auto result =
      search(index_with({document("a/b/one", "Kiwi one", "# A\n\n" + shared + "\n# B\n\nIt is green.\n"),
                         document("a/b/two", "Kiwi two", "# A\n\n" + shared + "\n# B\n\nIt is brown.\n")}),
             asking("kiwi"));
  REQUIRE(result.hits.size() == 2);
  CHECK(result.hits[0].text != result.hits[1].text);
}

TEST_CASE("an entry without a body answers with its frontmatter") {
  const auto result = search(index_with({document("a/b/one", "Deployment freeze", "")}), asking("deployment freeze"));
  REQUIRE(!result.hits.empty());
  CHECK(result.hits.front().text.find("Deployment freeze") != std::string::npos);
}
