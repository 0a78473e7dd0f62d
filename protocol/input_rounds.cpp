#include "protocol/input_rounds.h"

#include <utility>

#include "protocol/json.h"

namespace protocol {
namespace {

using Json = nlohmann::json;
using Why = SamplingError::Why;

// A tool asks once or twice; more rounds than this means that its questions change each time.
constexpr std::int64_t kMaxRounds = 8;

// What makes a request the same when it is made again: all but what changes from round to round.
std::string identity(const Request& request) {
  Json params = request.params->value;
  for (const char* name : {"_meta", "inputResponses", "requestState"}) params.erase(name);
  return request.method + " " + dump(params);
}

std::string key_of(std::size_t asked_before) { return "sampling-" + std::to_string(asked_before + 1); }

SamplingResult read_input(const Json& params, const std::string& key) {
  const auto responses = params.find("inputResponses");
  if (responses == params.end() || !responses->is_object() || !responses->contains(key)) {
    return tl::unexpected(SamplingError{Why::kDeclined, "the client made the call again without the answer"});
  }
  return read_sampling({responses->at(key)});
}

}  // namespace

Result<InputRounds> InputRounds::begin(const Request& request, std::shared_ptr<const RequestStates> states) {
  const Json& params = request.params->value;
  InputRounds rounds(identity(request), std::move(states));
  const auto state = params.find("requestState");
  if (state == params.end()) return rounds;
  const auto text =
      state->is_string() ? rounds.states_->open(rounds.request_, state->get_ref<const std::string&>()) : std::nullopt;
  if (!text) {
    return Error{ErrorCode::kInvalidParams,
                 "`params.requestState` was not given for this request, or too long ago; make the request without it "
                 "and without `inputResponses`."};
  }
  rounds.restore(*text, request);
  return rounds;
}

// {"rounds": n, "answered": [[question, text, model, stop reason] or [question, why, message]], "asked": question}
void InputRounds::restore(const std::string& state_text, const Request& request) {
  const Json state = parse_json(state_text).value;  // signed, so it is our own
  rounds_ = state.at("rounds").get<std::int64_t>();
  for (const Json& answer : state.at("answered")) {
    const std::string question = answer.at(0);
    if (answer.size() == 4) {
      answered_.push_back({question, SamplingReply{answer.at(1), answer.at(2), answer.at(3)}});
    } else {
      answered_.push_back(
          {question, tl::unexpected(SamplingError{static_cast<Why>(answer.at(1).get<int>()), answer.at(2)})});
    }
  }
  const std::string key = key_of(answered_.size());
  answered_.push_back({state.at("asked"), read_input(request.params->value, key)});
}

std::string InputRounds::state_text(const std::string& question) const {
  nlohmann::ordered_json state{{"rounds", rounds_ + 1}, {"answered", Json::array()}, {"asked", question}};
  for (const Answered& answer : answered_) {
    if (answer.result) {
      state["answered"].push_back(
          {answer.question, answer.result->text, answer.result->model, answer.result->stop_reason});
    } else {
      state["answered"].push_back(
          {answer.question, static_cast<int>(answer.result.error().why), answer.result.error().message});
    }
  }
  return dump(state);
}

SamplingResult InputRounds::sample(const SamplingRequest& request) {
  if (!wanted_) {
    const std::string question = states_->fingerprint(encode_sampling(request));
    if (used_ < answered_.size() && answered_[used_].question == question) return answered_[used_++].result;
    answered_.resize(used_);  // those that follow were answers to something else
    if (rounds_ >= kMaxRounds) {
      return tl::unexpected(SamplingError{Why::kDeclined, "the call has asked too often"});
    }
    wanted_ = request;
  }
  return tl::unexpected(SamplingError{Why::kPostponed, "the answer comes with the next round of the call"});
}

std::optional<InputRequired> InputRounds::pending() const {
  if (!wanted_) return std::nullopt;
  const std::string question = states_->fingerprint(encode_sampling(*wanted_));
  return InputRequired{key_of(answered_.size()), *wanted_, states_->seal(request_, state_text(question))};
}

}  // namespace protocol
