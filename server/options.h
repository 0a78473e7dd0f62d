// What was asked for on the command line.
#pragma once

#include <optional>
#include <string>

namespace server {

enum class Command { kServe, kExit };  // kExit: help, version or a mistake; said already

struct Options {
  Command command = Command::kExit;
  int exit_code = 0;  // of kExit
  std::optional<std::string> root;
  bool read_only = false;
  bool allow_network_fs = false;
  std::string profile = "default";       // default | paper
  std::optional<std::string> llm_url;    // of an endpoint; its key comes from the environment alone
  std::optional<std::string> llm_model;  // its name at that endpoint
  std::string log_level = "warn";        // trace | debug | info | warn | error | off
};

// Never throws. Help and version go to stdout, mistakes to stderr.
Options parse_options(int argc, const char* const* argv);

}  // namespace server
