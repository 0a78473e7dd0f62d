#include "memory/retrieval/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "memory/index/query.h"
#include "memory/retrieval/filters.h"
#include "memory/retrieval/packing.h"
#include "memory/retrieval/page_cursor.h"
#include "memory/retrieval/ranking.h"
#include "memory/retrieval/verdict.h"

namespace memory {
namespace {

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

std::string explain_verdict(const Ranking& ranking) {
  const VerdictThresholds thresholds;
  char text[120];
  std::snprintf(text, sizeof text, "Verdict by evidence %.4f (threshold %.2f), clarity %.4f (threshold %.2f).",
                evidence(ranking), thresholds.evidence, clarity(ranking), thresholds.clarity);
  return text;
}

class Search {
 public:
  Search(const SearchIndex& index, const SearchRequest& request, const Filters& filters, std::int64_t page, Time now,
         const Lifecycles& lifecycles, const Neighbours& neighbours)
      : index_(index),
        request_(request),
        filters_(filters),
        page_(page),
        now_(now),
        lifecycles_(lifecycles),
        neighbours_(neighbours) {}

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
    Ranking ranking = ranked(query, true);
    Verdict verdict = decide(ranking);
    if (verdict == Verdict::kNone && filters_.any()) verdict = without_filters(query);
    result_.verdict = verdict_name(verdict);
    if (verdict == Verdict::kNone) {
      result_.hint = "Nothing about this is stored; more searching here will not help.";
    } else if (verdict != Verdict::kFiltered) {
      result_.did_you_mean.clear();
      if (neighbours_) add_neighbours(index_, neighbours_, filter(), entry_limit(), ranking);
      fill(ranking);
    }
    if (request_.explain) result_.hint = (result_.hint ? *result_.hint + " " : "") + explain_verdict(ranking);
    return std::move(result_);
  }

 private:
  EntryFilter filter() const {
    if (!filters_.any()) return {};
    return [this](const StoredEntry& entry) { return filters_.accepts(entry); };
  }

  std::size_t entry_limit() const { return static_cast<std::size_t>(std::clamp<std::int64_t>(request_.limit, 1, 100)); }

  Ranking ranked(const Query& query, bool filtered) const {
    return rank(index_, query, filtered ? filter() : EntryFilter(), now_, profile_, {}, lifecycles_);
  }

  Verdict without_filters(const Query& query) {
    const Ranking all = ranked(query, false);
    if (decide(all) == Verdict::kNone) return Verdict::kNone;
    result_.hint = "The filters (" + filters_.description() + ") leave nothing; without them " +
                   (all.more_may_match ? "at least " : "") + std::to_string(all.matching_entries) + " entries match.";
    return Verdict::kFiltered;
  }

  void fill(const Ranking& ranking) {
    PackingLimits limits{static_cast<std::int64_t>(entry_limit()),
                         std::clamp<std::int64_t>(request_.max_tokens, 100, 8000), page_};
    Packed packed = pack(ranking.passages, limits);
    result_.hits = std::move(packed.hits);
    result_.omitted = packed.omitted;
    if (packed.omitted.hits > 0) result_.omitted.cursor = page_cursor(index_.generation(), request_, page_ + 1);
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
  const Lifecycles& lifecycles_;
  const Neighbours& neighbours_;
  ScoringProfile profile_;
  SearchResult result_;
};

}  // namespace

Result<SearchResult> search(const SearchIndex& index, const SearchRequest& request, Time now,
                            const Lifecycles& lifecycles, const Neighbours& neighbours) {
  const auto started = std::chrono::steady_clock::now();
  auto filters = Filters::make(request, now, lifecycles);
  if (!filters) return filters.error();
  const auto page = requested_page(index.generation(), request);
  if (!page) return page.error();
  SearchResult result = Search(index, request, *filters, *page, now, lifecycles, neighbours).run();
  result.elapsed_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  return result;
}

}  // namespace memory
