#include "memory/tree/entry_path.h"

#include <algorithm>
#include <array>

#include "memory/tree/sha256.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMaxComponentBytes = 120;
constexpr std::size_t kHashDigits = 8;

bool is_windows_device(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames = {"con", "prn", "aux", "nul"};
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  if (!name.starts_with("com") && !name.starts_with("lpt")) return false;
  const std::string_view rest = name.substr(3);
  // Windows takes the superscript digits for digits here; they never survive component_from_title.
  return rest.size() == 1 && rest[0] >= '0' && rest[0] <= '9';
}

std::string_view trim_component(std::string_view name) {
  constexpr std::string_view kEdge = "_-.";
  const std::size_t first = name.find_first_not_of(kEdge);
  if (first == std::string_view::npos) return {};
  return name.substr(first, name.find_last_not_of(kEdge) - first + 1);
}

// The component without its length limit.
std::string plain_component(std::string_view title) {
  const std::string lower = to_nfc(to_lower(to_nfc(title)));
  std::string name;
  bool gap = false;
  for (std::size_t at = 0; at < lower.size();) {
    const CodePoint point = code_point_at(lower, at);
    const bool kept = point.valid && (point.value == '_' || point.value == '-' || is_word_code_point(point.value));
    if (kept) {
      if (gap) name.push_back('_');
      name.append(lower, at, point.length);
    }
    gap = !kept;
    at += point.length;
  }
  std::string trimmed(trim_component(name));
  if (trimmed.empty() || trimmed == "context" || is_windows_device(trimmed)) trimmed.push_back('_');
  return trimmed;
}

std::string with_hash(std::string_view name, std::string_view title) {
  const std::size_t room = kMaxComponentBytes - kHashDigits - 1;
  std::string cut(name.substr(0, code_point_floor(name, room)));
  cut.erase(cut.find_last_not_of("_-.") + 1);
  return cut + "_" + sha256_hex(to_nfc(title)).substr(0, kHashDigits);
}

// NFKC can turn one blank into another, so the collapsing comes last.
std::string collapse_separators(std::string_view folded) {
  std::string key;
  bool gap = false;
  for (const char c : trim(folded)) {
    const bool separator =
        c == ' ' || c == '_' || c == '-' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
    if (separator) {
      if (!gap) key.push_back('_');
    } else {
      key.push_back(c);
    }
    gap = separator;
  }
  return key;
}

bool has_encoded_separator(std::string_view path) {
  std::string lower(path);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  constexpr std::array<std::string_view, 4> kEncoded = {"%2e", "%2f", "%5c", "%00"};
  return std::any_of(kEncoded.begin(), kEncoded.end(),
                     [&](std::string_view code) { return lower.find(code) != std::string::npos; });
}

bool has_control(std::string_view path) {
  return std::any_of(path.begin(), path.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
}

bool has_drive_letter(std::string_view path) {
  if (path.size() < 2 || path[1] != ':') return false;
  return (path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z');
}

// Why the path as a whole is refused; empty where it is not.
std::string_view refusal(std::string_view path) {
  if (path.find('\0') != std::string_view::npos) return "a path never holds NUL";
  if (has_control(path)) return "a path never holds control characters";
  if (!is_valid_utf8(path)) return "a path must be valid UTF-8";
  if (path.find('\\') != std::string_view::npos) return "a backslash does not separate; use /";
  if (path.starts_with('/')) return "an absolute path is refused; paths are relative to the tree";
  if (path.starts_with('~')) return "a home folder is refused; paths are relative to the tree";
  if (has_drive_letter(path)) return "a drive letter is refused; paths are relative to the tree";
  if (has_encoded_separator(path)) return "percent-encoded separators and dots are refused";
  return {};
}

std::string_view component_refusal(std::string_view component) {
  if (component == "..") return "\"..\" is refused; paths never leave the tree";
  if (component == ".") return "\".\" is refused in a path";
  if (component.starts_with('.')) return "names that start with a dot are not part of the tree";
  if (component == "node_modules") return "node_modules is not part of the tree";
  if (is_blank(component)) return "a name of blanks only is refused";
  return {};
}

Error refused(std::string_view why, std::string_view path) {
  return {ErrorCode::kRefusedPath, std::string(why), "path", std::string(path)};
}

}  // namespace

std::string component_from_title(std::string_view title) {
  std::string name = plain_component(title);
  return name.size() <= kMaxComponentBytes ? name : with_hash(name, title);
}

std::string distinct_component_from_title(std::string_view title) { return with_hash(plain_component(title), title); }

std::string folded_key(std::string_view text) {
  std::string key;
  std::size_t start = 0;
  while (true) {
    const std::size_t slash = text.find('/', start);
    key += collapse_separators(fold_case(text.substr(start, slash - start)));
    if (slash == std::string_view::npos) return key;
    key.push_back('/');
    start = slash + 1;
  }
}

Result<std::vector<std::string>> split_path(std::string_view path) {
  std::string_view rest = trim(path);
  // Blanks are cut, but not a line break or a NUL that stands at the end.
  if (const std::string_view why = refusal(path.find_first_of("\n\r\v\f\t") == std::string_view::npos ? rest : path);
      !why.empty()) {
    return refused(why, path);
  }
  while (rest.ends_with('/')) rest.remove_suffix(1);
  std::vector<std::string> components;
  while (!rest.empty()) {
    const std::size_t slash = rest.find('/');
    std::string_view component = rest.substr(0, slash);
    rest = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash + 1);
    if (component.empty()) continue;
    if (rest.empty() && component.size() > 3 && component.ends_with(".md")) component.remove_suffix(3);
    if (const std::string_view why = component_refusal(component); !why.empty()) return refused(why, path);
    components.emplace_back(component);
  }
  return components;
}

bool is_archived(std::string_view path) {
  return path.starts_with(kArchiveFolder) && path.size() > kArchiveFolder.size() && path[kArchiveFolder.size()] == '/';
}

std::string join_path(const std::vector<std::string>& components) {
  std::string path;
  for (const std::string& component : components) {
    if (!path.empty()) path.push_back('/');
    path += component;
  }
  return path;
}

std::string_view parent_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::string_view last_component(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace memory
