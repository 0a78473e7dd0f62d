#include "memory/store/root_watch.h"

namespace memory {

RootStatus RootWatch::look() {
  const auto root = files_.check_root();
  write_obstacle_ = writes_ ? files_.write_obstacle() : std::nullopt;
  trouble_.reset();
  if (!root) {
    trouble_ = root.error().message;
    return RootStatus::kAbsent;
  }
  if (*root != RootStatus::kAbsent) {
    seen_ = true;
  } else if (seen_) {
    trouble_ = "the tree's folder " + files_.root() + " is gone";
  }
  return *root;
}

std::vector<Problem> RootWatch::problems() const {
  std::vector<Problem> problems;
  if (trouble_ && seen_) {
    problems.push_back({"", *trouble_ + "; what was read of it before is still searched, nothing is written",
                        "bring it back; an empty folder in its place is a new tree", Unread::kRefused});
  } else if (trouble_) {
    problems.push_back({"", *trouble_ + "; nothing is read or written",
                        "make it a folder that can be read, or give another one", Unread::kRefused});
  }
  if (write_obstacle_) {
    problems.push_back({"", "no files can be made in the tree's folder: " + *write_obstacle_,
                        "make it writable, or start the server with --read-only"});
  }
  return problems;
}

}  // namespace memory
