#include "protocol/line_writer.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>

namespace protocol {

LineWriter::LineWriter(int descriptor, std::size_t backlog, std::function<void()> changed)
    : descriptor_(descriptor), backlog_(backlog), changed_(std::move(changed)) {
  thread_ = std::thread([this] { serve(); });
}

LineWriter::~LineWriter() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wanted_.notify_all();
  end_.wake();
  thread_.join();
}

void LineWriter::send(std::string line) {
  line.push_back('\n');
  {
    const std::lock_guard lock(mutex_);
    if (broken_) return;
    bytes_ += line.size();
    queue_.push_back(std::move(line));
  }
  wanted_.notify_one();
}

bool LineWriter::flush(std::chrono::steady_clock::time_point until) {
  std::unique_lock lock(mutex_);
  drained_.wait_until(lock, until, [this] { return bytes_ == 0 || broken_; });
  return bytes_ == 0 && !broken_;
}

bool LineWriter::backlogged() const {
  const std::lock_guard lock(mutex_);
  return bytes_ > backlog_;
}

bool LineWriter::broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

void LineWriter::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    wanted_.wait(lock, [this] { return ending_ || !queue_.empty(); });
    if (ending_) return;
    const std::string line = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    const bool written = write_all(line);
    lock.lock();

    const bool was_backlogged = bytes_ > backlog_;
    bytes_ -= line.size();
    if (!written) {
      broken_ = true;
      bytes_ = 0;
      queue_.clear();
    }
    if (bytes_ == 0) drained_.notify_all();
    if (!written || (was_backlogged && bytes_ <= backlog_)) {
      lock.unlock();
      changed_();
      lock.lock();
    }
    if (!written) return;
  }
}

bool LineWriter::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!wait_writable()) return false;
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
    if (written > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (written < 0 && errno != EINTR && errno != EAGAIN) {
      return false;
    }
  }
  return true;
}

// False: the end was asked for.
bool LineWriter::wait_writable() {
  while (true) {
    std::array<pollfd, 2> polled{pollfd{descriptor_, POLLOUT, 0}, pollfd{end_.descriptor(), POLLIN, 0}};
    const int ready = ::poll(polled.data(), polled.size(), -1);
    if (ready < 0 && errno != EINTR) return false;
    if (ready > 0 && polled[1].revents != 0) return false;
    if (ready > 0 && polled[0].revents != 0) return true;  // an error shows in write()
  }
}

}  // namespace protocol
