// How much does an entry matter at a given time? What is used and confirmed rises, what is left alone fades
// (design: lifecycle.md). Pure formulas: the time is always given, and a missing or future one never makes an age
// negative. A value and its time are one pair; looking at it never changes it, so that how often somebody looks
// has no influence.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "memory/tree/entry.h"

namespace memory {

enum class Maturity : std::uint8_t { kDraft, kValidated, kCore };
std::string_view maturity_name(Maturity maturity);
// Draft where nothing, or another word, is stated.
Maturity maturity_of(std::optional<std::string_view> name);

inline constexpr double kFirstImportance = 50;

struct Lifecycle {
  double importance = kFirstImportance;  // 0..100, as of `at`
  Maturity maturity = Maturity::kDraft;
  std::optional<Time> at;  // the last event; nothing: unknown, and nothing decays until there is one
  bool operator==(const Lifecycle&) const = default;
};

// Days from one time to another, with their fractions; 0 where the first is unknown or lies ahead.
double age_in_days(std::optional<Time> since, Time now);

// importance · 0.995^days.
double decayed(double importance, std::optional<Time> since, Time now);

// e^(−days since the last change / 30), in (0, 1]; 0 where that time is unknown: such an entry counts as old.
double recency(std::optional<Time> changed, Time now);

// One step: draft to validated from 65 on, back below 35; validated to core from 85 on, back below 60. Between the
// two bounds everything stays as it is.
Maturity next_maturity(Maturity maturity, double importance);

// As it is now. Pinned entries do not fade. Falling below a bound costs a level; what stood below it already, by a
// person's word, keeps its level.
Lifecycle aged(const Lifecycle& lifecycle, Time now, bool pinned);

// After knowledge was delivered (+3), or changed (+5): aged first, at most 100, at most one level up.
Lifecycle after_access(const Lifecycle& lifecycle, Time now, bool pinned);
Lifecycle after_update(const Lifecycle& lifecycle, Time now, bool pinned);

// Of two entries that become one, both as of the same time: the larger importance, the higher maturity, then one step.
Lifecycle merged(const Lifecycle& a, const Lifecycle& b);

// Accesses and updates count once in 24 hours each, so that neither a mix of queries nor a burst of edits makes an
// entry important. A clock that was set back by more than that does not silence an entry for long.
bool counts_again(std::optional<Time> last, Time now);

}  // namespace memory
