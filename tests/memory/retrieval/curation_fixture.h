// A tree on the real disk and short ways to curate it.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "memory/retrieval/curation.h"
#include "memory/store/entry_store.h"
#include "memory/store/posix_file_system.h"
#include "tests/support/temporary_folder.h"

namespace tests {

inline memory::Operation operation(const std::string& type, const std::string& path, const std::string& title = "",
                                   const std::string& body = "") {
  memory::Operation made;
  made.type = type;
  if (!path.empty()) made.path = path;
  if (!title.empty()) made.title = title;
  if (!body.empty()) {
    made.content.emplace();
    made.content->body = body;
  }
  return made;
}

struct CuratedTree {
  CuratedTree() { open(); }

  void open(memory::StoreOptions options = {}) {
    auto opened = memory::EntryStore::open(folder.tree(), options, [this] { return now; });
    REQUIRE(opened);
    store = std::move(*opened);
    history = std::make_unique<memory::History>(memory::make_posix_file_system(folder.tree()));
  }
  memory::CurateResult curate(std::vector<memory::Operation> operations, bool dry_run = false) {
    const auto result = memory::curate(
        *store, {std::move(operations), "because", "tester 1.0", dry_run}, [this] { return now; }, signals.get(),
        history.get());
    REQUIRE(result);
    return *result;
  }
  memory::OperationResult one(memory::Operation made) { return curate({std::move(made)}).applied.at(0); }
  memory::OperationResult add(const std::string& path, const std::string& title, const std::string& body) {
    return one(operation("ADD", path, title, body));
  }
  memory::OperationResult undo(const std::string& change_id, bool force = false) {
    memory::Operation made = operation("UNDO", "");
    made.change_id = change_id;
    made.force = force;
    return one(std::move(made));
  }
  // Every file that is no state of the program's own, with its bytes.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& item : std::filesystem::recursive_directory_iterator(folder.tree())) {
      const std::string name = std::filesystem::relative(item.path(), folder.tree()).string();
      if (name.starts_with('.')) continue;
      all[name] = item.is_regular_file() ? folder.read("tree/" + name) : "(folder)";
    }
    return all;
  }
  memory::EntryPtr entry(const std::string& path) const { return store->refresh()->find(path); }
  std::string bytes(const std::string& path) const {
    const auto found = entry(path);
    return found ? std::string(found->bytes) : "(none)";
  }
  void write(const std::string& file, const std::string& text) const { folder.write("tree/" + file, text); }
  bool exists(const std::string& file) const { return folder.exists("tree/" + file); }

  TemporaryFolder folder;
  memory::Time now = memory::Time(std::chrono::seconds(1770117600));
  std::unique_ptr<memory::EntryStore> store;
  std::unique_ptr<memory::History> history;
  std::unique_ptr<memory::SignalLog> signals;  // none unless a test asks for it
};

inline bool mentions(const std::vector<std::string>& texts, const std::string& part) {
  for (const std::string& text : texts) {
    if (text.find(part) != std::string::npos) return true;
  }
  return false;
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace tests
