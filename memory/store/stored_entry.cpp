#include "memory/store/stored_entry.h"

#include "memory/store/entry_record.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/outline.h"
#include "memory/tree/sha256.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kExtension = 3;  // ".md"

// What the program generated in a context.md is no knowledge: neither text nor links.
ParsedEntry parse_as(SymbolKind kind, std::string_view bytes, std::string_view name) {
  return kind == SymbolKind::kSummary ? parse_entry(person_text(bytes), name) : parse_entry(bytes, name);
}

// An entry with the bytes that it shows.
struct OwningEntry final : StoredEntry {
  std::string own_bytes;
  std::string own_record;
};

}  // namespace

std::string entry_path_of_file(std::string_view file) {
  return to_nfc(file.size() < kExtension ? file : file.substr(0, file.size() - kExtension));
}

EntryPtr make_stored_entry(std::string file, std::string bytes) {
  auto entry = std::make_shared<OwningEntry>();
  entry->own_bytes = std::move(bytes);
  entry->bytes = entry->own_bytes;
  const std::string path = entry_path_of_file(file);
  const std::string_view name = last_component(path);
  const SymbolKind kind = name == "context" ? SymbolKind::kSummary : SymbolKind::kContext;
  // Not kept: parsed entries take several times the text's memory, and few of them are asked for.
  entry->own_record = write_record(parse_as(kind, entry->bytes, name), path, file, sha256_hex(entry->bytes), kind);
  read_record(entry->own_record, *entry);
  return entry;
}

const ParsedEntry& StoredEntry::parsed() const {
  if (const ParsedEntry* known = parsed_.load(std::memory_order_acquire)) return *known;
  auto fresh = std::make_unique<const ParsedEntry>(parse_as(kind, bytes, last_component(path)));
  const ParsedEntry* none = nullptr;
  if (parsed_.compare_exchange_strong(none, fresh.get(), std::memory_order_acq_rel)) return *fresh.release();
  return *none;  // another thread was faster
}

std::vector<LinkText> StoredEntry::links() const {
  std::vector<LinkText> links;
  for (auto at = link_texts.begin(); at != link_texts.end();) {
    LinkText link;
    link.target = *at++;
    link.type = *at++;
    link.why = *at++;
    links.push_back(link);
  }
  return links;
}

}  // namespace memory
