// Changes inside one section: list items in and out, a field's text set. Each takes the bytes of a section (its
// heading first, a line break last) and returns them changed; lines that the change does not own stay as they
// are. Pure functions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memory/tree/sections.h"

namespace memory {

// What happens to the items of a list. Keys are the items' canonical text.
struct ItemEdit {
  std::unordered_map<std::string, std::optional<std::string>> changed;  // to the new text, or to nothing
  std::vector<std::string> added;                                       // new items, in order
  bool empty() const { return changed.empty() && added.empty(); }
};
using ItemKey = std::function<std::string(const std::string& item)>;

// Facts, Relations: the items of the whole section.
std::string edit_items(std::string_view section, std::string_view line_end, const ItemKey& key, const ItemEdit& edit);

// One list of a raw concept; its label comes and goes with its items.
std::string edit_raw_items(std::string_view section, std::string_view line_end, RawField field, const ItemKey& key,
                           const ItemEdit& edit);

// Replaces the text of a section, a raw concept's or a narrative's field, adds lines where the new text only
// continues the old one (`before` and `after` as they are written), removes the field where `after` is empty.
std::string set_section_text(std::string_view section, std::string_view line_end, const std::string& before,
                             const std::string& after);
std::string set_raw_text(std::string_view section, std::string_view line_end, RawField field, const std::string& before,
                         const std::string& after);
std::string set_narrative_text(std::string_view section, std::string_view line_end, NarrativeField field,
                               const std::string& before, const std::string& after);

// Diagrams out (by their content) and in (as written).
std::string edit_diagrams(std::string_view section, std::string_view line_end, const std::vector<Diagram>& removed,
                          const std::vector<Diagram>& added);

}  // namespace memory
