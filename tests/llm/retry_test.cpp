#include "llm/retry.h"

#include <doctest/doctest.h>

#include <thread>

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_CASE("only what may pass is worth another attempt") {
  for (const int status : {429, 500, 502, 503, 504, 529}) CHECK(llm::is_worth_retrying(status));
  for (const int status : {200, 301, 400, 401, 403, 404, 408, 413, 422, 501})
    CHECK_FALSE(llm::is_worth_retrying(status));
}

TEST_CASE("Retry-After is read as whole seconds, and anything else as absent") {
  CHECK(llm::read_retry_after("3") == seconds(3));
  CHECK(llm::read_retry_after("0") == seconds(0));
  CHECK(llm::read_retry_after("99999999") == seconds(86'400));
  for (const char* header : {"", "-1", "3.5", "soon", "3 s", "Wed, 21 Oct 2026 07:28:00 GMT", "99999999999999999999"}) {
    CHECK_FALSE(llm::read_retry_after(header).has_value());
  }
}

TEST_CASE("pauses double, give way to a longer Retry-After, and end after three") {
  CHECK(llm::pause_after(1, {}) == milliseconds(500));
  CHECK(llm::pause_after(2, {}) == milliseconds(1000));
  CHECK(llm::pause_after(3, {}) == milliseconds(2000));
  CHECK_FALSE(llm::pause_after(4, {}).has_value());
  CHECK(llm::pause_after(1, seconds(7)) == milliseconds(7000));
  CHECK(llm::pause_after(3, seconds(1)) == milliseconds(2000));
}

TEST_CASE("a real sleep lasts until its time and ends at once when it is stopped") {
  const llm::Time time = llm::real_time();
  const auto start = time.now();
  CHECK(time.sleep(start + milliseconds(30), {}));
  CHECK(time.now() - start >= milliseconds(30));

  std::stop_source stop;
  std::jthread stopper([&stop] { stop.request_stop(); });
  CHECK_FALSE(time.sleep(time.now() + seconds(60), stop.get_token()));
  CHECK(time.now() - start < seconds(10));
}
