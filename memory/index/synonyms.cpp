#include "memory/index/synonyms.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "memory/index/stemmer.h"

namespace memory {
namespace {

// Groups of words that name the same thing in most sentences; words that only often go together are left out.
constexpr std::string_view kGroups[] = {"kid child",
                                        "mom mother mum mommy",
                                        "dad father daddy",
                                        "grandma grandmother granny",
                                        "grandpa grandfather",
                                        "movie film",
                                        "photo picture photograph pic image",
                                        "trip travel journey vacation holiday",
                                        "job occupation profession career",
                                        "buy purchase",
                                        "begin start",
                                        "finish complete",
                                        "store shop",
                                        "city town",
                                        "car auto automobile",
                                        "bike bicycle",
                                        "phone telephone smartphone cellphone",
                                        "tv television",
                                        "doctor physician",
                                        "illness disease sickness",
                                        "happy glad",
                                        "big large",
                                        "small little tiny",
                                        "fast quick rapid",
                                        "house home",
                                        "dog puppy pup",
                                        "cat kitten",
                                        "favorite favourite",
                                        "color colour",
                                        "country nation",
                                        "gift present",
                                        "tournament tourney competition contest",
                                        "exercise workout",
                                        "teacher instructor",
                                        "hobby pastime",
                                        "wife spouse",
                                        "husband spouse",
                                        "colleague coworker workmate",
                                        "boss manager supervisor",
                                        "company firm",
                                        "error bug defect fault",
                                        "fix repair",
                                        "delete remove erase",
                                        "choose select pick",
                                        "help assist aid",
                                        "change modify alter",
                                        "check verify",
                                        "config configuration setting",
                                        "auth authentication",
                                        "db database",
                                        "repo repository",
                                        "app application",
                                        "docs documentation",
                                        "folder directory",
                                        "limit cap quota",
                                        "latency delay",
                                        "price cost",
                                        "salary pay wage",
                                        "goal aim objective",
                                        "problem issue trouble",
                                        "idea suggestion",
                                        "allow permit",
                                        "forbid prohibit",
                                        "improve enhance",
                                        "reduce decrease lower",
                                        "increase raise",
                                        "scared afraid",
                                        "hike trek",
                                        "author writer",
                                        "friend buddy pal",
                                        "relocate move",
                                        "quit resign"};

using Synonyms = std::unordered_map<std::string, std::vector<std::string>>;

Synonyms make_synonyms() {
  Synonyms synonyms;
  for (const std::string_view group : kGroups) {
    std::vector<std::string> stems;
    for (std::size_t at = 0; at < group.size();) {
      const std::size_t end = std::min(group.find(' ', at), group.size());
      stems.push_back(stem(group.substr(at, end - at), Language::kEnglish));
      at = end + 1;
    }
    for (const std::string& one : stems) {
      std::vector<std::string>& others = synonyms[one];
      for (const std::string& other : stems) {
        if (other != one && std::find(others.begin(), others.end(), other) == others.end()) others.push_back(other);
      }
    }
  }
  return synonyms;
}

}  // namespace

std::span<const std::string> synonym_stems(std::string_view stem) {
  static const Synonyms synonyms = make_synonyms();
  const auto found = synonyms.find(std::string(stem));
  return found == synonyms.end() ? std::span<const std::string>() : std::span<const std::string>(found->second);
}

}  // namespace memory
