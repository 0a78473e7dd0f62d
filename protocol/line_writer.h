// How do lines leave? A thread of its own writes them whole and in order to a descriptor; senders never wait.
//
// Thread-safe. The descriptor may block: it is written in pieces that a pipe which polls as writable takes at
// once (PIPE_BUF), so that the thread can always be ended.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "protocol/wake_pipe.h"

namespace protocol {

class LineWriter {
 public:
  // `changed` is called, from the writing thread, when the backlog falls below `backlog` bytes again and when
  // the reader of the descriptor is gone.
  LineWriter(int descriptor, std::size_t backlog, std::function<void()> changed);
  ~LineWriter();  // what has not left by now is lost
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  void send(std::string line);
  bool flush(std::chrono::steady_clock::time_point until);
  bool backlogged() const;  // more bytes wait than `backlog`
  bool broken() const;      // nobody reads any more; what is sent is dropped

 private:
  void serve();
  bool write_all(std::string_view bytes);
  bool wait_writable();

  const int descriptor_;
  const std::size_t backlog_;
  const std::function<void()> changed_;
  WakePipe end_;
  mutable std::mutex mutex_;
  std::condition_variable wanted_;   // something to write, or the end
  std::condition_variable drained_;  // nothing left to write, or broken
  std::deque<std::string> queue_;
  std::size_t bytes_ = 0;  // queued or being written
  bool broken_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace protocol
