#include "memory/index/spelling_table.h"

#include <algorithm>

namespace memory {

bool is_better_spelling(std::string_view spelling, std::string_view other) {
  if (spelling.empty() || other.empty()) return other.empty() && !spelling.empty();
  return spelling.size() != other.size() ? spelling.size() < other.size() : spelling < other;
}

void SpellingTable::add(std::string_view term, std::string_view spelling) {
  if (!spelling.empty() && spelling != term) {
    const auto same = std::mismatch(term.begin(), term.end(), spelling.begin(), spelling.end()).first - term.begin();
    const auto shared = static_cast<std::size_t>(std::min<std::ptrdiff_t>(same, 255));
    std::vector<char>& pool = pool_.own();
    pool.push_back(static_cast<char>(static_cast<unsigned char>(shared)));
    pool.insert(pool.end(), spelling.begin() + static_cast<std::ptrdiff_t>(shared), spelling.end());
    ids_.own().push_back(terms_);
    ends_.own().push_back(static_cast<std::uint32_t>(pool.size()));
  }
  ++terms_;
}

std::optional<std::size_t> SpellingTable::place_of(std::uint32_t id) const {
  const auto ids = ids_.view();
  const auto found = std::lower_bound(ids.begin(), ids.end(), id);
  if (found == ids.end() || *found != id) return std::nullopt;
  return static_cast<std::size_t>(found - ids.begin());
}

bool SpellingTable::begins_alike(std::uint32_t id) const {
  const auto place = place_of(id);
  return !place || pool_[ends_[*place]] != 0;
}

std::string SpellingTable::spelling(std::uint32_t id, std::string_view term) const {
  const auto place = place_of(id);
  if (!place) return std::string(term);
  const std::uint32_t begin = ends_[*place];
  const auto shared = static_cast<std::size_t>(static_cast<unsigned char>(pool_[begin]));
  const std::string_view rest(pool_.data() + begin + 1, ends_[*place + 1] - begin - 1);
  return std::string(term.substr(0, shared)).append(rest);
}

}  // namespace memory
