// Comma-separated values as RFC 4180 has them, with CR LF at the end of each line.
//
// Names, titles and sentences come from bots. Spreadsheets run a text that begins with '=', '+', '-', '@', a
// tab or a carriage return as a formula; such a text gets an apostrophe in front. Pure functions, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quiver::records {

// One line, field by field. A value.
class CsvLine {
 public:
  // Quoted where it has to be; control characters are escaped (client_sdk/base/harmless_text.hpp).
  CsvLine& text(std::string_view value);
  // With up to three decimals, and none that are zero.
  CsvLine& number(double value);
  CsvLine& empty() { return field(""); }

  // With its end.
  [[nodiscard]] std::string str() const { return line_ + "\r\n"; }

 private:
  CsvLine& field(std::string_view value);

  std::string line_;
  bool first_ = true;
};

// A line of these words.
std::string csv_heading(const std::vector<std::string>& names);

}  // namespace quiver::records
