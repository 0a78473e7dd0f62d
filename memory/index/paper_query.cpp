#include "memory/index/paper_query.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "memory/index/paper_text.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

// The paper's options (retrieval.md §2); what a match weighs is the formula of executeQuerySpec in MiniSearch 7.2's
// published source.
constexpr double kFuzzyShare = 0.2;
constexpr double kFuzzyWeight = 0.45;
constexpr double kPrefixWeight = 0.375;
constexpr double kPrefixDistanceWeight = 0.3;

constexpr std::size_t kMostText = std::size_t{16} * 1024;
constexpr std::size_t kMostWords = 256;
// Cells of distance tables and postings, about a nanosecond each.
constexpr std::uint64_t kMostWork = std::uint64_t{1} << 28U;

bool lives(const LivePaperPart& live, std::uint32_t term) {
  for (const PaperField field : {kPaperTitle, kPaperPath, kPaperContent}) {
    const auto postings = live.part->postings(term, field);
    if (std::any_of(postings.begin(), postings.end(), [&](const PaperPosting& p) { return live.alive(p.document); })) {
      return true;
    }
  }
  return false;
}

// Finds the terms of one word.
class Matcher {
 public:
  explicit Matcher(const PaperIndex& index) : index_(index) {}

  void find(PaperWord& word) {
    const std::u16string text = to_utf16(word.text);
    const bool widely = work_ <= kMostWork;
    for (std::size_t part = 0; part < found_.size(); ++part) {
      found_[part].clear();
      const PaperVocabulary& vocabulary = index_.parts()[part].part->vocabulary();
      if (widely) {
        find_longer(part, vocabulary, text);
        find_near(part, vocabulary, text);
      } else if (const auto own = vocabulary.find(text)) {
        add(part, {*own, 1, true});
      }
    }
    unite(word);
    word.known = std::any_of(word.matches.begin(), word.matches.end(), [](const PaperMatch& m) { return m.exact; });
  }

 private:
  struct Found {
    std::uint32_t term;
    double weight;
    bool exact;
  };

  void add(std::size_t part, const Found& found) {
    const LivePaperPart& live = index_.parts()[part];
    if (!lives(live, found.term)) return;
    for (const PaperField field : {kPaperTitle, kPaperPath, kPaperContent}) {
      work_ += live.part->postings(found.term, field).size();
    }
    found_[part].push_back(found);
  }

  // The word itself and the terms it begins.
  void find_longer(std::size_t part, const PaperVocabulary& vocabulary, std::u16string_view text) {
    const auto [first, last] = vocabulary.starting_with(text);
    for (std::uint32_t term = first; term < last; ++term) {
      const auto length = static_cast<double>(vocabulary.text(term).size());
      const double distance = length - static_cast<double>(text.size());
      const double weight = distance == 0 ? 1 : kPrefixWeight * length / (length + kPrefixDistanceWeight * distance);
      add(part, {term, weight, distance == 0});
    }
  }

  // Terms spelled nearly like it; those it begins are found already.
  void find_near(std::size_t part, const PaperVocabulary& vocabulary, std::u16string_view text) {
    const double rounded = std::floor(static_cast<double>(text.size()) * kFuzzyShare + 0.5);
    const auto most = static_cast<unsigned>(std::min<double>(PaperVocabulary::kMaxDistance, rounded));
    if (most == 0) return;
    for (const PaperNearTerm& near : vocabulary.near(text, most, work_)) {
      if (vocabulary.text(near.term).starts_with(text)) continue;
      const auto length = static_cast<double>(vocabulary.text(near.term).size());
      add(part, {near.term, kFuzzyWeight * length / (length + near.distance), false});
    }
  }

  // One match for a term that is in both parts.
  void unite(PaperWord& word) {
    const auto text = [this](std::size_t part, const Found& found) {
      return index_.parts()[part].part->vocabulary().text(found.term);
    };
    auto& [a, b] = found_;
    for (auto* found : {&a, &b}) {
      std::sort(found->begin(), found->end(), [](const Found& x, const Found& y) { return x.term < y.term; });
    }
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
      const bool in_a = i < a.size() && (j == b.size() || text(0, a[i]) <= text(1, b[j]));
      const bool in_b = j < b.size() && (i == a.size() || text(1, b[j]) <= text(0, a[i]));
      const Found& found = in_a ? a[i] : b[j];
      PaperMatch match{{}, found.weight, found.exact};
      if (in_a) match.terms[0] = a[i++].term;
      if (in_b) match.terms[1] = b[j++].term;
      word.matches.push_back(match);
    }
  }

  const PaperIndex& index_;
  std::array<std::vector<Found>, 2> found_;
  std::uint64_t work_ = 0;
};

}  // namespace

PaperQuery make_paper_query(const PaperIndex& index, std::string_view text) {
  PaperQuery query;
  std::unordered_map<std::string, std::size_t> places;
  PaperPieces pieces(text.substr(0, code_point_floor(text, kMostText)));
  for (std::string_view piece; pieces.next(piece);) {
    if (piece.empty()) continue;
    std::string term = paper_term(piece);
    const auto [place, fresh] = places.try_emplace(term, query.words.size());
    if (!fresh) {
      query.words[place->second].times += 1;
    } else if (query.words.size() < kMostWords) {
      query.words.push_back({std::move(term), 1, false, {}});
    } else {
      places.erase(place);
    }
  }
  Matcher matcher(index);
  for (PaperWord& word : query.words) matcher.find(word);
  return query;
}

std::string paper_match_text(const PaperIndex& index, const PaperMatch& match) {
  const std::size_t part = match.terms[0] ? 0 : 1;
  return to_utf8(index.parts()[part].part->vocabulary().text(*match.terms[part]));
}

}  // namespace memory
