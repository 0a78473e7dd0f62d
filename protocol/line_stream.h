// Where does a line end? Bytes go in as they were read, in pieces of any size; whole lines come out. A line
// above the limit is reported once and skipped to its end, so memory stays bounded and the stream goes on.
//
// Lines end with \n; a \r before it, a byte order mark at a line's start and blank lines are dropped. What has
// no \n at the end of the input is no line.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/transport.h"

namespace protocol {

struct Line {
  bool overlong = false;  // the line is lost
  std::string text = {};
};

class LineReader {
 public:
  explicit LineReader(std::size_t max_bytes = kMaxLineBytes) : max_bytes_(max_bytes) {}

  void feed(std::string_view bytes);
  std::optional<Line> next();
  bool empty() const { return ready_.empty(); }

 private:
  void extend(std::string_view bytes);
  void finish_line();

  std::size_t max_bytes_;
  std::string partial_;
  bool skipping_ = false;  // until the end of an overlong line
  std::deque<Line> ready_;
};

}  // namespace protocol
