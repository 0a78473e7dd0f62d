#include "tools/client_model.h"

#include <doctest/doctest.h>

#include <optional>

#include "tests/support/fake_model.h"

using protocol::SamplingError;
using protocol::SamplingReply;
using protocol::SamplingRequest;
using protocol::SamplingResult;

namespace {

const auto kDeadline = std::chrono::steady_clock::now() + std::chrono::hours(1);

llm::Result<std::string> asked(const SamplingResult& result) {
  tools::ClientModel model([result](const SamplingRequest&, auto) { return result; });
  return model.complete({.system = "", .user = "?"}, {kDeadline});
}

}  // namespace

TEST_CASE("the client's model gets the prompt as it is and within the call's time") {
  std::optional<SamplingRequest> request;
  tools::ClientModel model([&](const SamplingRequest& asked_for, auto deadline) -> SamplingResult {
    request = asked_for;
    CHECK(deadline == kDeadline);
    return SamplingReply{"Yes.", "m", "endTurn"};
  });
  const llm::Prompt prompt{.system = "Be short.", .user = "One?", .max_tokens = 5, .temperature = 0.1};
  CHECK(model.complete(prompt, {kDeadline}).value() == "Yes.");
  REQUIRE(request.has_value());
  CHECK(request->system == "Be short.");
  CHECK(request->user == "One?");
  CHECK(request->max_tokens == 5);
  CHECK(request->temperature == doctest::Approx(0.1));
}

TEST_CASE("an empty and a cut-off answer are errors, as they are of an endpoint") {
  CHECK(asked(SamplingReply{" \n", "m", "endTurn"}).error().code == llm::ErrorCode::kEmpty);
  CHECK(asked(SamplingReply{"We use", "m", "maxTokens"}).error().code == llm::ErrorCode::kCutOff);
}

TEST_CASE("every failure of sampling is one of the port") {
  using Why = SamplingError::Why;
  using llm::ErrorCode;
  for (const auto& [why, code] :
       {std::pair(Why::kDeclined, ErrorCode::kDeclined), std::pair(Why::kUnusable, ErrorCode::kUnusable),
        std::pair(Why::kTimedOut, ErrorCode::kTimedOut), std::pair(Why::kStopped, ErrorCode::kStopped),
        std::pair(Why::kClientGone, ErrorCode::kUnreachable), std::pair(Why::kPostponed, ErrorCode::kPostponed)}) {
    const auto answer = asked(tl::unexpected(SamplingError{why, "why"}));
    CHECK(answer.error().code == code);
    CHECK(answer.error().message == "why");
  }
}

TEST_CASE("a configured endpoint is asked first, then the client, then nobody") {
  const auto fake = std::make_shared<tests::FakeModel>(std::deque<llm::Result<std::string>>{"from the endpoint"});
  protocol::CallContext offering;
  offering.sample = [](const SamplingRequest&, auto) -> SamplingResult {
    return SamplingReply{"from the client", "", ""};
  };
  const auto said = [](const std::shared_ptr<llm::Model>& model) {
    return model->complete({.system = "", .user = "?"}, {kDeadline}).value();
  };
  CHECK(said(tools::model_for({fake, {}}, offering)) == "from the endpoint");
  CHECK(said(tools::model_for({}, offering)) == "from the client");
  CHECK(tools::model_for({}, {}) == nullptr);
  CHECK(fake->prompts().size() == 1);
}
