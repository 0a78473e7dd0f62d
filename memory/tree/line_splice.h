// Changes whole lines of a text and leaves every other byte alone: CRLF texts get CRLF lines. Line numbers are
// those of the text given, however many changes are noted.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace memory {

class LineSplice {
 public:
  // `text` ends with a line break unless it is empty. `line_end`: "\n" or "\r\n".
  LineSplice(std::string_view text, std::string_view line_end);

  void remove(int first, int last);
  // Lines joined by "\n"; the later call comes behind the earlier one. 0: before the first line.
  void insert_after(int line, std::string_view lines);
  void replace(int first, int last, std::string_view lines);

  std::string result() const;

 private:
  std::vector<std::string_view> lines_;  // with their endings
  std::vector<bool> removed_;
  std::map<int, std::string> inserted_;
  std::string line_end_;
};

// "\n" or "\r\n": the first line break of a file; "\n" where it has none.
std::string_view line_end_of(std::string_view bytes);
std::string with_line_end(std::string_view text, std::string_view line_end);  // "\n" as `line_end`

}  // namespace memory
