#include "tools/error_text.h"

#include "memory/tree/text.h"

namespace tools {
namespace {

using memory::ErrorCode;

std::string shortened(const std::string& text) {
  constexpr std::size_t kLongestValue = 200;  // enough to recognise it, too little to flood an answer
  if (text.size() <= kLongestValue) return text;
  return text.substr(0, memory::code_point_floor(text, kLongestValue)) + "…";
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + ("`" + shortened(text) + "`");
  return all;
}

std::string remedy(const memory::Error& error) {
  const std::string candidates = joined(error.candidates);
  switch (error.code) {
    case ErrorCode::kNotFound:
      if (error.field == "change_id") return "The tool history lists the changes that can be undone.";
      if (error.field == "section") return candidates.empty() ? "Leave `section` out." : "It has: " + candidates + ".";
      return candidates.empty() ? "See what there is with browse_tree or search_knowledge."
                                : "Nearest: " + candidates + ".";
    case ErrorCode::kAmbiguous:
      return "Give the full path of one of: " + candidates + ".";
    case ErrorCode::kAlreadyExists:  // what leads on depends on what stands there: the message says it
      return "Nothing was overwritten.";
    case ErrorCode::kConflict:
      return "Read what stands there now before you try again.";
    case ErrorCode::kRefusedPath:
      return "Paths look like domain/topic/entry: relative, with / between names.";
    case ErrorCode::kTooLarge:
      return "Split it into smaller parts.";
    case ErrorCode::kUnparsable:
      return "A person has to mend the file's frontmatter first; its text stays searchable and readable.";
    case ErrorCode::kReadOnly:
      return "Nothing was written; reading and searching work.";
    case ErrorCode::kBusy:
      return "Nothing was written; call again in a moment.";
    case ErrorCode::kIo:
      return "Nothing was changed by this operation.";
    case ErrorCode::kInvalidArgument:
      return candidates.empty() ? "" : "Possible: " + candidates + ".";
  }
  return "";
}

}  // namespace

std::string error_text(const memory::Error& error) {
  std::string text;
  if (!error.field.empty()) {
    text = "`" + error.field + "`";
    if (!error.value.empty()) text += " = `" + shortened(error.value) + "`";
    text += ": ";
  }
  text += error.message;
  if (!text.empty() && text.back() != '.') text += ".";
  const std::string what_next = remedy(error);
  return what_next.empty() ? text : text + " " + what_next;
}

}  // namespace tools
