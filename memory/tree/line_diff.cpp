#include "memory/tree/line_diff.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "memory/tree/text.h"

namespace memory {
namespace {

// The search for the shortest script takes (lines) · D steps and D² numbers of memory, D being the number of lines
// that differ (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). Beyond this D nobody reads it line
// by line.
constexpr int kMostDifferences = 600;

struct Edit {
  char sign = ' ';  // ' ', '-' or '+'
  std::size_t before = 0;
  std::size_t after = 0;  // line numbers from 0 on, of where the edit stands in each text
};

std::vector<std::string_view> lines_with_ends(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    const std::size_t size = feed == std::string_view::npos ? text.size() : feed + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// Equal lines have equal numbers, so that comparing two costs the same for lines of any length.
std::vector<int> numbered(const std::vector<std::string_view>& lines,
                          std::unordered_map<std::string_view, int>& known) {
  std::vector<int> numbers;
  numbers.reserve(lines.size());
  for (const std::string_view line : lines) {
    numbers.push_back(known.try_emplace(line, static_cast<int>(known.size())).first->second);
  }
  return numbers;
}

class Script {
 public:
  Script(std::vector<int> before, std::vector<int> after) : before_(std::move(before)), after_(std::move(after)) {}

  std::vector<Edit> run() {
    std::size_t head = 0;
    while (head < before_.size() && head < after_.size() && before_[head] == after_[head]) ++head;
    std::size_t tail = 0;
    while (tail < before_.size() - head && tail < after_.size() - head &&
           before_[before_.size() - 1 - tail] == after_[after_.size() - 1 - tail]) {
      ++tail;
    }
    head_ = head;
    n_ = static_cast<int>(before_.size() - head - tail);
    m_ = static_cast<int>(after_.size() - head - tail);
    for (std::size_t i = 0; i < head; ++i) edits_.push_back({' ', i, i});
    if (!search()) replace_all();
    for (std::size_t i = tail; i > 0; --i) edits_.push_back({' ', before_.size() - i, after_.size() - i});
    return std::move(edits_);
  }

 private:
  bool same(int x, int y) const {
    return before_[head_ + static_cast<std::size_t>(x)] == after_[head_ + static_cast<std::size_t>(y)];
  }

  // Furthest x on diagonal k with d differences, for each d: the way back is read from these.
  bool search() {
    std::vector<int> furthest(2 * kMostDifferences + 3, 0);
    const auto at = [&](int k) -> int& { return furthest[static_cast<std::size_t>(k + kMostDifferences + 1)]; };
    for (int d = 0; d <= std::min(kMostDifferences, n_ + m_); ++d) {
      for (int k = -d; k <= d; k += 2) {
        int x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
        while (x < n_ && x - k < m_ && same(x, x - k)) ++x;
        at(k) = x;
        if (x >= n_ && x - k >= m_) {
          trace_.push_back(slice(furthest, d));
          walk_back(d, k);
          return true;
        }
      }
      trace_.push_back(slice(furthest, d));
    }
    return false;
  }

  static std::vector<int> slice(const std::vector<int>& furthest, int d) {
    const auto middle = furthest.begin() + kMostDifferences + 1;
    return {middle - d, middle + d + 1};
  }

  int traced(int d, int k) const { return trace_[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)]; }

  void walk_back(int d, int k) {
    std::vector<Edit> reversed;
    int x = n_;
    for (; d > 0; --d) {
      const bool down = k == -d || (k != d && traced(d - 1, k - 1) < traced(d - 1, k + 1));
      const int from = down ? k + 1 : k - 1;
      const int came = traced(d - 1, from);
      const int first = down ? came : came + 1;  // x behind the edit
      for (; x > first; --x) reversed.push_back(edit(' ', x - 1, x - 1 - k));
      reversed.push_back(down ? edit('+', came, came - from) : edit('-', came, came - from));
      x = came;
      k = from;
    }
    for (; x > 0; --x) reversed.push_back(edit(' ', x - 1, x - 1));
    edits_.insert(edits_.end(), reversed.rbegin(), reversed.rend());
  }

  Edit edit(char sign, int x, int y) const {
    return {sign, head_ + static_cast<std::size_t>(x), head_ + static_cast<std::size_t>(y)};
  }

  void replace_all() {
    for (int x = 0; x < n_; ++x) edits_.push_back(edit('-', x, 0));
    for (int y = 0; y < m_; ++y) edits_.push_back(edit('+', n_, y));
  }

  std::vector<int> before_;
  std::vector<int> after_;
  std::size_t head_ = 0;  // equal lines before the part that is searched
  int n_ = 0;             // lines of the part that is searched
  int m_ = 0;
  std::vector<std::vector<int>> trace_;
  std::vector<Edit> edits_;
};

// A run of edits with the unchanged lines around it.
struct Hunk {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<Hunk> hunks_of(const std::vector<Edit>& edits, std::size_t context) {
  std::vector<Hunk> hunks;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].sign == ' ') continue;
    const std::size_t begin = i - std::min(i, context);
    const std::size_t end = std::min(edits.size(), i + 1 + context);
    if (!hunks.empty() && begin <= hunks.back().end) {
      hunks.back().end = end;
    } else {
      hunks.push_back({begin, end});
    }
  }
  return hunks;
}

class Writer {
 public:
  Writer(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after,
         const DiffLimits& limits)
      : before_(before), after_(after), limits_(limits) {}

  std::string run(const std::vector<Edit>& edits) {
    for (const Hunk& hunk : hunks_of(edits, limits_.context)) write(edits, hunk);
    if (omitted_ > 0) text_ += "(" + std::to_string(omitted_) + " more lines)\n";
    return std::move(text_);
  }

 private:
  void write(const std::vector<Edit>& edits, const Hunk& hunk) {
    std::size_t removed = 0;
    std::size_t added = 0;
    for (std::size_t i = hunk.begin; i < hunk.end; ++i) {
      removed += edits[i].sign != '+' ? 1 : 0;
      added += edits[i].sign != '-' ? 1 : 0;
    }
    const Edit& first = edits[hunk.begin];
    put("@@ -" + range(first.before, removed) + " +" + range(first.after, added) + " @@");
    for (std::size_t i = hunk.begin; i < hunk.end; ++i) {
      const std::string_view line = edits[i].sign == '+' ? after_[edits[i].after] : before_[edits[i].before];
      put(edits[i].sign + shortened(line));
      if (!line.ends_with('\n')) put("\\ No newline at end of file");
    }
  }

  // As diff -u counts: lines from 1 on; of no lines, the line before.
  static std::string range(std::size_t first, std::size_t count) {
    return std::to_string(count == 0 ? first : first + 1) + (count == 1 ? "" : "," + std::to_string(count));
  }

  std::string shortened(std::string_view line) const {
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() <= limits_.line_bytes) return std::string(line);
    return std::string(line.substr(0, code_point_floor(line, limits_.line_bytes))) + "\xE2\x80\xA6";
  }

  void put(const std::string& line) {
    if (written_ == limits_.lines) {
      ++omitted_;
      return;
    }
    ++written_;
    text_ += line + "\n";
  }

  const std::vector<std::string_view>& before_;
  const std::vector<std::string_view>& after_;
  const DiffLimits& limits_;
  std::string text_;
  std::size_t written_ = 0;
  std::size_t omitted_ = 0;
};

}  // namespace

std::string line_diff(std::string_view before, std::string_view after, const DiffLimits& limits) {
  if (before == after) return {};
  const auto old_lines = lines_with_ends(before);
  const auto new_lines = lines_with_ends(after);
  std::unordered_map<std::string_view, int> known;
  auto old_numbers = numbered(old_lines, known);
  auto new_numbers = numbered(new_lines, known);
  const std::vector<Edit> edits = Script(std::move(old_numbers), std::move(new_numbers)).run();
  return Writer(old_lines, new_lines, limits).run(edits);
}

}  // namespace memory
