// How is a model asked to answer from what was found? One call with the packed passages (design: retrieval.md §4,
// tier 3). The passages are data: each is fenced so that nothing in it can end its own fence.
#pragma once

#include <string>

#include "llm/model.h"
#include "memory/retrieval/query_result.h"
#include "tools/language_model.h"

namespace tools {

llm::Prompt answer_prompt(const std::string& question, const memory::QueryResult& found);

// Lets the model answer where the result leaves that to a model: sets `answer` and `answer_with`, or a hint that says
// why it could not. True where it answered. Blocks, at most for the time that a call may take.
bool let_model_answer(llm::Model& model, const std::string& question, std::stop_token stop, memory::QueryResult& found);

}  // namespace tools
