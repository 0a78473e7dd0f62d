// Every tool of the server, in the order in which they are listed. A new tool is one file and one line here.
#pragma once

#include <string>
#include <vector>

#include "memory/memory.h"
#include "protocol/registry.h"
#include "tools/language_model.h"

namespace tools {

protocol::Tool query_knowledge_tool(memory::Memory& memory, const LanguageModel& llm);
protocol::Tool search_knowledge_tool(memory::Memory& memory);
protocol::Tool curate_tool(memory::Memory& memory);
protocol::Tool browse_tree_tool(memory::Memory& memory);
protocol::Tool read_entry_tool(memory::Memory& memory);
protocol::Tool relations_tool(memory::Memory& memory);
protocol::Tool history_tool(memory::Memory& memory);
protocol::Tool status_tool(memory::Memory& memory, const LlmStatus& llm);

// `memory` outlives the tools.
std::vector<protocol::Tool> all_tools(memory::Memory& memory, const LanguageModel& llm = {});

}  // namespace tools
