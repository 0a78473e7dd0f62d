#include "server/options.h"

#include <doctest/doctest.h>

#include <vector>

using server::Command;
using server::Options;

namespace {

Options parsed(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "context-tree");
  return server::parse_options(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace

TEST_CASE("serve alone serves with the defaults") {
  const Options options = parsed({"serve"});
  CHECK(options.command == Command::kServe);
  CHECK_FALSE(options.root.has_value());
  CHECK_FALSE(options.read_only);
  CHECK(options.profile == "default");
  CHECK(options.log_level == "warn");
}

TEST_CASE("serve takes one of two profiles") {
  CHECK(parsed({"serve", "--profile", "paper"}).profile == "paper");
  CHECK(parsed({"serve", "--profile=default"}).profile == "default");
  CHECK(parsed({"serve", "--profile", "other"}).exit_code == 2);
}

TEST_CASE("serve takes a root and --read-only, in either form") {
  const Options options = parsed({"serve", "--root=/tmp/tree", "--read-only"});
  CHECK(options.root == "/tmp/tree");
  CHECK(options.read_only);
  CHECK(parsed({"serve", "--root", "/tmp/tree"}).root == "/tmp/tree");
}

TEST_CASE("an empty root counts as not given, as an unset variable in a client's configuration leaves it") {
  CHECK_FALSE(parsed({"serve", "--root", ""}).root.has_value());
}

TEST_CASE("serve takes a language model's endpoint and name, and no key") {
  const Options options = parsed({"serve", "--llm", "http://localhost:11434/v1", "--llm-model=llama3.2"});
  CHECK(options.llm_url == "http://localhost:11434/v1");
  CHECK(options.llm_model == "llama3.2");
  CHECK_FALSE(parsed({"serve"}).llm_url.has_value());
  CHECK(parsed({"serve", "--llm-api-key", "k"}).exit_code == 2);
}

TEST_CASE("--version and --help end with success, mistakes with 2") {
  CHECK(parsed({"--version"}).exit_code == 0);
  CHECK(parsed({"--help"}).exit_code == 0);
  CHECK(parsed({}).exit_code == 2);
  CHECK(parsed({"serve", "--no-such-option"}).exit_code == 2);
  CHECK(parsed({"serve", "--log-level", "loud"}).exit_code == 2);
  CHECK(parsed({"serve", "--no-such-option"}).command == Command::kExit);
}
