// How do two texts differ, line by line? In the form that `diff -u` has, without its two file names. Pure function;
// bounded in time and size on any input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace memory {

struct DiffLimits {
  std::size_t context = 2;       // unchanged lines around a change
  std::size_t lines = 200;       // of the answer; what is beyond is counted in its last line
  std::size_t line_bytes = 400;  // longer lines are cut
};

// "@@ -1,3 +1,4 @@" and lines that begin with " ", "-" or "+"; empty where the texts are equal. Texts that have little
// in common are shown as replaced as a whole.
std::string line_diff(std::string_view before, std::string_view after, const DiffLimits& limits = {});

}  // namespace memory
