#include "memory/retrieval/paper_search.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <unordered_set>
#include <utility>

#include "memory/index/language.h"
#include "memory/index/paper_scores.h"
#include "memory/index/passages.h"
#include "memory/retrieval/filters.h"
#include "memory/retrieval/hit_text.h"
#include "memory/retrieval/packing.h"
#include "memory/retrieval/page_cursor.h"
#include "memory/retrieval/paper_verdict.h"

namespace memory {
namespace {

// Documents that a search can show, over all pages: as many as `limit` may ask for. The paper's tool shows 32.
constexpr std::size_t kMostDocuments = 100;
constexpr std::size_t kMostNearWords = 5;

IndexedPassage indexed(const Passage& from) {
  IndexedPassage passage;
  passage.begin = from.begin;
  passage.end = from.end;
  passage.first_line = from.first_line;
  passage.last_line = from.last_line;
  passage.section = from.section;
  passage.turn = from.turn;
  passage.role = from.role;
  passage.superseded = from.superseded;
  passage.partial = from.partial;
  return passage;
}

// Chooses the passage of each document that says most about the query, of several the first; one that a better
// document showed already only where there is no other, since a text is returned once.
class PassageChooser {
 public:
  PassageChooser(const PaperIndex& index, const PaperQuery& query) : weights_(index, query) {}

  IndexedPassage choose(const StoredEntry& stored) {
    const std::string_view bytes = stored.bytes;
    PassageMap map = split_passages(bytes, stored.body_offset, stored.body_line);
    // An entry without a body is still an answer: its frontmatter stands for it.
    if (map.passages.empty()) map = split_passages(bytes, 0, 1);
    IndexedPassage best;
    std::string_view best_text;
    double most = -1;
    bool best_is_new = false;
    for (const Passage& passage : map.passages) {
      const IndexedPassage candidate = indexed(passage);
      const TextRange range = shown_range(bytes, candidate);
      const std::string_view text = bytes.substr(range.begin, range.end - range.begin);
      const bool is_new = !shown_.contains(text);
      const double weight = weights_.of_text(bytes.substr(passage.begin, passage.end - passage.begin));
      if (std::pair(is_new, weight) <= std::pair(best_is_new, most)) continue;
      best = candidate;
      best_text = text;
      most = weight;
      best_is_new = is_new;
    }
    shown_.insert(best_text);
    return best;
  }

 private:
  PaperTermWeights weights_;
  std::unordered_set<std::string_view> shown_;  // texts of the entries, which live in the index
};

bool is_significant(const PaperWord& word) { return !is_stop_word(word.text, Language::kEnglish); }

class PaperSearch {
 public:
  PaperSearch(const PaperIndex& index, const SearchRequest& request, const Filters& filters, std::int64_t page)
      : index_(index), request_(request), filters_(filters), page_(page) {}

  SearchResult run() {
    result_.generation = index_.generation();
    query_ = make_paper_query(index_, request_.query);
    if (query_.words.empty()) {
      result_.verdict = verdict_name(Verdict::kNone);
      result_.hint = "The query is empty; name the thing you look for.";
      return std::move(result_);
    }
    name_unknown_words();
    std::vector<PaperScore> scores = paper_scores(index_, query_);
    const auto all = scores.size();
    const Verdict unfiltered = decide(scores);
    if (filters_.any()) std::erase_if(scores, [this](const PaperScore& s) { return !filters_.accepts(*s.entry); });
    Verdict verdict = decide(scores);
    if (verdict == Verdict::kNone && unfiltered != Verdict::kNone) {
      verdict = Verdict::kFiltered;
      result_.hint = "The filters (" + filters_.description() + ") leave nothing; without them " + std::to_string(all) +
                     " entries match.";
    } else if (verdict == Verdict::kNone) {
      result_.hint = "Nothing about this is stored; more searching here will not help.";
    } else {
      result_.did_you_mean.clear();
      verdict = fill(scores, verdict);
    }
    result_.verdict = verdict_name(verdict);
    return std::move(result_);
  }

 private:
  Verdict decide(const std::vector<PaperScore>& scores) const {
    const auto normalized = [&](std::size_t i) {
      return i < scores.size() ? normalized_paper_score(scores[i].score) : 0.0;
    };
    const bool unmatched = std::any_of(query_.words.begin(), query_.words.end(),
                                       [](const PaperWord& w) { return w.matches.empty() && is_significant(w); });
    return decide_by_paper(normalized(0), normalized(1), unmatched);
  }

  void name_unknown_words() {
    for (const PaperWord& word : query_.words) {
      if (word.known) continue;
      result_.unmatched_terms.push_back(word.text);
      std::vector<const PaperMatch*> nearest;
      for (const PaperMatch& match : word.matches) nearest.push_back(&match);
      std::stable_sort(nearest.begin(), nearest.end(),
                       [](const PaperMatch* a, const PaperMatch* b) { return a->weight > b->weight; });
      for (const PaperMatch* match : nearest) {
        if (result_.did_you_mean.size() == kMostNearWords) break;
        result_.did_you_mean.push_back(paper_match_text(index_, *match));
      }
    }
  }

  // → the verdict, which the state of the passages found may lower
  Verdict fill(const std::vector<PaperScore>& scores, Verdict verdict) {
    PassageChooser chooser(index_, query_);
    std::vector<IndexedPassage> passages;
    std::vector<RankedPassage> ranked;
    passages.reserve(kMostDocuments);  // `ranked` points into it
    for (const PaperScore& score : scores) {
      const double relevance = normalized_paper_score(score.score);
      if (relevance < PaperThresholds{}.minimum || ranked.size() == kMostDocuments) break;
      passages.push_back(chooser.choose(*score.entry));
      RankedPassage passage;
      passage.entry = score.entry;
      passage.passage = &passages.back();
      passage.relevance = passage.order = passage.entry_score = relevance;
      passage.approximate = score.approximate;
      ranked.push_back(passage);
    }
    pack_hits(ranked);
    if (request_.explain) explain(scores);
    const bool all_superseded =
        std::all_of(passages.begin(), passages.end(), [](const IndexedPassage& p) { return p.superseded; });
    if (all_superseded) return Verdict::kSuperseded;
    return verdict == Verdict::kAnswered && passages.front().superseded ? Verdict::kPartial : verdict;
  }

  void pack_hits(const std::vector<RankedPassage>& ranked) {
    const PackingLimits limits{std::clamp<std::int64_t>(request_.limit, 1, 100),
                               std::clamp<std::int64_t>(request_.max_tokens, 100, 8000), page_};
    Packed packed = pack(ranked, limits);
    result_.hits = std::move(packed.hits);
    result_.omitted = packed.omitted;
    if (packed.omitted.hits > 0) {
      result_.omitted.cursor = page_cursor(index_.generation(), request_, page_ + 1);
    }
    if (packed.cut) result_.hint = "The first passage is longer than max_tokens; read_entry gives all of it.";
  }

  void explain(const std::vector<PaperScore>& scores) {
    std::map<std::string_view, double> by_path;
    for (const PaperScore& score : scores) by_path.emplace(score.entry->path, score.score);
    for (SearchHit& hit : result_.hits) {
      char text[80];
      std::snprintf(text, sizeof text, "BM25+ score %.17g, as s / (1 + s) %.4f", by_path.at(hit.path), hit.score);
      hit.explain = text;
    }
  }

  const PaperIndex& index_;
  const SearchRequest& request_;
  const Filters& filters_;
  std::int64_t page_;
  PaperQuery query_;
  SearchResult result_;
};

}  // namespace

Result<SearchResult> search_paper(const PaperIndex& index, const SearchRequest& request, Time now,
                                  const Lifecycles& lifecycles) {
  const auto started = std::chrono::steady_clock::now();
  const auto filters = Filters::make(request, now, lifecycles);
  if (!filters) return filters.error();
  const auto page = requested_page(index.generation(), request);
  if (!page) return page.error();
  SearchResult result = PaperSearch(index, request, *filters, *page).run();
  result.elapsed_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  return result;
}

}  // namespace memory
