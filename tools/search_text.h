// The text form of search results: the same facts as the structured form, one block a passage, so that no passage
// can pass for a part of the answer.
#pragma once

#include <string>
#include <vector>

#include "memory/retrieval/pipeline.h"

namespace tools {

// Verdict, how many passages, what was left out and how to get it, generation, time.
std::string search_head_text(const memory::SearchResult& result);

// A block a passage: whose words these are, then the passage itself.
std::vector<std::string> hit_texts(const std::vector<memory::SearchHit>& hits);

}  // namespace tools
