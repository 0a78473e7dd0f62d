#include "memory/retrieval/curation_checks.h"

#include <algorithm>

#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"
#include "memory/tree/time_text.h"

namespace memory {
namespace {

constexpr std::string_view kReservedDomain = "personal";  // the user's own tree (tree.md §1)

Result<> check_time(const std::string& text, const std::string& field) {
  if (trim(text).empty() || parse_time(trim(text))) return {};
  return Error{ErrorCode::kInvalidArgument,
               "this is no ISO 8601 date or time of the calendar, such as 2026-02-03 or 2026-02-03T11:20:00Z", field,
               text};
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
  return lower;
}

Error in_the_way(const std::string& what, const char* field, const std::string& path) {
  return {ErrorCode::kAlreadyExists, what + "; choose another title, or have that removed", field, path};
}

}  // namespace

Result<> check_times(const Operation& operation) {
  if (auto created = check_time(operation.created_at.value_or(""), "created_at"); !created) return created;
  if (!operation.content) return {};
  for (std::size_t i = 0; i < operation.content->facts.size(); ++i) {
    const Fact& fact = operation.content->facts[i];
    const std::string field = "content.facts[" + std::to_string(i) + "].";
    if (auto from = check_time(fact.valid_from, field + "valid_from"); !from) return from;
    if (auto until = check_time(fact.valid_until, field + "valid_until"); !until) return until;
  }
  return {};
}

Result<> check_expected_hash(const Operation& operation, const StoredEntry& entry) {
  if (!is_given(operation.expected_hash) || lower_case(trim(*operation.expected_hash)) == entry.hash) return {};
  return Error{ErrorCode::kConflict,
               "\"" + entry.path + "\" was changed since it was read, its hash is now " + entry.hash, "expected_hash",
               *operation.expected_hash};
}

Error missing_entry(const Operation& operation, Error error) {
  if (error.code != ErrorCode::kNotFound || !is_given(operation.expected_hash)) return error;
  const std::string wanted = error.value.empty() ? "it" : "\"" + error.value + "\"";
  error.code = ErrorCode::kConflict;
  error.message = "no version of " + wanted +
                  " has that hash: the entry does not exist (any more); leave expected_hash out to add it";
  error.field = "expected_hash";
  error.value = *operation.expected_hash;
  return error;
}

Result<> check_domain(const Target& target, const char* field) {
  const std::string path = target.path();
  const std::string domain = folded_key(path.substr(0, path.find('/')));
  if (domain == kArchiveFolder) {
    return Error{ErrorCode::kInvalidArgument,
                 "\"_archived\" holds what was put aside; UPDATE with archived: true moves an entry there", field,
                 path};
  }
  if (domain != kReservedDomain) return {};
  return Error{ErrorCode::kInvalidArgument,
               "the domain \"personal\" is reserved for the user's own tree; give another domain", field, path};
}

Result<> check_way(const TreeState& state, const Target& target, const char* field) {
  const std::string path = target.path();
  if (state.has_folder(path + ".md")) {
    return in_the_way("a folder is called \"" + path + ".md\", the name of the file to be made", field, path);
  }
  const Problem* unread = state.unread_at(path);
  if (unread == nullptr) return {};
  if (unread->unread == Unread::kRefused) return unread_error(*unread, field, path);
  return in_the_way("\"" + unread->path + "\" " + unread->what, field, path);
}

}  // namespace memory
