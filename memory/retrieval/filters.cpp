#include "memory/retrieval/filters.h"

#include <algorithm>
#include <charconv>

#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

Error invalid(std::string field, std::string value, std::string message) {
  return {ErrorCode::kInvalidArgument, std::move(message), std::move(field), std::move(value)};
}

std::optional<std::chrono::seconds> unit_length(std::string_view unit) {
  if (unit == "min" || unit == "m") return std::chrono::minutes(1);
  if (unit == "h") return std::chrono::hours(1);
  if (unit == "d") return std::chrono::days(1);
  if (unit == "w") return std::chrono::weeks(1);
  if (unit == "mo") return std::chrono::days(30);
  if (unit == "y") return std::chrono::days(365);
  return std::nullopt;
}

bool is_date_only(std::string_view text) { return text.size() == 10; }

}  // namespace

std::optional<Time> parse_filter_time(std::string_view text, Time now) {
  text = trim(text);
  if (const auto time = parse_time(text)) return time;
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  constexpr std::int64_t kMostUnits = 100000;
  if (error != std::errc() || count < 0 || count > kMostUnits) return std::nullopt;
  const auto unit = unit_length(trim(text.substr(static_cast<std::size_t>(end - text.data()))));
  if (!unit) return std::nullopt;
  return now - count * *unit;
}

Result<Filters> Filters::make(const SearchRequest& request, Time now, const Lifecycles& lifecycles) {
  Filters filters;
  filters.lifecycles_ = lifecycles;
  const auto describe = [&filters](const std::string& part) {
    filters.description_ += (filters.description_.empty() ? "" : ", ") + part;
    filters.any_ = true;
  };
  std::string_view folder = trim(request.scope ? std::string_view(*request.scope) : std::string_view());
  while (folder.ends_with('/')) folder.remove_suffix(1);  // "/" alone is the whole tree
  if (!folder.empty()) {
    const auto components = split_path(folder);
    if (!components) {
      Error refused = components.error();
      refused.field = "scope";
      return refused;
    }
    filters.scope_ = folded_key(join_path(*components));
    describe("scope " + *request.scope);
  }
  for (const std::string& tag : request.tags) {
    if (is_blank(tag)) continue;
    filters.tags_.push_back(folded_key(trim(tag)));
    describe("tag " + tag);
  }
  if (request.since) {
    filters.since_ = parse_filter_time(*request.since, now);
    if (!filters.since_)
      return invalid("since", *request.since, "a date (2026-01-31), a time or an age (7d, 12h) is needed");
    describe("since " + *request.since);
  }
  if (request.until) {
    filters.until_ = parse_filter_time(*request.until, now);
    if (!filters.until_)
      return invalid("until", *request.until, "a date (2026-01-31), a time or an age (7d, 12h) is needed");
    *filters.until_ +=
        is_date_only(trim(*request.until)) ? std::chrono::seconds(std::chrono::days(1)) : std::chrono::seconds(1);
    describe("until " + *request.until);
  }
  if (request.min_maturity) {
    const std::string wanted = fold_case(trim(*request.min_maturity));
    filters.min_maturity_ = maturity_of(wanted);
    if (maturity_name(filters.min_maturity_) != wanted)
      return invalid("min_maturity", *request.min_maturity, "one of draft, validated, core is needed");
    if (filters.min_maturity_ > Maturity::kDraft) describe("maturity from " + *request.min_maturity);
  }
  for (const std::string& kind : request.kinds) {
    const std::string folded = fold_case(trim(kind));
    if (folded != "context" && folded != "summary") return invalid("kinds", kind, "each is context or summary");
    filters.kinds_.push_back(folded == "summary" ? SymbolKind::kSummary : SymbolKind::kContext);
    describe("kind " + folded);
  }
  return filters;
}

bool Filters::accepts(const StoredEntry& stored) const {
  if (!any_) return true;
  if (!scope_.empty()) {
    const std::string_view key = stored.key;
    const bool inside = key.starts_with(scope_) && (key.size() == scope_.size() || key[scope_.size()] == '/');
    if (!inside) return false;
  }
  for (const std::string& tag : tags_) {
    const auto is_it = [&](std::string_view own) { return folded_key(own) == tag; };
    if (std::none_of(stored.tags.begin(), stored.tags.end(), is_it)) return false;
  }
  if (since_ || until_) {
    const auto time = stored.changed_at();
    if (since_ && (!time || *time < *since_)) return false;
    if (until_ && time && *time >= *until_) return false;
  }
  if (min_maturity_ > Maturity::kDraft && lifecycles_.of(stored).maturity < min_maturity_) return false;
  if (!kinds_.empty() && std::find(kinds_.begin(), kinds_.end(), stored.kind) == kinds_.end()) return false;
  return true;
}

std::string Filters::description() const { return description_; }

}  // namespace memory
