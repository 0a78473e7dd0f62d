#include "tools/all_tools.h"

namespace tools {

std::vector<protocol::Tool> all_tools(memory::Memory& memory, const LanguageModel& llm) {
  return {
      query_knowledge_tool(memory, llm),
      search_knowledge_tool(memory),
      curate_tool(memory),
      browse_tree_tool(memory),
      read_entry_tool(memory),
      relations_tool(memory),
      history_tool(memory),
      status_tool(memory, llm.status),
  };
}

}  // namespace tools
