// What do the audit logs of all machines say? They come along with the tree by git, so they tell of changes whose
// bytes were never here. Bounded: of large logs the newest part is read.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "memory/store/audit_log.h"
#include "memory/store/file_system.h"

namespace memory {

// Operations on entries, in no certain order, without those whose change id `is_known` affirms: these are not even
// parsed. Lines that cannot be read are skipped.
std::vector<AuditRecord> read_audit_logs(FileSystem& files, const std::function<bool(std::string_view id)>& is_known);

}  // namespace memory
