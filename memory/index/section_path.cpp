#include "memory/index/section_path.h"

#include <tuple>

#include "memory/tree/text.h"

namespace memory {
namespace {

constexpr std::size_t kMostHeadingBytes = 160;
constexpr std::size_t kMostSections = 0xFFFF;  // passages count them in 16 bits

}  // namespace

void SectionPath::enter(const BodyLine& heading) {
  while (!path_.empty() && path_.back().first >= heading.level) path_.pop_back();
  path_.emplace_back(heading.level,
                     std::string(heading.heading.substr(0, code_point_floor(heading.heading, kMostHeadingBytes))));
  std::string text;
  for (const auto& [level, name] : path_) text += (text.empty() ? "" : " > ") + name;
  in_facts_ = path_.size() <= 2 && fold_case(path_.back().second) == "facts";
  if (sections_.size() < kMostSections) sections_.push_back(std::move(text));
  section_ = sections_.size() - 1;
}

void SectionPath::start_turn(Role role) {
  if (!in_dialogue_) outer_ = {path_, section_};
  in_dialogue_ = true;
  if (role == Role::kUser || role == Role::kAssistant) std::tie(path_, section_) = outer_;
}

}  // namespace memory
