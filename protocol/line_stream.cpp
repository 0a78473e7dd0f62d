#include "protocol/line_stream.h"

#include <utility>

namespace protocol {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// A copy only where something is to be taken away, as lines may have many megabytes.
void trim(std::string& text) {
  if (!text.empty() && text.back() == '\r') text.pop_back();
  if (std::string_view(text).substr(0, kByteOrderMark.size()) == kByteOrderMark) text.erase(0, kByteOrderMark.size());
}

bool blank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

void LineReader::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    extend(bytes.substr(0, end));
    if (end == std::string_view::npos) return;
    finish_line();
    bytes.remove_prefix(end + 1);
  }
}

std::optional<Line> LineReader::next() {
  if (ready_.empty()) return std::nullopt;
  Line line = std::move(ready_.front());
  ready_.pop_front();
  return line;
}

void LineReader::extend(std::string_view bytes) {
  if (skipping_) return;
  if (bytes.size() <= max_bytes_ - partial_.size()) {
    partial_.append(bytes);
    return;
  }
  ready_.push_back({.overlong = true});
  std::string().swap(partial_);  // gives the memory back, unlike clear()
  skipping_ = true;
}

void LineReader::finish_line() {
  if (!std::exchange(skipping_, false)) {
    trim(partial_);
    if (!blank(partial_)) ready_.push_back({.text = std::move(partial_)});
  }
  partial_ = std::string();
}

}  // namespace protocol
