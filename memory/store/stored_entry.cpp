#include "memory/store/stored_entry.h"

#include <algorithm>
#include <charconv>

#include "memory/tree/entry_path.h"
#include "memory/tree/outline.h"
#include "memory/tree/sha256.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kExtension = 3;  // ".md"

// The first 64 bits of a hash over both: enough to tell two trees apart, cheap to add up.
std::uint64_t fingerprint_of(const std::string& path, const std::string& hash) {
  const std::string digest = sha256_hex(path + '\0' + hash);
  std::uint64_t value = 0;
  std::from_chars(digest.data(), digest.data() + 16, value, 16);
  return value;
}

void sort_unique(std::vector<std::string>& keys) {
  std::erase(keys, "");
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

std::vector<std::string> subjects_of(const Entry& entry) {
  std::vector<std::string> subjects;
  for (const Fact& fact : entry.content.facts) {
    if (!fact.value.empty()) subjects.push_back(folded_key(fact.subject));
  }
  sort_unique(subjects);
  return subjects;
}

std::vector<std::string> names_of(const Entry& entry, std::string_view file_name) {
  std::vector<std::string> names = {folded_key(entry.title), folded_key(file_name)};
  for (const std::string& alias : entry.content.aliases) names.push_back(folded_key(alias));
  sort_unique(names);
  return names;
}

}  // namespace

std::string entry_path_of_file(std::string_view file) {
  return to_nfc(file.size() < kExtension ? file : file.substr(0, file.size() - kExtension));
}

EntryPtr make_stored_entry(std::string file, std::string bytes) {
  auto entry = std::make_shared<StoredEntry>();
  entry->path = entry_path_of_file(file);
  entry->file = std::move(file);
  const std::string_view name = last_component(entry->path);
  entry->kind = name == "context" ? SymbolKind::kSummary : SymbolKind::kContext;
  entry->hash = sha256_hex(bytes);
  // What the program generated in a context.md is no knowledge: neither text nor links.
  entry->parsed =
      entry->kind == SymbolKind::kSummary ? parse_entry(person_text(bytes), name) : parse_entry(bytes, name);
  entry->bytes = std::make_shared<const std::string>(std::move(bytes));
  entry->key = folded_key(entry->path);
  if (entry->kind == SymbolKind::kContext) entry->names = names_of(entry->entry(), name);
  entry->subjects = subjects_of(entry->entry());
  entry->fingerprint = fingerprint_of(entry->path, entry->hash);
  return entry;
}

}  // namespace memory
