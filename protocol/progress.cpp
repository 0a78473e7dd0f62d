#include "protocol/progress.h"

#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "protocol/encoding.h"

namespace protocol {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kInterval{100};

class ProgressReporter {
 public:
  ProgressReporter(Reply reply, std::string token, const Revision& revision)
      : reply_(std::move(reply)), token_(std::move(token)), revision_(revision) {}

  void report(double progress, std::optional<double> total, const std::string& message) {
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (!std::isfinite(progress) || (last_ && progress <= *last_) || now < next_) return;
    if (total && !std::isfinite(*total)) total.reset();
    last_ = progress;
    next_ = now + kInterval;
    reply_.notify(
        notification_line("notifications/progress", encode_progress(token_, progress, total, message, revision_)));
  }

 private:
  const Reply reply_;
  const std::string token_;
  const Revision& revision_;
  std::mutex mutex_;
  std::optional<double> last_;
  Clock::time_point next_{};
};

}  // namespace

Progress make_progress(Reply reply, std::optional<std::string> token, const Revision& revision) {
  if (!token) return [](double, std::optional<double>, const std::string&) {};
  auto reporter = std::make_shared<ProgressReporter>(std::move(reply), std::move(*token), revision);
  return [reporter](double progress, std::optional<double> total, const std::string& message) {
    reporter->report(progress, total, message);
  };
}

}  // namespace protocol
