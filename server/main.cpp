#include "server/app.h"
#include "server/options.h"
#include "server/stdout_guard.h"

int main(int argc, char** argv) {
  const server::Options options = server::parse_options(argc, argv);
  if (options.command == server::Command::kExit) return options.exit_code;
  const int output = server::take_stdout();
  constexpr int kNoOutput = 3;
  return output == -1 ? kNoOutput : server::serve(options, output);
}
