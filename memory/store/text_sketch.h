// Does a text stand elsewhere already, or almost? A sketch is what is remembered of a text to rule out the
// others quickly (design: tree.md §4 "Repeats", "Conflicts"). Pure functions of the text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace memory {

// One word of a text, with what it may tell apart.
struct SketchWord {
  enum class Role {
    kPlain,
    kNumber,    // holds a digit: "8080", "v1.2", "2026-02-03"
    kName,      // capitalised inside a sentence, or with a capital inside: "Berlin", "PostgreSQL"
    kPolarity,  // turns a statement round: "not", "never", "allowed", "forbidden", "love", "hate"
  };
  std::string text;        // folded
  std::uint64_t hash = 0;  // of the text
  Role role = Role::kPlain;
  bool capital = false;  // begins with one, also at a sentence's start
  bool operator==(const SketchWord&) const = default;
};
using SketchSentence = std::vector<SketchWord>;

// The words of each sentence or line. A word is a run of letters, digits and what joins them in versions, dates
// and identifiers; in scripts without spaces every character is one.
std::vector<SketchSentence> sketch_sentences(std::string_view text);

struct TextSketch {
  std::uint64_t whole = 0;  // hash over all words in order
  std::uint32_t words = 0;
  std::vector<std::uint32_t> smallest;   // the smallest hashes of three-word shingles, ascending, at most 16
  std::vector<std::uint32_t> skeletons;  // per sentence: hash of its plain words, ascending, each once
};

// The same where its numbers lie elsewhere.
struct SketchView {
  std::uint64_t whole = 0;
  std::uint32_t words = 0;
  std::span<const std::uint32_t> smallest;
  std::span<const std::uint32_t> skeletons;

  SketchView() = default;
  SketchView(const TextSketch& sketch)  // NOLINT(google-explicit-constructor): a view, like std::string_view
      : whole(sketch.whole), words(sketch.words), smallest(sketch.smallest), skeletons(sketch.skeletons) {}
};

TextSketch make_text_sketch(const std::vector<SketchSentence>& sentences);

// A sentence's hash without what tells versions of a statement apart; 0 where too little is left.
std::uint32_t skeleton_hash(const SketchSentence& sentence);

// Whether two texts may share nine tenths of their shingles; false is certain, true has to be checked.
bool may_be_similar(const SketchView& a, const SketchView& b);

// |A ∩ B| / |A ∪ B| over the sets of three-word shingles (of single words in texts below three words).
double shingle_similarity(const std::vector<SketchSentence>& a, const std::vector<SketchSentence>& b);

}  // namespace memory
