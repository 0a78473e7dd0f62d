#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "memory/tree/content.h"
#include "memory/tree/content_unite.h"
#include "memory/tree/entry_codec.h"
#include "memory/tree/entry_path.h"
#include "memory/tree/entry_stamp.h"
#include "memory/tree/entry_sync.h"
#include "memory/tree/fact_line.h"
#include "memory/tree/front_matter.h"
#include "memory/tree/kept_headings.h"
#include "memory/tree/literal_edit.h"
#include "memory/tree/loose_text.h"
#include "memory/tree/lost_texts.h"
#include "memory/tree/pattern_line.h"
#include "memory/tree/relation_line.h"
#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMaxQuoteBytes = std::size_t{16} * 1024;  // UNDO brings back what is longer

Error unparsable(const ParseProblem& problem) {
  return {ErrorCode::kUnparsable, "line " + std::to_string(problem.line) + ": " + problem.what, {}, {}, {}};
}

std::string quote(std::string_view text) {
  if (text.size() <= kMaxQuoteBytes) return std::string(text);
  return std::string(text.substr(0, code_point_floor(text, kMaxQuoteBytes))) + "\xE2\x80\xA6";
}

// Texts to remove, each with whether something had it. Facts, relations and patterns are also found by their
// whole line, however it is written, snippets with their fence too.
class Removal {
 public:
  explicit Removal(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const std::string line = fold_to_line(text);
      const std::string_view item = line.starts_with("- ") ? trim(std::string_view(line).substr(2)) : line;
      add(with_line_feeds(text), text);
      add(line, text);
      add(std::string(item), text);
      add(fact_line(format_fact(parse_fact(item))), text);
      add(pattern_line(format_pattern(parse_pattern(item))), text);
      if (const auto relation = parse_relation(item)) add(relation_line(format_relation(*relation)), text);
      add(target_line(normal_target(item)), text);
      add(snippet_line(text), text);
      found_.emplace(text, false);
    }
  }

  void apply(EntryContent& content) {
    strings(content.tags);
    strings(content.keywords);
    strings(content.aliases);
    strings(content.questions);
    scalar(content.summary);
    take(
        content.snippets,
        [](const std::string& s) {
          return std::vector{s, snippet_line(s)};
        },
        [](const std::string& s) { return s; });
    take(
        content.facts,
        [](const Fact& f) {
          return std::vector{f.statement, fact_line(format_fact(f))};
        },
        format_fact);
    take(
        content.relations,
        [](const Relation& r) {
          return std::vector{target_line(r.target), relation_line(format_relation(r))};
        },
        format_relation);
    if (!content.raw_concept) return;
    strings(content.raw_concept->changes);
    strings(content.raw_concept->files);
    take(
        content.raw_concept->patterns,
        [](const Pattern& p) {
          return std::vector{p.pattern, pattern_line(format_pattern(p))};
        },
        format_pattern);
  }

  // The first text that nothing had.
  const std::string* missing(const std::vector<std::string>& texts) const {
    const auto found =
        std::find_if(texts.begin(), texts.end(), [&](const std::string& text) { return !found_.at(text); });
    return found == texts.end() ? nullptr : &*found;
  }
  std::vector<std::string> take_quotes() { return std::move(quotes_); }

 private:
  // Lines of different kinds never stand for one another.
  static std::string fact_line(const std::string& line) { return "fact\n" + line; }
  static std::string relation_line(const std::string& line) { return "relation\n" + line; }
  static std::string pattern_line(const std::string& line) { return "pattern\n" + line; }
  static std::string target_line(const std::string& target) { return "target\n" + folded_key(target); }

  static std::string snippet_line(const std::string& snippet) { return "snippet\n" + normal_snippet(snippet); }

  void add(std::string key, const std::string& text) { keys_[std::move(key)].push_back(text); }

  template <class Item, class Keys, class Format>
  void take(std::vector<Item>& items, Keys keys, Format format) {
    std::erase_if(items, [&](const Item& item) {
      for (const std::string& key : keys(item)) {
        const auto found = keys_.find(key);
        if (found == keys_.end()) continue;
        for (const std::string& text : found->second) found_[text] = true;
        quotes_.push_back(quote(format(item)));
        return true;
      }
      return false;
    });
  }
  void scalar(std::optional<std::string>& text) {
    if (!text) return;
    std::vector<std::string> one = {*text};
    strings(one);
    if (one.empty()) text.reset();
  }
  void strings(std::vector<std::string>& items) {
    const auto same = [](const std::string& item) { return item; };
    take(
        items, [](const std::string& item) { return std::vector{item}; }, same);
  }

  std::unordered_map<std::string, std::vector<std::string>> keys_;
  std::unordered_map<std::string, bool> found_;
  std::vector<std::string> quotes_;
};

void rename(Entry& entry, const std::string& title) {
  if (title == entry.title) return;
  std::erase_if(entry.content.aliases,
                [&](const std::string& alias) { return folded_key(alias) == folded_key(title); });
  if (folded_key(entry.title) != folded_key(title)) unite(entry.content.aliases, {fold_to_line(entry.title)});
  entry.title = title;
}

bool same_knowledge(const Entry& a, const Entry& b) {
  return a.title == b.title && a.content == b.content && a.reason == b.reason && a.pinned == b.pinned;
}

// What the change makes of the entry; quotes of the texts that it drops go to `removed`.
Result<Entry> changed_model(const Entry& before, const EntryChange& change, const NormalContent& given,
                            std::vector<std::string>& removed) {
  Entry after = before;
  if (!change.remove.empty()) {
    Removal removal(change.remove);
    removal.apply(after.content);
    if (const std::string* text = removal.missing(change.remove)) {
      return Error{ErrorCode::kInvalidArgument,
                   "no list item, fact, relation, snippet or summary has exactly this text",
                   "remove",
                   *text,
                   {}};
    }
    removed = removal.take_quotes();
    if (after.content.raw_concept == RawConcept{}) after.content.raw_concept.reset();
  }
  const EntryContent kept = after.content;
  if (change.replace) {
    after.content = given.content;
  } else {
    unite_content(after.content, given.content, change.content, change.append);
  }
  if (given.reason) {
    after.reason = with_kept_headings(before.reason.value_or(""), *given.reason, TextPlace::kSection);
  }
  for (std::string& text : lost_texts(kept, after.content)) removed.push_back(quote(text));
  if (change.title) rename(after, *change.title);
  if (change.pinned) after.pinned = *change.pinned;
  return after;
}

// The file with everything of the change but its edits.
Result<std::string> with_content(const std::string& bytes, const Entry& before, const EntryChange& change,
                                 const NormalContent& given, std::vector<std::string>& removed) {
  removed.clear();
  Result<Entry> after = changed_model(before, change, given, removed);
  if (!after) return after.error();
  std::string text = bytes;
  if (!same_knowledge(before, *after)) {
    Result<std::string> synced = sync_entry(bytes, before, *after, given.languages);
    if (!synced) return synced;
    text = std::move(*synced);
  }
  if (given.loose.empty()) return text;
  if (auto placed = file_with_loose(text, given.loose)) return std::move(*placed);
  return with_content(bytes, before, change, normal_content_without_loose(change.content), removed);
}

}  // namespace

Result<ChangedEntry> change_entry(std::string_view bytes, std::string_view name, const EntryChange& change, Time now) {
  const FrontMatter front = read_front_matter(bytes);
  if (front.problem) return unparsable(*front.problem);
  ChangedEntry changed;
  Result<std::string> edited = apply_edits(bytes, change.edits, changed.removed);
  if (!edited) return edited.error();
  if (!change.edits.empty()) {
    const FrontMatter left = read_front_matter(*edited);
    if (left.problem || left.present != front.present) {
      const std::string what = left.problem ? "line " + std::to_string(left.problem->line) + ": " + left.problem->what
                                            : std::string("the frontmatter would begin or end elsewhere");
      return Error{ErrorCode::kInvalidArgument,
                   "the edits would make the frontmatter unreadable (" + what + ")",
                   "edits",
                   {},
                   {}};
    }
  }
  const Entry before = parse_entry(*edited, name).entry;
  std::vector<std::string> removed;
  edited = with_content(*edited, before, change, normal_content(change.content), removed);
  if (!edited) return edited.error();
  changed.removed.insert(changed.removed.end(), removed.begin(), removed.end());
  if (*edited == bytes) return ChangedEntry{std::string(bytes), {}};
  Result<std::string> stamped = stamp_entry(*edited, {now, change.importance, change.maturity});
  if (!stamped) return stamped.error();
  changed.bytes = std::move(*stamped);
  return changed;
}

}  // namespace memory
