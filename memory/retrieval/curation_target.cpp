#include "memory/retrieval/curation_target.h"

#include <algorithm>

#include "memory/tree/entry_path.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kDeepest = 3;     // domain, topic, subtopic
constexpr std::size_t kCandidates = 5;  // named in a message

// The folders directly in a folder, in order.
std::vector<std::string_view> folders_in(const TreeState& state, std::string_view folder) {
  const std::string prefix = folder.empty() ? "" : std::string(folder) + "/";
  std::vector<std::string_view> children;
  auto at = std::lower_bound(state.folders.begin(), state.folders.end(), prefix);
  while (at != state.folders.end() && at->starts_with(prefix)) {
    if (at->find('/', prefix.size()) == std::string::npos && at->size() > prefix.size()) children.emplace_back(*at);
    ++at;
  }
  return children;
}

std::string joined(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

Error ambiguous(const char* field, const std::string& value, std::vector<std::string> candidates) {
  return {ErrorCode::kAmbiguous, "several entries fit; give the exact path of one of them", field, value,
          std::move(candidates)};
}

// One level of a path: the child folder that is meant, or none.
Result<std::optional<std::string>> child_folder(const TreeState& state, const std::string& folder,
                                                const std::string& name, const char* field) {
  if (std::string exact = joined(folder, to_nfc(name)); state.has_folder(exact)) return std::optional(exact);
  const std::string key = folded_key(name);
  std::vector<std::string> named;
  std::vector<std::string> titled;
  for (const std::string_view child : folders_in(state, folder)) {
    if (folded_key(last_component(child)) == key) named.emplace_back(child);
    if (folded_key(folder_title(state, child)) == key) titled.emplace_back(child);
  }
  const std::vector<std::string>& found = named.empty() ? titled : named;
  if (found.size() > 1) return ambiguous(field, name, found);
  return found.empty() ? std::optional<std::string>() : std::optional(found[0]);
}

// An error about one folder of a path, as one about the whole path.
Error with_rest(Error error, const std::vector<std::string>& components, std::size_t rest) {
  error.value = join_path(components);
  for (; rest < components.size(); ++rest) {
    for (std::string& candidate : error.candidates) candidate += "/" + components[rest];
  }
  return error;
}

NewFolder new_folder(const TreeState& state, const std::string& folder, const std::string& name) {
  std::string component = component_from_title(name);
  const std::string key = folded_key(component);
  for (const std::string_view child : folders_in(state, folder)) {
    if (folded_key(last_component(child)) == key) component = distinct_component_from_title(name);
  }
  if (!split_path(component)) component = distinct_component_from_title(name);  // "node_modules"
  return {joined(folder, component), folded_key(name) == folded_key(component) ? "" : name};
}

// Entries directly in a folder whose title is this one.
std::vector<EntryPtr> titled_in(const TreeState& state, const std::string& folder, const std::string& title) {
  std::vector<EntryPtr> found;
  const std::string key = folded_key(title);
  for (const EntryKey& name : state.with_name(key)) {
    if (parent_path(name.entry->path) == folder && folded_key(name.entry->title) == key) {
      found.push_back(state.entries.find(name.entry->path)->second);
    }
  }
  return found;
}

std::vector<std::string> paths_of(const std::vector<EntryPtr>& entries) {
  std::vector<std::string> paths;
  for (const EntryPtr& entry : entries) paths.push_back(entry->path);
  return paths;
}

// The entry on exactly this path, or the one on its folded key.
Result<EntryPtr> entry_at(const TreeState& state, const std::vector<std::string>& components, const char* field) {
  const std::string path = join_path(components);
  for (const std::string& spelling : {path, to_nfc(path)}) {
    const auto exact = state.entries.find(spelling);
    if (exact != state.entries.end()) return exact->second;
  }
  const auto same = state.with_key(folded_key(path));
  if (same.size() > 1) {
    std::vector<std::string> paths;
    for (const EntryKey& key : same) paths.push_back(key.entry->path);
    return ambiguous(field, path, paths);
  }
  return same.empty() ? EntryPtr() : state.entries.find(same[0].entry->path)->second;
}

std::string free_component(const TreeState& state, const FolderPlace& folder, const std::string& title) {
  std::string component = component_from_title(title);
  const bool taken = folder.missing.empty() && !state.with_key(folded_key(folder.path + "/" + component)).empty();
  if (taken || !split_path(component)) component = distinct_component_from_title(title);
  return component;
}

bool names_entry(const StoredEntry& entry, const std::string& title) {
  const std::string key = folded_key(title);
  return key == folded_key(entry.title) || key == folded_key(last_component(entry.path));
}

// A title inside a folder.
Result<Target> in_folder(const TreeState& state, const std::vector<std::string>& components, const std::string& title,
                         const TargetFields& fields) {
  auto folder = locate_folder(state, components, fields.path);
  if (!folder) return folder.error();
  Target target{nullptr, std::move(*folder), {}, title};
  if (target.folder.missing.empty()) {
    const std::vector<EntryPtr> same = titled_in(state, target.folder.path, title);
    if (same.size() > 1) return ambiguous(fields.title, title, paths_of(same));
    if (same.size() == 1) target.entry = same[0];
  }
  target.component =
      target.entry ? std::string(last_component(target.entry->path)) : free_component(state, target.folder, title);
  return target;
}

Target of_entry(EntryPtr entry) {
  Target target;
  target.folder.path = parent_path(entry->path);
  target.component = last_component(entry->path);
  target.title = entry->title;
  target.entry = std::move(entry);
  return target;
}

Result<Target> by_path_alone(const TreeState& state, std::vector<std::string> components, const TargetFields& fields) {
  const std::string name = components.back();
  const auto place = locate_folder(state, components, fields.path);
  if (place && place->missing.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "\"" + place->path + "\" is a folder; give the " + fields.title + " of the entry in it", fields.title,
                 ""};
  }
  components.pop_back();
  return in_folder(state, components, name, fields);
}

}  // namespace

bool is_given(const std::optional<std::string>& text) { return text && !trim(*text).empty(); }

std::string folder_title(const TreeState& state, std::string_view folder) {
  const auto context = state.entries.find(std::string(folder) + "/context");
  if (context != state.entries.end() && context->second->entry().title_in_file) {
    return context->second->entry().title;
  }
  return std::string(last_component(folder));
}

std::string folder_on_disk(const TreeState& state, const std::string& folder) {
  const auto inside = state.below(folder);
  if (folder.empty() || inside.empty()) return folder;
  const std::string& file = inside.front()->file;
  const auto levels = std::count(folder.begin(), folder.end(), '/') + 1;
  std::size_t end = 0;
  for (std::ptrdiff_t i = 0; i < levels; ++i) end = file.find('/', end) + 1;
  return file.substr(0, end - 1);
}

Result<FolderPlace> locate_folder(const TreeState& state, const std::vector<std::string>& components,
                                  const char* field) {
  FolderPlace place;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const std::string& name = components[i];
    if (place.missing.empty()) {
      auto child = child_folder(state, place.path, name, field);
      if (!child) return with_rest(child.error(), components, i + 1);
      if (*child) {
        place.path = **child;
        continue;
      }
    }
    place.missing.push_back(new_folder(state, place.path, name));
    place.path = place.missing.back().path;
  }
  return place;
}

Error path_missing(const TreeState& state, const std::optional<std::string>& title, const TargetFields& fields,
                   const std::string& wanted) {
  const std::string words = std::string(fields.path) + " is missing: ";
  Error error{ErrorCode::kInvalidArgument, words + "give " + wanted, fields.path, ""};
  if (!is_given(title)) return error;
  error.message = words + "a title alone says not which entry; give " + wanted;
  for (const EntryKey& key : state.with_name(folded_key(*title))) error.candidates.push_back(key.entry->path);
  if (error.candidates.size() > 1) error.code = ErrorCode::kAmbiguous;
  return error;
}

Result<Target> locate(const TreeState& state, const std::optional<std::string>& path,
                      const std::optional<std::string>& title, const TargetFields& fields) {
  if (!is_given(path)) {
    return path_missing(state, title, fields,
                        "domain/topic with a title for a new entry, the exact path for one that exists");
  }
  auto components = split_path(*path);
  if (!components) {
    Error error = components.error();
    error.field = fields.path;
    error.value = *path;
    return error;
  }
  if (components->empty()) {
    return Error{ErrorCode::kInvalidArgument, std::string(fields.path) + " names nothing", fields.path, *path};
  }
  auto at = entry_at(state, *components, fields.path);
  if (!at) return at.error();
  if (!is_given(title)) return *at ? of_entry(*at) : by_path_alone(state, *components, fields);
  if (*at && names_entry(**at, *title)) return of_entry(*at);

  const bool repeats_title =
      folded_key(component_from_title(components->back())) == folded_key(component_from_title(*title));
  if (components->size() == kDeepest + 1 && repeats_title) {  // the whole path and the title: no folder is that deep
    components->pop_back();
    return in_folder(state, *components, *title, fields);
  }
  auto target = in_folder(state, *components, *title, fields);
  if (target && *at && !target->folder.missing.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "\"" + (*at)->path + "\" is an entry with another title (\"" + std::string((*at)->title) +
                     "\"); leave the title out to mean it, or give the folder",
                 fields.title,
                 *title,
                 {(*at)->path}};
  }
  return target;
}

Result<> check_depth(const Target& target, const char* field) {
  const auto levels =
      target.folder.path.empty() ? 0 : std::count(target.folder.path.begin(), target.folder.path.end(), '/') + 1;
  if (levels == 2 || levels == static_cast<std::ptrdiff_t>(kDeepest)) return {};
  return Error{ErrorCode::kInvalidArgument,
               "a new entry stands in domain/topic or domain/topic/subtopic, not in " +
                   (levels == 0 ? std::string("the root") : "\"" + target.folder.path + "\""),
               field, target.path()};
}

Error not_found(const TreeState& state, const std::optional<std::string>& path, const std::optional<std::string>& title,
                const TargetFields& fields) {
  const std::string wanted_path = path ? std::string(trim(*path)) : "";
  const std::string name = is_given(title) ? *title : std::string(last_component(wanted_path));
  Error error{ErrorCode::kNotFound, "there is no such entry", fields.path, wanted_path};
  if (is_given(title)) error.value += (wanted_path.empty() ? "" : "/") + *title;
  const auto components = split_path(error.value);
  if (const Problem* unread = components ? state.unread_at(join_path(*components)) : nullptr) {
    return unread_error(*unread, fields.path, error.value);
  }
  for (const EntryKey& key : state.with_name(folded_key(name))) error.candidates.push_back(key.entry->path);
  const bool bare = wanted_path.empty() || (!is_given(title) && wanted_path.find('/') == std::string::npos);
  if (bare && error.candidates.size() > 1) {
    error.code = ErrorCode::kAmbiguous;
    error.message = "several entries have that name; give the exact path of one of them";
    return error;
  }
  for (std::string& close : closest_paths(state, error.value, kCandidates)) {
    const bool known = std::find(error.candidates.begin(), error.candidates.end(), close) != error.candidates.end();
    if (!known && error.candidates.size() < kCandidates) error.candidates.push_back(std::move(close));
  }
  return error;
}

}  // namespace memory
