#include "memory/retrieval/expansion.h"

#include <unordered_set>

namespace memory {
namespace {

constexpr std::size_t kSources = 3;      // best entries whose relations are followed
constexpr std::size_t kMostAdded = 5;    // entries
constexpr double kNeighbourShare = 0.2;  // of the relevance of the entry that led there

using Entries = std::unordered_set<const StoredEntry*>;

// The best passage of each of the best entries.
std::vector<RankedPassage> sources_of(const Ranking& ranking) {
  std::vector<RankedPassage> sources;
  Entries seen;
  for (const RankedPassage& passage : ranking.passages) {
    if (sources.size() == kSources) break;
    if (seen.insert(passage.entry).second) sources.push_back(passage);
  }
  return sources;
}

Entries entries_of(const Ranking& ranking) {
  Entries entries;
  for (const RankedPassage& passage : ranking.passages) entries.insert(passage.entry);
  return entries;
}

}  // namespace

void add_neighbours(const SearchIndex& index, const Neighbours& neighbours, const EntryFilter& filter,
                    std::size_t limit, Ranking& ranking) {
  Entries entries = entries_of(ranking);
  std::size_t added = 0;
  for (const RankedPassage& source : sources_of(ranking)) {
    if (entries.size() >= limit || added == kMostAdded) return;
    for (const std::string& path : neighbours(source.entry->path)) {
      const auto place = index.find(path);
      if (!place || entries.size() >= limit || added == kMostAdded) continue;
      const IndexPart& part = *index.parts()[place->part].part;
      const StoredEntry& entry = *part.stored()[place->entry];
      const auto passages = part.passages(part.entries()[place->entry]);
      if (passages.empty() || (filter && !filter(entry)) || !entries.insert(&entry).second) continue;
      RankedPassage neighbour;
      neighbour.entry = &entry;
      neighbour.passage = &passages.front();
      neighbour.relevance = kNeighbourShare * source.relevance;
      neighbour.via = source.entry->path;
      ranking.passages.push_back(neighbour);
      ++added;
    }
  }
}

}  // namespace memory
