// How does what is known of an entry become bytes, and how is it read again without copying? A record holds
// what StoredEntry says beside the file's bytes; its texts and numbers are read in place. Records are derived
// from files and stay on the machine that made them: numbers have its byte order. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "memory/store/stored_entry.h"

namespace memory {

inline constexpr std::size_t kRecordAlignment = 8;  // of a record's first byte, and of its size

// `parsed` is what the file's bytes say. The record is aligned as kRecordAlignment says.
std::string write_record(const ParsedEntry& parsed, const std::string& path, const std::string& file,
                         const std::string& hash, SymbolKind kind);

// Sets the fields that a record holds, all but `bytes`; the record must outlive the entry. Trusts the record.
void read_record(std::string_view record, StoredEntry& entry);

}  // namespace memory
