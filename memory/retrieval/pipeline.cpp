#include "memory/retrieval/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "memory/index/query.h"
#include "memory/retrieval/filters.h"
#include "memory/retrieval/packing.h"
#include "memory/retrieval/ranking.h"
#include "memory/retrieval/verdict.h"

namespace memory {
namespace {

constexpr std::int64_t kMostPages = 1000;

// Tells one request from another, so that a cursor is not used with other words or limits.
std::string request_mark(const SearchRequest& request) {
  std::string all = request.query;
  for (const auto& field : {request.scope, request.since, request.until, request.min_maturity})
    all += '\0' + field.value_or("");
  for (const auto* list : {&request.tags, &request.kinds}) {
    for (const std::string& item : *list) all += '\1' + item;
  }
  all += '\2' + std::to_string(request.limit) + '\2' + std::to_string(request.max_tokens);
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
  for (const char c : all) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

std::string make_cursor(const SearchIndex& index, const SearchRequest& request, std::int64_t page) {
  return index.generation() + "." + request_mark(request) + "." + std::to_string(page);
}

Result<std::int64_t> page_of(const SearchIndex& index, const SearchRequest& request) {
  if (!request.cursor) return std::int64_t{0};
  const auto invalid = [&](std::string message) {
    return Error{ErrorCode::kInvalidArgument, std::move(message), "cursor", *request.cursor, {}};
  };
  const std::size_t last = request.cursor->rfind('.');
  const std::size_t first =
      last == std::string::npos || last == 0 ? std::string::npos : request.cursor->rfind('.', last - 1);
  if (first == std::string::npos) return invalid("the cursor is not one of a search");
  if (request.cursor->substr(0, first) != index.generation()) {
    return invalid("the tree has changed since this cursor was given; search again without it");
  }
  if (request.cursor->substr(first + 1, last - first - 1) != request_mark(request)) {
    return invalid("the cursor belongs to a search with other arguments; repeat those");
  }
  const std::string number = request.cursor->substr(last + 1);
  const bool digits =
      !number.empty() && number.size() <= 4 && number.find_first_not_of("0123456789") == std::string::npos;
  const std::int64_t page = digits ? std::stoll(number) : 0;
  if (page < 1 || page > kMostPages) return invalid("the cursor is not one of a search");
  return page;
}

void name_unknown_words(const Query& query, SearchResult& result) {
  for (const QueryWord& word : query.words) {
    const auto& known = result.unmatched_terms;
    if (!word.known && std::find(known.begin(), known.end(), word.text) == known.end()) {
      result.unmatched_terms.push_back(word.text);
    }
  }
  result.did_you_mean = query.near_words;
}

std::string explain(const RankedPassage& passage) {
  char text[160];
  std::snprintf(text, sizeof text, "relevance %.4f (entry %.4f, passage %.4f), coverage %.2f, compound %.4f",
                passage.relevance, passage.entry_score, passage.passage_score, passage.coverage, passage.order);
  return text;
}

class Search {
 public:
  Search(const SearchIndex& index, const SearchRequest& request, const Filters& filters, std::int64_t page, Time now)
      : index_(index), request_(request), filters_(filters), page_(page), now_(now) {}

  SearchResult run() {
    result_.generation = index_.generation();
    const Query query = make_query(index_, request_.query, profile_);
    if (query.empty()) {
      result_.verdict = verdict_name(Verdict::kNone);
      result_.hint = query.words.empty() && request_.query.find_first_not_of(" \t\r\n") != std::string::npos
                         ? "The query holds only words that say nothing by themselves; name the thing you look for."
                         : "The query is empty; name the thing you look for.";
      return std::move(result_);
    }
    name_unknown_words(query, result_);
    const Ranking ranking = ranked(query, true);
    Verdict verdict = decide(ranking);
    if (verdict == Verdict::kNone && filters_.any()) verdict = without_filters(query);
    result_.verdict = verdict_name(verdict);
    if (verdict == Verdict::kNone) {
      result_.hint = "Nothing about this is stored; more searching here will not help.";
    } else if (verdict != Verdict::kFiltered) {
      result_.did_you_mean.clear();
      fill(ranking);
    }
    return std::move(result_);
  }

 private:
  Ranking ranked(const Query& query, bool filtered) const {
    EntryFilter filter;
    if (filtered && filters_.any()) filter = [this](const StoredEntry& entry) { return filters_.accepts(entry); };
    return rank(index_, query, filter, now_, profile_);
  }

  Verdict without_filters(const Query& query) {
    const Ranking all = ranked(query, false);
    if (decide(all) == Verdict::kNone) return Verdict::kNone;
    result_.hint = "The filters (" + filters_.description() + ") leave nothing; without them " +
                   std::to_string(all.matching_entries) + " entries match.";
    return Verdict::kFiltered;
  }

  void fill(const Ranking& ranking) {
    PackingLimits limits{std::clamp<std::int64_t>(request_.limit, 1, 100),
                         std::clamp<std::int64_t>(request_.max_tokens, 100, 8000), page_};
    Packed packed = pack(ranking.passages, limits);
    result_.hits = std::move(packed.hits);
    result_.omitted = packed.omitted;
    if (packed.omitted.hits > 0) result_.omitted.cursor = make_cursor(index_, request_, page_ + 1);
    if (packed.cut) result_.hint = "The first passage is longer than max_tokens; read_entry gives all of it.";
    if (!request_.explain) return;
    for (SearchHit& hit : result_.hits) {
      const auto passage = std::find_if(ranking.passages.begin(), ranking.passages.end(), [&](const RankedPassage& p) {
        return p.entry->path == hit.path && p.relevance == hit.score;
      });
      if (passage != ranking.passages.end()) hit.explain = explain(*passage);
    }
  }

  const SearchIndex& index_;
  const SearchRequest& request_;
  const Filters& filters_;
  std::int64_t page_;
  Time now_;
  ScoringProfile profile_;
  SearchResult result_;
};

}  // namespace

Result<SearchResult> search(const SearchIndex& index, const SearchRequest& request, Time now) {
  const auto started = std::chrono::steady_clock::now();
  auto filters = Filters::make(request, now);
  if (!filters) return filters.error();
  const auto page = page_of(index, request);
  if (!page) return page.error();
  SearchResult result = Search(index, request, *filters, *page, now).run();
  result.elapsed_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  return result;
}

}  // namespace memory
