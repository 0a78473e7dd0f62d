#include "server/app.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "memory/memory.h"
#include "protocol/executor.h"
#include "protocol/registry.h"
#include "protocol/session.h"
#include "protocol/stdio_transport.h"
#include "server/language_model.h"
#include "server/log.h"
#include "server/signals.h"
#include "tools/all_tools.h"
#include "tools/completion.h"
#include "tools/instructions.h"
#include "tools/prompts.h"
#include "tools/resources.h"

namespace server {
namespace {

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe): before any thread
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

memory::ResolvedRoot find_root(const Options& options) {
  memory::RootQuery query;
  query.option = options.root;
  std::error_code failed;
  query.working_directory = std::filesystem::current_path(failed);
  if (failed) query.working_directory = "/";  // the folder the client started us in is gone
  query.environment = environment;
  return memory::resolve_root(query);
}

memory::MemoryOptions memory_options(const Options& options) {
  memory::MemoryOptions made;
  made.root = find_root(options);
  if (options.profile == "paper") made.profile = memory::SearchProfile::kPaper;
  made.store.read_only = options.read_only;
  made.store.allow_network_fs = options.allow_network_fs;
  made.clock = [] { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); };
  return made;
}

protocol::Registry make_registry(memory::Memory& memory, const tools::LanguageModel& llm) {
  protocol::Registry registry;
  registry.server = {"context-tree", "Context Tree", CONTEXT_TREE_VERSION};
  registry.instructions = [&memory] { return tools::instructions(memory); };
  registry.tools = tools::all_tools(memory, llm);
  registry.resources = tools::make_resources(memory);
  registry.prompts = tools::all_prompts();
  registry.complete = tools::make_completer(memory);
  return registry;
}

}  // namespace

int serve(const Options& options, int output) {
  set_log_level(options.log_level);
  const tools::LanguageModel llm = make_language_model(options, environment);
  memory::Memory memory(memory_options(options));
  log_info("serving " + memory.root().path.string() + " (" + memory.root().rule + ")");

  const protocol::Registry registry = make_registry(memory, llm);
  protocol::StdioTransport transport(STDIN_FILENO, output);
  protocol::Executor executor;
  protocol::Session session(registry, transport, executor, {.report = log_warning});
  {
    const SignalStop signals(session);
    session.run();
    // A call that would not stop, or a tree still being read, must not hold up the end; acknowledged writes
    // are on disk already.
    constexpr std::chrono::milliseconds kPatience(50);
    if (!executor.shut_down(kPatience) || !memory.ready_within(kPatience)) std::_Exit(0);
  }
  return 0;
}

}  // namespace server
