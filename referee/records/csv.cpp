#include "referee/records/csv.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "client_sdk/base/harmless_text.hpp"

namespace quiver::records {

namespace {

bool looks_like_a_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

}  // namespace

CsvLine& CsvLine::field(std::string_view value) {
  if (!first_) line_ += ',';
  first_ = false;
  if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
    line_ += value;
    return *this;
  }
  line_ += '"';
  for (const char c : value) {
    if (c == '"') line_ += '"';
    line_ += c;
  }
  line_ += '"';
  return *this;
}

CsvLine& CsvLine::text(std::string_view value) {
  const std::string shown = base::harmless_text(value);
  return field(looks_like_a_formula(value) ? "'" + shown : shown);
}

CsvLine& CsvLine::number(double value) {
  std::array<char, 64> text{};
  // Adding 0.0 turns -0 into 0.
  std::snprintf(text.data(), text.size(), "%.3f", std::round(value * 1000) / 1000 + 0.0);
  std::string shown = text.data();
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.ends_with('.')) shown.pop_back();
  return field(shown);
}

std::string csv_heading(const std::vector<std::string>& names) {
  CsvLine line;
  for (const std::string& name : names) line.text(name);
  return line.str();
}

}  // namespace quiver::records
