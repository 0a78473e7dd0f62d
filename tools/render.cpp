#include "tools/render.h"

#include <array>
#include <charconv>

namespace tools {

std::string on_one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return line;
}

std::string quoted_list(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "`" : ", `") + on_one_line(text) + "`";
  return all;
}

std::string decimal(double value, int digits) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  return end.ec == std::errc() ? std::string(text.data(), end.ptr) : std::string("0");
}

std::string counted(std::int64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string symbol_line(const memory::Symbol& symbol) {
  std::string line = symbol.path + (symbol.entries ? "/" : "") + " · " + symbol.kind;
  if (symbol.title) line += " · " + on_one_line(*symbol.title);
  if (symbol.summary) line += ": " + on_one_line(*symbol.summary);
  if (symbol.entries) line += " · " + counted(*symbol.entries, "entry", "entries");
  if (symbol.maturity) line += " · " + *symbol.maturity;
  if (symbol.tokens) line += " · " + counted(*symbol.tokens, "token", "tokens");
  if (symbol.updated_at) line += " · updated " + *symbol.updated_at;
  if (symbol.hash) line += " · " + *symbol.hash;
  return line;
}

std::string lifecycle_text(const memory::LifecycleCounts& counts) {
  return std::to_string(counts.draft) + " draft, " + std::to_string(counts.validated) + " validated, " +
         std::to_string(counts.core) + " core, " + std::to_string(counts.archived) + " archived";
}

std::string listing_text(const memory::BrowseResult& result) {
  if (result.entry) return symbol_line(*result.entry);
  const std::string name = result.path.empty() ? "The tree" : result.path + "/";
  if (result.total == 0) return name + " is empty.";
  std::string text = name + " (" + result.kind + "), " + std::to_string(result.children.size()) + " of " +
                     std::to_string(result.total) + ":";
  for (const memory::Symbol& child : result.children) text += "\n" + symbol_line(child);
  text += "\nMaturity below: " + lifecycle_text(result.lifecycle) + ".";
  if (result.cursor) text += "\nMore follows: call again with cursor `" + *result.cursor + "`.";
  return text;
}

}  // namespace tools
