// A server with one tool that asks the client's own model, for tests with real clients: built from the same
// protocol library and the same adapter as context-tree. Its arguments are ignored.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>

#include "protocol/executor.h"
#include "protocol/registry.h"
#include "protocol/session.h"
#include "protocol/stdio_transport.h"
#include "tools/client_model.h"

namespace {

struct AskParams {
  std::string question;
};

}  // namespace

template <>
struct protocol::Record<AskParams> {
  static std::vector<Field> fields() { return {field<&AskParams::question>("question", "What to ask.").required()}; }
};

namespace {

using Reply = protocol::ToolReply<protocol::NoStructure>;

Reply ask(const AskParams& params, protocol::CallContext& context) {
  constexpr std::chrono::seconds kPatience(20);
  const auto model = tools::model_for({}, context);
  if (!model) return Reply::failed("The client offers no model.");
  const auto answer = model->complete({.system = "Answer in one word.", .user = params.question},
                                      {std::chrono::steady_clock::now() + kPatience, context.stop});
  if (!answer) return Reply::failed("No answer: " + answer.error().message);
  return {{*answer}, std::nullopt};
}

}  // namespace

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  protocol::Registry registry;
  registry.server = {"sampling-server", "Sampling server", "1.0.0"};
  registry.tools.push_back(protocol::make_tool<AskParams, protocol::NoStructure>(
      {.name = "ask", .title = "Ask", .description = "Asks the client's model.", .annotations = {}}, ask));
  protocol::StdioTransport transport(STDIN_FILENO, STDOUT_FILENO);
  protocol::Executor executor;
  protocol::Session session(registry, transport, executor);
  session.run();
  return 0;
}
