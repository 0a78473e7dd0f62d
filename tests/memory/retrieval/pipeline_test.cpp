#include "memory/retrieval/pipeline.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "memory/retrieval/packing.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"
#include "tests/support/indexed_tree.h"
#include "tests/support/random.h"

using namespace memory;

namespace {

const Time kNow = *parse_time("2026-11-30T12:00:00Z");

SearchResult ask(const SearchIndexPtr& index, SearchRequest request) {
  auto result = search(*index, request, kNow);
  REQUIRE(result);
  return *result;
}

SearchResult ask(const SearchIndexPtr& index, const std::string& query) {
  SearchRequest request;
  request.query = query;
  return ask(index, request);
}

std::string first(const SearchIndexPtr& index, const std::string& query) {
  const SearchResult result = ask(index, query);
  return result.hits.empty() ? "(" + result.verdict + ")" : result.hits.front().path;
}

// Some entries of ordinary work around the ones a case is about.
tests::Files with_others(tests::Files files) {
  const std::vector<std::string> subjects = {"login page",    "billing job", "search index", "mail queue",
                                             "report export", "image cache", "audit log",    "rate limiter"};
  const std::vector<std::string> facts = {
      "is written in Go and runs in two regions", "failed last week because a disk was full",
      "needs a new owner after the reorganisation", "has a dashboard that shows its error rate",
      "was moved behind the gateway in spring"};
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    for (std::size_t f = 0; f < facts.size(); ++f) {
      files.emplace_back("work/notes/n" + std::to_string(s) + "_" + std::to_string(f),
                         "The " + subjects[s] + " " + facts[f] + ".\n");
    }
  }
  return files;
}

}  // namespace

TEST_CASE("identifiers are found literally, and operators are text") {
  const auto index = tests::index_of(with_others(
      {{"ids/a/dev", "The host uteke-cloud-dev runs the nightly build.\n"},
       {"ids/a/dev2", "The cloud team runs dev hosts.\n"},
       {"ids/a/adr", "See ADR-0005 for the decision on queues.\n"},
       {"ids/a/adr6", "See ADR-0006 for the decision on caches.\n"},
       {"ids/a/crew", "Start it with crew:run in the root.\n"},
       {"ids/a/health", "The endpoint health.base answers with 200.\n"},
       {"ids/a/base", "Health checks need a base path.\n"},
       {"ids/a/transcripts", "Files land in Downloads/transcripts every day.\n"},
       {"ids/a/speed", "The disk reads 12 GB/s at best.\n"},
       {"ids/a/version", "We released v1.2.3-rc1 to staging.\n"},
       {"ids/a/version4", "We released v1.2.4-rc1 to production.\n"},
       {"ids/a/mail", "Write to user@example.com for access.\n"},
       {"ids/a/tier", "The suite tier1-test covers unicode paths.\n"},
       {"ids/a/calls", "Never call foo(bar) or col:val in NEAR mode with a* and -x flags, it is unbalanced.\n"},
       {"ids/a/langs", "Ported from C++ to C# and .NET; clean with rm -rf build.\n"},
       {"ids/a/camel", "The handler getUserByID reads one row.\n"},
       {"ids/a/rows", "A user row has an id.\n"}}));
  CHECK(first(index, "uteke-cloud-dev") == "ids/a/dev");
  CHECK(first(index, "ADR-0005") == "ids/a/adr");
  CHECK(first(index, "adr 0005") == "ids/a/adr");
  CHECK(first(index, "crew:run") == "ids/a/crew");
  CHECK(first(index, "health.base") == "ids/a/health");
  CHECK(first(index, "Downloads/transcripts") == "ids/a/transcripts");
  CHECK(first(index, "12 GB/s") == "ids/a/speed");
  CHECK(first(index, "v1.2.3-rc1") == "ids/a/version");
  CHECK(first(index, "1.2.3") == "ids/a/version");
  CHECK(first(index, "user@example.com") == "ids/a/mail");
  CHECK(first(index, "tier1-test AND unicode") == "ids/a/tier");
  CHECK(first(index, "\"unbalanced") == "ids/a/calls");
  CHECK(first(index, "foo(") == "ids/a/calls");
  CHECK(first(index, "NEAR(") == "ids/a/calls");
  CHECK(first(index, "col:val") == "ids/a/calls");
  CHECK(first(index, "-x") == "ids/a/calls");
  CHECK(first(index, "C++") == "ids/a/langs");
  CHECK(first(index, "C#") == "ids/a/langs");
  CHECK(first(index, ".NET") == "ids/a/langs");
  CHECK(first(index, "rm -rf") == "ids/a/langs");
  CHECK(first(index, "getUserByID") == "ids/a/camel");
  CHECK(first(index, "get_user_by_id") == "ids/a/camel");
  CHECK(ask(index, "a*").hits.empty());  // "a" says nothing by itself
}

TEST_CASE("questions find by their content words; function words alone give a hint") {
  const auto index = tests::index_of(with_others({{"team/chat/codey", "Codey replies only in the ops channel.\n"}}));
  CHECK(first(index, "why is Codey not replying") == "team/chat/codey");
  CHECK(first(index, "can I reach Codey") == "team/chat/codey");
  CHECK(first(index, "what did we decide about Codey?") == "team/chat/codey");
  for (const char* query : {"is it the", "what", "", "   ", "\n\t", "?!"}) {
    CAPTURE(query);
    const SearchResult result = ask(index, query);
    CHECK(result.hits.empty());
    CHECK(result.verdict == "none");
    CHECK(result.hint);
  }
}

TEST_CASE("scripts without spaces are found by their parts") {
  const auto index = tests::index_of({{"cjk/a/game", "今日は成語しりとりをした\n"},
                                      {"cjk/a/korean", "오늘 끝말잇기 게임을 했다\n"},
                                      {"cjk/a/server", "用户服务器部署在腾讯云国内节点\n"},
                                      {"cjk/a/rerun", "重跑gen-itgc后50条悬空引用清零\n"},
                                      {"cjk/a/mail", "メールサーバーの設定\n"}});
  CHECK(first(index, "しりとり") == "cjk/a/game");
  CHECK(first(index, "끝말잇기") == "cjk/a/korean");
  CHECK(first(index, "腾讯云") == "cjk/a/server");
  CHECK(first(index, "部署") == "cjk/a/server");
  CHECK(first(index, "itgc") == "cjk/a/rerun");
  CHECK(first(index, "悬空") == "cjk/a/rerun");
  CHECK(first(index, "サーバー") == "cjk/a/mail");
  CHECK(ask(index, "用户身份").verdict != "answered");
}

TEST_CASE("what is outside stored knowledge is none, without filler") {
  tests::Files files;
  for (int i = 0; i < 5; ++i) {
    for (auto [path, text] : with_others({})) files.emplace_back(path + "_" + std::to_string(i), text);
  }
  const auto index = tests::index_of(files);
  for (const char* query :
       {"qwxyzzy", "best sourdough hydration", "capital of Mongolia", "project budget of my wedding"}) {
    CAPTURE(query);
    const SearchResult result = ask(index, query);
    CHECK(result.verdict == "none");
    CHECK(result.hits.empty());
    CHECK_FALSE(result.unmatched_terms.empty());
    CHECK(result.hint->find("Nothing") != std::string::npos);
    CHECK(result.did_you_mean.size() <= 5);
  }
  const SearchResult known = ask(index, "why did the mail queue fail");
  CHECK(known.verdict != "none");
  for (const SearchHit& hit : known.hits) {
    CHECK(hit.score >= 0);
    CHECK(hit.score <= 1);
  }
}

TEST_CASE("a few words that are all typed wrong, but for one, are no reason to say that nothing is stored") {
  const auto index = tests::index_of({
      {"search/es", "To reindex Elasticsearch, create a new index with the new mapping and swap the alias.\n"},
      {"ops/db", "The broad migration of the orders database was planned in March.\n"},
      {"ops/ci", "The pipeline runs on every push.\n"},
  });
  for (const char* query : {"elasticserch reindx procedure", "databse migraton", "migraton"}) {
    CAPTURE(query);
    const SearchResult result = ask(index, query);
    CHECK(result.verdict == "partial");
    REQUIRE_FALSE(result.hits.empty());
    CHECK(result.hits.front().approximate == true);
  }
  CHECK(ask(index, "bread recipe").verdict == "none");  // "broad" is one letter off
}

TEST_CASE("in the smallest trees a word that stands in every entry still counts for something") {
  const auto index = tests::index_of({
      {"ops/one", "The migration of the orders database was planned in step one.\n"},
      {"ops/two", "The migration of the orders database was planned in step two.\n"},
  });
  CHECK(ask(index, "migration window").verdict == "partial");
  CHECK(ask(index, "orders database cutover").verdict == "partial");
  CHECK(ask(index, "best hydration for a sourdough bread").verdict == "none");
}

TEST_CASE("typos are found and flagged; short words and versions never match by chance") {
  const auto index =
      tests::index_of(with_others({{"auth/jwt/tokens", "We rotate JWT refresh tokens.\n"},
                                   {"home/a/car", "The car needs new tyres; we run 1.2.4 of its software.\n"}}));
  for (const char* query : {"refesh tokens", "refrsh tokne"}) {
    CAPTURE(query);
    const SearchResult result = ask(index, query);
    REQUIRE_FALSE(result.hits.empty());
    CHECK(result.hits.front().path == "auth/jwt/tokens");
  }
  CHECK(ask(index, "refrsh tokne").hits.front().approximate == true);
  CHECK(ask(index, "cat").hits.empty());
  CHECK(ask(index, "1.2.3").hits.empty());
  CHECK(ask(index, "refresh tokens").hits.front().approximate == std::nullopt);
}

TEST_CASE("quoted phrases are honoured where they occur") {
  const auto index = tests::index_of(
      with_others({{"x/y/exact", "It is said that time flies like an arrow here.\n"},
                   {"x/y/mixed", "An arrow like this flies in no time; time and arrow, flies and time.\n"}}));
  CHECK(first(index, "\"time flies like an arrow\"") == "x/y/exact");
  CHECK(ask(index, "\"time flies\"").hits.size() == 1);
  CHECK_FALSE(ask(index, "\"arrow time flies backwards\"").hits.empty());  // no such phrase: its words
}

TEST_CASE("facts: the newer value comes first and the older is marked as superseded") {
  const auto index =
      tests::index_of(with_others({{"app/stack/old",
                                    "---\ntitle: Stack\nupdatedAt: 2026-01-01T00:00:00Z\n---\n## Facts\n- "
                                    "**database**: the app uses PostgreSQL as its database "
                                    "(value: PostgreSQL; from: 2026-01-01; superseded-by: app/stack/new)\n"},
                                   {"app/stack/new",
                                    "---\ntitle: Stack\nupdatedAt: 2026-05-01T00:00:00Z\n---\n## Facts\n- "
                                    "**database**: the app uses MySQL as its database "
                                    "(value: MySQL; from: 2026-05-01)\n"}}));
  const SearchResult result = ask(index, "which database does the app use");
  REQUIRE(result.hits.size() >= 2);
  CHECK(result.hits[0].path == "app/stack/new");
  CHECK(result.hits[1].path == "app/stack/old");
  CHECK(result.hits[1].superseded_by == "app/stack/new");
  SearchRequest only_old;
  only_old.query = "which database does the app use";
  only_old.scope = "app/stack/old";
  CHECK(ask(index, only_old).verdict == "superseded");
}

TEST_CASE("opposite statements are both found") {
  const auto index =
      tests::index_of(with_others({{"me/food/a", "I love Chinese food.\n"}, {"me/food/b", "I hate Chinese food.\n"}}));
  const SearchResult result = ask(index, "do I like Chinese food");
  CHECK(result.hits.size() == 2);
}

TEST_CASE("marker words anywhere in a long entry are found with their line") {
  std::string body;
  std::int64_t lines = 0;
  const auto fill_to = [&](std::size_t size) {
    while (body.size() < size) {
      body += "Ordinary line number " + std::to_string(lines) + " of the long report.\n";
      ++lines;
    }
  };
  std::vector<std::pair<std::string, std::int64_t>> markers;
  for (const std::size_t at : {1000, 6000, 128000, 1000000}) {
    fill_to(at);
    const std::string word = "zyxmarker" + std::string(1, static_cast<char>('a' + markers.size()));
    body += "Here stands " + word + " alone.\n";
    markers.emplace_back(word, ++lines);
  }
  const auto index = tests::index_of(with_others({{"long/a/report", body}}));
  for (const auto& [word, line] : markers) {
    CAPTURE(word);
    const SearchResult result = ask(index, word);
    REQUIRE_FALSE(result.hits.empty());
    CHECK(result.hits[0].path == "long/a/report");
    CHECK(result.hits[0].start_line <= line);
    CHECK(result.hits[0].end_line >= line);
    CHECK(result.hits[0].text.find(word) != std::string::npos);
    CHECK(body.find(result.hits[0].text) != std::string::npos);
  }
}

TEST_CASE("filters that remove everything are said, with what they hide") {
  const auto index = tests::index_of(
      with_others({{"team/chat/codey", "---\ntags: [bots]\n---\nCodey replies only in the ops channel.\n"}}));
  SearchRequest request;
  request.query = "where does Codey reply";
  request.scope = "work";
  const SearchResult hidden = ask(index, request);
  CHECK(hidden.verdict == "filtered");
  CHECK(hidden.hits.empty());
  CHECK(hidden.hint->find("scope work") != std::string::npos);
  request.scope = "team";
  request.tags = {"bots"};
  CHECK(ask(index, request).hits.at(0).path == "team/chat/codey");
  request.query = "capital of Mongolia";
  CHECK(ask(index, request).verdict == "none");
}

TEST_CASE("a cursor gives the next page, and belongs to one generation and one request") {
  tests::Files files;
  for (int i = 0; i < 20; ++i)
    files.emplace_back("a/b/e" + std::to_string(i),
                       "The replication lag of shard " + std::to_string(i) + " is high.\n");
  const auto index = tests::index_of(files);
  SearchRequest request;
  request.query = "replication lag";
  request.limit = 7;
  std::set<std::string> paths;
  for (int page = 0; page < 3; ++page) {
    const SearchResult result = ask(index, request);
    for (const SearchHit& hit : result.hits) CHECK(paths.insert(hit.path).second);
    CHECK(result.omitted.hits == std::max(0, 20 - 7 * (page + 1)));
    CHECK(result.omitted.cursor.has_value() == (page < 2));
    request.cursor = result.omitted.cursor;
  }
  CHECK(paths.size() == 20);
  request.cursor = ask(index, SearchRequest{.query = "replication lag", .limit = 7}).omitted.cursor;
  SearchRequest other = request;
  other.query = "shard";
  CHECK(search(*index, other, kNow).error().field == "cursor");
  const auto later = index->with({}, "later");
  CHECK(search(*later, request, kNow).error().field == "cursor");
  for (const char* cursor : {"", "x", "..", "generation.x.1", "generation..", "....."}) {
    request.cursor = cursor;
    CHECK(search(*index, request, kNow).error().code == ErrorCode::kInvalidArgument);
  }
}

TEST_CASE("limits out of range are brought into it") {
  const auto index = tests::index_of(with_others({}));
  SearchRequest request;
  request.query = "dashboard";
  request.limit = -5;
  request.max_tokens = -1;
  CHECK(ask(index, request).hits.size() == 1);
  request.limit = 1000000;
  request.max_tokens = 1000000;
  CHECK(ask(index, request).hits.size() == 8);
}

TEST_CASE("a hit's text is in the file, on the lines it names") {
  tests::Random random(9);
  tests::Files files;
  for (int i = 0; i < 40; ++i) {
    std::string body = "---\ntitle: t\n---\n";
    for (std::uint32_t l = 0; l < 1 + random.below(40); ++l) {
      body += random.one_in(4) ? "\n" : "";
      for (std::uint32_t w = 0; w < 1 + random.below(60); ++w)
        body += random.one_in(9) ? "needle. " : "straw" + std::to_string(random.below(50)) + " ";
      body += random.one_in(2) ? "\r\n" : "\n";
    }
    files.emplace_back("a/b/e" + std::to_string(i), body);
  }
  const auto index = tests::index_of(files);
  SearchRequest request;
  request.query = "needle straw7";
  request.max_tokens = 8000;
  const SearchResult result = ask(index, request);
  REQUIRE(result.hits.size() > 5);
  for (const SearchHit& hit : result.hits) {
    for (const auto& [path, bytes] : files) {
      if (path != hit.path) continue;
      CHECK(bytes.find(hit.text) != std::string::npos);
      std::string lines;
      const auto all = split_lines(bytes);
      for (std::int64_t l = hit.start_line; l <= hit.end_line; ++l)
        lines += std::string(all[static_cast<std::size_t>(l) - 1]) + "\n";
      std::string text = hit.text;
      std::erase(text, '\r');
      CHECK(lines.find(text) != std::string::npos);
    }
  }
}

TEST_CASE("hostile queries are text and end soon") {
  tests::Files files = with_others({});
  std::string words;
  for (int i = 0; i < 3000; ++i) words += "common" + std::to_string(i % 700) + " ";
  for (int i = 0; i < 50; ++i) files.emplace_back("big/a/e" + std::to_string(i), words + "\n");
  const auto index = tests::index_of(files);
  std::string all_common = words.substr(0, 5000);
  std::string garbage;
  tests::Random random(4);
  for (int i = 0; i < 5000; ++i) garbage += static_cast<char>(random.below(256));
  for (const std::string& query :
       {all_common, garbage, std::string(5000, '"'), std::string(5000, '*'), std::string("a\0b queue", 9),
        std::string(5000, 'a'), std::string("\"") + all_common + "\"", std::string("\xC3\x28 queue \xFF"),
        std::string("NOT (queue OR) AND")}) {
    const auto started = std::chrono::steady_clock::now();
    CHECK(search(*index, SearchRequest{.query = query}, kNow));
    CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds(5));
  }
}

TEST_CASE("an explanation is given where it is asked for") {
  const auto index = tests::index_of(with_others({}));
  SearchRequest request;
  request.query = "mail queue";
  request.explain = true;
  CHECK(ask(index, request).hits.at(0).explain->find("relevance") != std::string::npos);
  CHECK(ask(index, request).hint->find("evidence") != std::string::npos);
  request.explain = false;
  CHECK_FALSE(ask(index, request).hits.at(0).explain);
}
