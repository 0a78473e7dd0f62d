#include "memory/retrieval/curation_context_files.h"

#include <algorithm>
#include <map>

#include "memory/tree/entry_path.h"
#include "memory/tree/outline.h"
#include "memory/tree/text.h"
#include "memory/tree/yaml_text.h"

namespace memory {
namespace {

bool is_deeper(const std::string& a, const std::string& b) {
  const auto levels = [](const std::string& folder) { return std::count(folder.begin(), folder.end(), '/'); };
  return levels(a) != levels(b) ? levels(a) > levels(b) : a < b;
}

// The folders of the changed files and all above them, deepest first; the root has no context.md.
std::vector<std::string> touched_folders(const std::vector<FileChange>& files) {
  std::vector<std::string> folders;
  for (const FileChange& file : files) {
    for (std::string_view folder = parent_path(file.path); !folder.empty(); folder = parent_path(folder)) {
      folders.emplace_back(folder);
    }
  }
  std::sort(folders.begin(), folders.end(), is_deeper);
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  return folders;
}

// What a folder is about, for the line in the folder above: its summary, else the first line of its text.
std::string summary_of(const TreeState& state, const std::string& folder) {
  const auto context = state.entries.find(folder + "/context");
  if (context == state.entries.end()) return {};
  const EntryContent& content = context->second->entry().content;
  if (content.summary) return *content.summary;
  if (!content.body) return {};
  for (const std::string_view line : split_lines(*content.body)) {
    const std::string_view text = trim(line);
    if (!text.empty() && text.find_first_of("#<-*|>`") != 0) return std::string(text);
  }
  return {};
}

// What stands directly in a folder, by path. Folders without entries are not worth a line.
std::vector<OutlineItem> items_of(const TreeState& state, const std::string& folder) {
  std::vector<OutlineItem> items;
  const auto inside = state.below(folder);
  for (auto at = inside.begin(); at != inside.end();) {
    const EntryPtr& entry = *at;
    const std::size_t slash = entry->path.find('/', folder.size() + 1);
    if (slash == std::string::npos) {
      if (entry->kind == SymbolKind::kContext) {
        items.push_back({entry->path, entry->entry().title, entry->entry().content.summary.value_or(""), false});
      }
      ++at;
      continue;
    }
    const std::string child = entry->path.substr(0, slash);
    items.push_back({child, folder_title(state, child), summary_of(state, child), true});
    at += static_cast<std::ptrdiff_t>(state.below(child).size());
  }
  std::sort(items.begin(), items.end(), [](const OutlineItem& a, const OutlineItem& b) { return a.path < b.path; });
  return items;
}

// Nothing in it but the region: it can be made anew at any time.
bool is_generated(const std::string& bytes) {
  return bytes.empty() || regenerate_context(bytes, "", {}) == regenerate_context("", "", {});
}

class ContextPlanner {
 public:
  ContextPlanner(const TreeState& state, Plan& plan) : before_(state), plan_(plan) {
    for (const FileChange& file : plan.files) {
      if (last_component(file.path) == "context") own_.insert(file.path);
    }
  }

  void run(const std::map<std::string, std::string>& texts) {
    TreeStatePtr after = state_after(before_, plan_.files);
    std::vector<std::string> folders = touched_folders(plan_.files);
    for (const auto& [folder, text] : texts) {
      if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
    }
    std::sort(folders.begin(), folders.end(), is_deeper);
    for (const std::string& folder : folders) {
      const auto text = texts.find(folder);
      const auto change = plan_folder(*after, folder, text == texts.end() ? "" : text->second);
      if (!change) continue;
      after = state_after(*after, {*change});
      replace_or_add(*change);
    }
  }

 private:
  std::optional<FileChange> plan_folder(const TreeState& after, const std::string& folder, const std::string& text) {
    const std::string path = folder + "/context";
    const auto planned = after.entries.find(path);
    const bool exists = planned != after.entries.end();
    if (!exists && own_.contains(path)) return std::nullopt;  // deleted by the operation itself
    const std::string bytes(exists ? planned->second->bytes : std::string_view());
    const std::vector<OutlineItem> items = items_of(after, folder);
    if (items.empty() && text.empty()) {
      if (!exists || !is_generated(bytes)) return exists ? regenerated(after, path, bytes, {}) : std::nullopt;
      FileChange removal = removed_file(*planned->second);
      removal.before = hash_before(path);
      return removal;
    }
    if (text.empty()) return regenerated(after, path, exists ? bytes : opening(folder), items);
    if (!is_generated(bytes)) {
      plan_.warnings.push_back("\"" + folder + "\" is explained already; change that with UPDATE on \"" + path + "\"");
      return regenerated(after, path, bytes, items);
    }
    return changed(after, path, bytes, regenerate_context(opening(folder), text, items));
  }

  // The title of a folder whose name does not say it; nothing for others.
  std::string opening(const std::string& folder) const {
    for (const NewFolder& made : plan_.new_folders) {
      if (made.path == folder && !made.title.empty()) return "---\ntitle: " + yaml_text(made.title) + "\n---\n";
    }
    return {};
  }

  std::optional<FileChange> regenerated(const TreeState& after, const std::string& path, const std::string& bytes,
                                        const std::vector<OutlineItem>& items) const {
    return changed(after, path, bytes, regenerate_context(bytes, "", items));
  }

  // Nothing where the bytes stay, or where a region of so many lines would not fit into a file.
  std::optional<FileChange> changed(const TreeState& after, const std::string& path, const std::string& bytes,
                                    std::string now) const {
    const auto known = after.entries.find(path);
    if ((known != after.entries.end() && now == bytes) || now.size() > kMaxEntryBytes) return std::nullopt;
    const std::string folder(parent_path(path));
    FileChange change{
        path, known != after.entries.end() ? known->second->file : folder_on_disk(before_, folder) + "/context.md",
        hash_before(path), std::move(now), false};
    change.recomputable = is_generated(*change.after);
    return change;
  }

  std::string hash_before(const std::string& path) const {
    const auto known = before_.entries.find(path);
    return known == before_.entries.end() ? "" : known->second->hash;
  }

  void replace_or_add(const FileChange& change) {
    for (FileChange& planned : plan_.files) {
      if (planned.path != change.path) continue;
      planned = change;
      return;
    }
    plan_.files.push_back(change);
  }

  const TreeState& before_;
  Plan& plan_;
  std::set<std::string> own_;  // context.md files that the operation itself changes
};

// The given texts by the folder they are about; the operation's entry stands at the end of that path.
std::map<std::string, std::string> given_texts(const Operation& operation, const std::string& path) {
  std::map<std::string, std::string> texts;
  std::string_view folder = parent_path(path);
  std::vector<std::string> levels;  // domain first
  for (; !folder.empty(); folder = parent_path(folder)) levels.emplace(levels.begin(), folder);
  const std::optional<std::string>* given[] = {&operation.domain_context, &operation.topic_context,
                                               &operation.subtopic_context};
  for (std::size_t i = 0; i < std::size(given) && i < levels.size(); ++i) {
    if (is_given(*given[i])) texts[levels[i]] = **given[i];
  }
  return texts;
}

}  // namespace

void plan_context_files(const TreeState& state, const Operation& operation, Plan& plan) {
  ContextPlanner(state, plan).run(given_texts(operation, plan.path));
}

}  // namespace memory
