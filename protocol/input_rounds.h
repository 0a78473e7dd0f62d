// How does a call ask its client in 2026-07-28, where the server sends no requests? It is answered with what it
// needs (`input_required`), the client makes it again with the answers, and it runs again from its start. What was
// answered before travels in the signed `requestState`, so that nothing is kept here between the rounds.
//
// An answer counts for exactly the question it was given to: should the call ask something else the next time,
// because the memory has changed meanwhile, it is asked anew. One object a run of a call; one thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/mcp_types.h"
#include "protocol/methods.h"
#include "protocol/request_state.h"

namespace protocol {

class InputRounds {
 public:
  // kInvalidParams: a `requestState` that was not made for this request, or too long ago.
  static Result<InputRounds> begin(const Request& request, std::shared_ptr<const RequestStates> states);

  SamplingResult sample(const SamplingRequest& request);

  // What the call waits for; then its own answer counts for nothing.
  std::optional<InputRequired> pending() const;

 private:
  struct Answered {
    std::string question;  // its fingerprint
    SamplingResult result;
  };
  InputRounds(std::string request, std::shared_ptr<const RequestStates> states)
      : request_(std::move(request)), states_(std::move(states)) {}
  void restore(const std::string& state_text, const Request& request);
  std::string state_text(const std::string& question) const;

  std::string request_;  // what the state is bound to
  std::shared_ptr<const RequestStates> states_;
  std::vector<Answered> answered_;
  std::size_t used_ = 0;  // of the answers, in this run
  std::int64_t rounds_ = 0;
  std::optional<SamplingRequest> wanted_;
};

}  // namespace protocol
