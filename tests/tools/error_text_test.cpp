#include "tools/error_text.h"

#include <doctest/doctest.h>

using memory::Error;
using memory::ErrorCode;
using tools::error_text;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an error names the field, its value and the remedy") {
  const std::string text =
      error_text({ErrorCode::kNotFound, "no entry has that path or title", "path", "a/b/depl", {"a/b/deploy"}});
  CHECK(text == "`path` = `a/b/depl`: no entry has that path or title. Nearest: `a/b/deploy`.");
}

TEST_CASE("an ambiguous name lists what it could mean") {
  const std::string text = error_text(
      {ErrorCode::kAmbiguous, "several entries have that name", "path", "Deploy", {"a/b/c/deploy", "a/b/d/deploy"}});
  CHECK(holds(text, "`a/b/c/deploy`"));
  CHECK(holds(text, "`a/b/d/deploy`"));
}

TEST_CASE("a long value is shortened at a whole character") {
  std::string value;
  for (int i = 0; i < 1000; ++i) value += "令";
  const std::string text = error_text({ErrorCode::kInvalidArgument, "too long", "title", value});
  CHECK(text.size() < 300);
  CHECK(holds(text, "令…`"));
}

TEST_CASE("every kind of error says what to do next") {
  for (const ErrorCode code : {ErrorCode::kNotFound, ErrorCode::kAmbiguous, ErrorCode::kAlreadyExists,
                               ErrorCode::kConflict, ErrorCode::kRefusedPath, ErrorCode::kTooLarge,
                               ErrorCode::kUnparsable, ErrorCode::kReadOnly, ErrorCode::kBusy, ErrorCode::kIo}) {
    const std::string message = "it failed";
    CHECK(error_text({code, message, "field", "value"}).size() > std::string("`field` = `value`: it failed. ").size());
  }
}
