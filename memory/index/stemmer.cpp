#include "memory/index/stemmer.h"

#include <libstemmer.h>

#include <array>
#include <memory>

#include "memory/index/irregular_forms.h"

namespace memory {
namespace {

struct DeleteStemmer {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};
using StemmerPtr = std::unique_ptr<sb_stemmer, DeleteStemmer>;

// In the order of Language.
constexpr std::array<const char*, kLanguages> kAlgorithms = {
    "english",   "german", "french",  "spanish",   "italian",  "portuguese", "dutch",   "swedish",
    "norwegian", "danish", "finnish", "hungarian", "romanian", "turkish",    "catalan", "indonesian",
    "russian",   "greek",  "arabic",  "armenian",  "hindi",    "tamil"};

sb_stemmer* stemmer_of(Language language) {
  thread_local std::array<StemmerPtr, kLanguages> stemmers;
  const auto index = static_cast<std::size_t>(language);
  StemmerPtr& stemmer = stemmers[index];
  if (!stemmer) stemmer.reset(sb_stemmer_new(kAlgorithms[index], "UTF_8"));
  return stemmer.get();
}

}  // namespace

std::string stem(std::string_view word, Language language) {
  if (language == Language::kEnglish) word = regular_form(word);
  sb_stemmer* stemmer = stemmer_of(language);
  if (stemmer == nullptr) return std::string(word);
  const sb_symbol* stemmed =
      sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
  if (stemmed == nullptr) return std::string(word);
  return {reinterpret_cast<const char*>(stemmed), static_cast<std::size_t>(sb_stemmer_length(stemmer))};
}

}  // namespace memory
