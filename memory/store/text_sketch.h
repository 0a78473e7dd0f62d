// Does a text stand elsewhere already, or almost? A sketch is what is remembered of a text to rule out the
// others quickly (design: tree.md §4 "Repeats", "Conflicts"). A pure function of the text.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace memory {

// One word of a text, folded, with what it may tell apart.
struct SketchWord {
  enum class Role { kPlain, kNumber, kName, kPolarity };
  std::string text;  // folded: "8080", "v1.2", "berlin", "not"
  Role role = Role::kPlain;
};
using SketchSentence = std::vector<SketchWord>;

// The words of each sentence or line. A word is a run of letters, digits and what joins them in versions,
// dates and identifiers; other characters separate. kName: capitalised, not at a sentence's start.
// kPolarity: negations and words that turn a statement round (not, never, allowed, forbidden, love, hate).
std::vector<SketchSentence> sketch_sentences(std::string_view text);

struct TextSketch {
  static constexpr std::size_t kSmallest = 16;

  std::uint64_t whole = 0;  // hash over all words in order
  std::uint32_t words = 0;
  std::vector<std::uint64_t> smallest;   // the kSmallest smallest hashes of three-word shingles, ascending
  std::vector<std::uint32_t> skeletons;  // per sentence: hash of its plain words, ascending, each once
};

TextSketch make_text_sketch(std::string_view text);

// A sentence's hash without what may differ between versions of a statement; 0 where too little is left.
std::uint32_t skeleton_hash(const SketchSentence& sentence);

// |A ∩ B| / |A ∪ B| over the sets of three-word shingles (of single words below three words).
double shingle_similarity(const std::vector<SketchSentence>& a, const std::vector<SketchSentence>& b);

// A place for a sketch in a shared immutable value: made once, when first asked for. Thread-safe.
class SketchCell {
 public:
  SketchCell() = default;
  SketchCell(const SketchCell&) {}
  SketchCell& operator=(const SketchCell&) { return *this; }
  // `text` gives the text to sketch, called at most once.
  template <class Text>
  std::shared_ptr<const TextSketch> get(Text text) const {
    const std::lock_guard lock(mutex_);
    if (!sketch_) sketch_ = std::make_shared<const TextSketch>(make_text_sketch(text()));
    return sketch_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const TextSketch> sketch_;
};

}  // namespace memory
