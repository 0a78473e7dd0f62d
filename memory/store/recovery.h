// What becomes of a change that its writer did not live to finish? Each of its files is compared with what the journal
// says of it: as before, it gets the new bytes; as after, it is done; anything else is somebody's edit, which stays,
// and then nothing of that change is deleted either (design: durability.md "Recovery").
//
// A record that is marked as done is looked at only when the machine was started anew since: a killed process leaves
// everything it wrote in the system's hands, a power loss leaves what was synced, and that is the journal. Were done
// records compared always, a person's "git checkout" would be undone by them: the file is as before again, on purpose.
// After a power loss that cannot be told from a lost write by the bytes alone, but by the time: a file that was
// changed later than the record began was put there by somebody.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "memory/error.h"
#include "memory/store/file_system.h"
#include "memory/store/journal_record.h"

namespace memory {

struct Recovered {
  std::set<std::string> files;       // that were put in place or removed
  std::vector<std::string> folders;  // made or removed
};

// Under the writer lock. An error leaves the journal as the reason to come again; nothing is half done by it that
// another call would not finish. `boot`: FileSystem::boot now.
Result<Recovered> finish_changes(FileSystem& files, const JournalContent& journal, const std::string& boot);

// Makes durable what these changes left in the tree. kIo: the disk lost data.
Result<> sync_changes(FileSystem& files, const std::vector<JournalRecord>& records);

}  // namespace memory
