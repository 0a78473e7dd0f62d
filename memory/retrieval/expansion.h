// What is related to the best hits, where the hits leave room? One step along relations and back links (design:
// retrieval.md §2, "Associative expansion"). What it adds ranks behind every direct hit and names the entry that led
// to it; it changes no verdict, and nothing where enough entries hold the words themselves. Pure functions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/index/search_index.h"
#include "memory/retrieval/ranking.h"

namespace memory {

// The paths of the entries one relation away from an entry: those it points at, then those that point at it.
using Neighbours = std::function<std::vector<std::string>(std::string_view path)>;

// Adds the first passage of each to the ranking, until as many as `limit` entries are in it. `filter`: which entries
// may be found; empty: all.
void add_neighbours(const SearchIndex& index, const Neighbours& neighbours, const EntryFilter& filter,
                    std::size_t limit, Ranking& ranking);

}  // namespace memory
