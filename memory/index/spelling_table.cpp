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
  }
  ends_.own().push_back(static_cast<std::uint32_t>(pool_.size()));
}

std::string SpellingTable::spelling(std::uint32_t id, std::string_view term) const {
  if (!has(id)) return std::string(term);
  const auto shared = static_cast<std::size_t>(static_cast<unsigned char>(pool_[ends_[id]]));
  const std::string_view rest(pool_.data() + ends_[id] + 1, ends_[id + 1] - ends_[id] - 1);
  return std::string(term.substr(0, shared)).append(rest);
}

}  // namespace memory
