#include "memory/retrieval/signal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr std::string_view kNothing = "-";
constexpr std::string_view kEnd = ".";  // tells a whole line from one that was cut off
constexpr std::size_t kMostFields = 16;

struct KindName {
  SignalKind kind;
  std::string_view name;
};
constexpr std::array<KindName, 9> kKinds = {{{SignalKind::kAccess, "access"},
                                             {SignalKind::kSeen, "seen"},
                                             {SignalKind::kWrote, "wrote"},
                                             {SignalKind::kUpdated, "updated"},
                                             {SignalKind::kMoved, "moved"},
                                             {SignalKind::kMerged, "merged"},
                                             {SignalKind::kRemoved, "removed"},
                                             {SignalKind::kTold, "told"},
                                             {SignalKind::kCounts, "counts"}}};

bool has_values(SignalKind kind) {
  return kind == SignalKind::kSeen || kind == SignalKind::kWrote || kind == SignalKind::kUpdated;
}

bool has_target(SignalKind kind) { return kind == SignalKind::kMoved || kind == SignalKind::kMerged; }

// Fields behind tabs.
class LineWriter {
 public:
  explicit LineWriter(std::string_view kind) : line_(kind) {}

  LineWriter& text(std::string_view text) {
    line_.append("\t").append(text.empty() ? kNothing : text);
    return *this;
  }
  LineWriter& time(std::optional<Time> time) { return text(time ? format_time(*time) : std::string(kNothing)); }
  LineWriter& number(std::optional<double> number) {  // the shortest text that reads as the same number
    if (!number) return text(kNothing);
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *number).ptr;
    return text({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }
  std::string take() { return line_.append("\t").append(kEnd).append("\n"); }

 private:
  std::string line_;
};

// The same, back again; the first field that cannot be read spoils the line.
class LineReader {
 public:
  explicit LineReader(std::string_view line) {
    for (std::size_t begin = 0; fields_.size() <= kMostFields;) {
      const std::size_t end = std::min(line.find('\t', begin), line.size());
      fields_.push_back(line.substr(begin, end - begin));
      if (end == line.size()) break;
      begin = end + 1;
    }
    good_ = fields_.size() >= 2 && fields_.size() <= kMostFields && fields_.back() == kEnd;
    if (good_) fields_.pop_back();
  }

  std::string_view text() {
    if (next_ >= fields_.size()) good_ = false;
    return good_ ? fields_[next_++] : std::string_view();
  }
  std::optional<Time> time() {
    const std::string_view field = text();
    if (!good_ || field == kNothing) return std::nullopt;
    const auto time = parse_time(field);
    good_ = time.has_value();
    return time;
  }
  std::optional<double> number() {
    const std::string_view field = text();
    if (!good_ || field == kNothing) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    good_ = error == std::errc() && end == field.data() + field.size() && std::isfinite(value);
    return good_ ? std::optional(value) : std::nullopt;
  }
  std::uint32_t count() {
    const double value = number().value_or(0);
    good_ = good_ && value >= 0 && value <= 1e9;
    return good_ ? static_cast<std::uint32_t>(value) : 0;
  }
  std::optional<Maturity> maturity() {
    const std::string_view field = text();
    if (!good_ || field == kNothing) return std::nullopt;
    const Maturity maturity = maturity_of(field);
    good_ = maturity_name(maturity) == field;
    return maturity;
  }
  std::string path() {
    const std::string_view field = text();
    if (field.empty()) good_ = false;
    return std::string(field);
  }
  bool is_whole() const { return good_ && next_ == fields_.size(); }

 private:
  std::vector<std::string_view> fields_;
  std::size_t next_ = 0;
  bool good_ = false;
};

bool may_stand_in_line(std::string_view path) {
  return !path.empty() &&
         std::none_of(path.begin(), path.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

void write_values(const Signal& signal, LineWriter& line) {
  line.number(signal.lifecycle.importance).text(maturity_name(signal.lifecycle.maturity)).time(signal.lifecycle.at);
  line.time(signal.file.changed_at).number(signal.file.importance).text(maturity_name(signal.file.maturity));
  line.text(signal.file.pinned ? "pinned" : kNothing);
}

void read_values(LineReader& line, Signal& signal) {
  signal.lifecycle.importance = std::clamp(line.number().value_or(kFirstImportance), 0.0, 100.0);
  signal.lifecycle.maturity = line.maturity().value_or(Maturity::kDraft);
  signal.lifecycle.at = line.time();
  signal.file.changed_at = line.time();
  signal.file.importance = line.number();
  signal.file.maturity = line.maturity().value_or(Maturity::kDraft);
  signal.file.pinned = line.text() == "pinned";
}

void write_counts(const SignalCounts& counts, LineWriter& line) {
  line.number(counts.accesses).time(counts.last_access).number(counts.updates).time(counts.last_update);
  line.text(counts.told ? maturity_name(*counts.told) : kNothing);
}

void read_counts(LineReader& line, SignalCounts& counts) {
  counts.accesses = line.count();
  counts.last_access = line.time();
  counts.updates = line.count();
  counts.last_update = line.time();
  counts.told = line.maturity();
}

}  // namespace

FileValues values_of(const StoredEntry& entry) {
  return {entry.changed_at(), entry.importance, maturity_of(entry.maturity), entry.pinned};
}

Lifecycle lifecycle_of(const FileValues& values) {
  return {std::clamp(values.importance.value_or(kFirstImportance), 0.0, 100.0), values.maturity, values.changed_at};
}

std::string signal_line(const Signal& signal) {
  if (!may_stand_in_line(signal.path)) return {};
  if (has_target(signal.kind) && !may_stand_in_line(signal.target_path)) return {};
  const auto* kind =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const KindName& k) { return k.kind == signal.kind; });
  LineWriter line(kind->name);
  line.time(signal.time);
  if (has_values(signal.kind)) write_values(signal, line);
  if (signal.kind == SignalKind::kCounts) write_counts(signal.counts, line);
  if (signal.kind == SignalKind::kTold) line.text(maturity_name(signal.lifecycle.maturity));
  line.text(signal.path);
  if (has_target(signal.kind)) line.text(signal.target_path);
  return line.take();
}

std::optional<Signal> parse_signal(std::string_view text) {
  LineReader line(text);
  const std::string_view name = line.text();
  const auto* kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const KindName& k) { return k.name == name; });
  if (kind == kKinds.end()) return std::nullopt;
  Signal signal;
  signal.kind = kind->kind;
  const auto time = line.time();
  if (!time) return std::nullopt;
  signal.time = *time;
  if (has_values(signal.kind)) read_values(line, signal);
  if (signal.kind == SignalKind::kCounts) read_counts(line, signal.counts);
  if (signal.kind == SignalKind::kTold) signal.lifecycle.maturity = line.maturity().value_or(Maturity::kDraft);
  signal.path = line.path();
  if (has_target(signal.kind)) signal.target_path = line.path();
  if (!line.is_whole()) return std::nullopt;
  return signal;
}

}  // namespace memory
