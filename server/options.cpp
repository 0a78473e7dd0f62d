#include "server/options.h"

#include <CLI/CLI.hpp>

namespace server {

Options parse_options(int argc, const char* const* argv) {
  Options options;
  CLI::App app("A memory for MCP agents: plain markdown files, curated by the agent, found again in milliseconds.",
               "context-tree");
  app.set_version_flag("--version", std::string("context-tree ") + CONTEXT_TREE_VERSION);
  app.require_subcommand(1);
  CLI::App* serve = app.add_subcommand("serve", "Serve one tree to an MCP client over stdin and stdout");
  serve->add_option("--root", options.root, "The folder of the tree; default: the git work tree's .context-tree/");
  serve->add_flag("--read-only", options.read_only, "Write nothing at all");
  serve->add_flag("--allow-network-fs", options.allow_network_fs, "Write also on NFS, SMB and FUSE");
  serve->add_option("--profile", options.profile, "How search ranks: this engine, or the paper's configuration")
      ->check(CLI::IsMember({"default", "paper"}))
      ->capture_default_str();
  serve->add_option(
      "--llm", options.llm_url,
      "Base URL of a language model's API (OpenAI-compatible or Anthropic); default: $CONTEXT_TREE_LLM_URL, "
      "else none. Its key is read from the environment");
  serve->add_option("--llm-model", options.llm_model, "The model's name there; default: $CONTEXT_TREE_LLM_MODEL");
  serve->add_option("--log-level", options.log_level, "What to log to stderr")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& outcome) {  // help and version arrive here too, with exit code 0
    options.command = Command::kExit;
    options.exit_code = app.exit(outcome) == 0 ? 0 : 2;
    return options;
  }
  if (options.root && options.root->empty()) options.root.reset();
  options.command = Command::kServe;
  return options;
}

}  // namespace server
