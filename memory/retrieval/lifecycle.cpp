#include "memory/retrieval/lifecycle.h"

#include <algorithm>
#include <cmath>

namespace memory {
namespace {

// lifecycle.md
constexpr double kKeptPerDay = 0.995;
constexpr double kRecencyDays = 30;
constexpr double kPerAccess = 3;
constexpr double kPerUpdate = 5;
constexpr double kMost = 100;
constexpr std::chrono::hours kPause{24};

// The bounds between a level and the one above it.
struct Bounds {
  double up;
  double down;
};
constexpr Bounds kToValidated{65, 35};
constexpr Bounds kToCore{85, 60};

Lifecycle raised(Lifecycle lifecycle, double by, Time now, bool pinned) {
  lifecycle = aged(lifecycle, now, pinned);
  lifecycle.importance = std::min(kMost, lifecycle.importance + by);
  lifecycle.maturity = std::max(lifecycle.maturity, next_maturity(lifecycle.maturity, lifecycle.importance));
  lifecycle.at = now;
  return lifecycle;
}

}  // namespace

std::string_view maturity_name(Maturity maturity) {
  return maturity == Maturity::kCore ? "core" : maturity == Maturity::kValidated ? "validated" : "draft";
}

Maturity maturity_of(std::optional<std::string_view> name) {
  if (name == "core") return Maturity::kCore;
  return name == "validated" ? Maturity::kValidated : Maturity::kDraft;
}

double age_in_days(std::optional<Time> since, Time now) {
  if (!since || *since >= now) return 0;
  return std::chrono::duration<double, std::ratio<86400>>(now - *since).count();
}

double decayed(double importance, std::optional<Time> since, Time now) {
  return importance * std::pow(kKeptPerDay, age_in_days(since, now));
}

double recency(std::optional<Time> changed, Time now) {
  return changed ? std::exp(-age_in_days(changed, now) / kRecencyDays) : 0;
}

Maturity next_maturity(Maturity maturity, double importance) {
  switch (maturity) {
    case Maturity::kDraft:
      return importance >= kToValidated.up ? Maturity::kValidated : maturity;
    case Maturity::kValidated:
      if (importance >= kToCore.up) return Maturity::kCore;
      return importance < kToValidated.down ? Maturity::kDraft : maturity;
    case Maturity::kCore:
      break;
  }
  return importance < kToCore.down ? Maturity::kValidated : maturity;
}

Lifecycle aged(const Lifecycle& lifecycle, Time now, bool pinned) {
  Lifecycle later = lifecycle;
  if (pinned || !lifecycle.at || *lifecycle.at >= now) return later;
  later.importance = decayed(lifecycle.importance, lifecycle.at, now);
  later.at = now;
  const auto falls_below = [&](double bound) { return later.importance < bound && lifecycle.importance >= bound; };
  if (later.maturity == Maturity::kCore && (falls_below(kToCore.down) || falls_below(kToValidated.down))) {
    later.maturity = Maturity::kValidated;
  }
  if (later.maturity == Maturity::kValidated && falls_below(kToValidated.down)) later.maturity = Maturity::kDraft;
  return later;
}

Lifecycle after_access(const Lifecycle& lifecycle, Time now, bool pinned) {
  return raised(lifecycle, kPerAccess, now, pinned);
}

Lifecycle after_update(const Lifecycle& lifecycle, Time now, bool pinned) {
  return raised(lifecycle, kPerUpdate, now, pinned);
}

Lifecycle merged(const Lifecycle& a, const Lifecycle& b) {
  Lifecycle both;
  both.importance = std::max(a.importance, b.importance);
  both.maturity = next_maturity(std::max(a.maturity, b.maturity), both.importance);
  both.at = std::max(a.at, b.at);
  return both;
}

bool counts_again(std::optional<Time> last, Time now) {
  if (!last) return true;
  return now >= *last ? now - *last >= kPause : *last - now >= kPause;
}

}  // namespace memory
