// Statements with parameters, and what their rows hold, as plain values.
//
// Only for the files of this folder that use libpqxx; its headers are slow to read. Throws what libpqxx
// throws. Any thread that has the transaction.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <pqxx/pqxx>
#include <string>
#include <type_traits>
#include <vector>

namespace quiver::store {

// A parameter: text, as PostgreSQL takes it, or null.
using Value = std::optional<std::string>;

inline Value value(const std::string& text) { return text; }
inline Value value(bool truth) { return truth ? "t" : "f"; }
inline Value value(double number) {
  std::array<char, 64> digits{};  // shortest text that reads back as the same number
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  return std::string(digits.data(), end.ptr);
}
template <class Number>
requires(std::is_integral_v<Number> && !std::is_same_v<Number, bool>) Value value(Number number) {
  return std::to_string(number);
}
template <class Any>
Value value(const std::optional<Any>& any) {
  return any ? value(*any) : std::nullopt;
}

// The parameters of a statement, and pointers to them as libpqxx takes them.
template <class... Any>
struct Parameters {
  explicit Parameters(const Any&... any) : values{value(any)...} {
    for (std::size_t k = 0; k < values.size(); ++k) pointers[k] = values[k] ? values[k]->c_str() : nullptr;
  }
  [[nodiscard]] auto all() const {
    return pqxx::prepare::make_dynamic_params(pointers.begin(), pointers.end());
  }
  std::array<Value, sizeof...(Any)> values;
  std::array<const char*, sizeof...(Any)> pointers{};
};

// Runs one statement with its parameters $1, $2 ….
template <class... Any>
pqxx::result run(pqxx::transaction_base& transaction, const char* sql, const Any&... any) {
  const Parameters parameters(any...);
  return transaction.exec_params(sql, parameters.all());
}
// The same with a statement that was prepared under this name.
template <class... Any>
pqxx::result run_prepared(pqxx::transaction_base& transaction, const char* name, const Any&... any) {
  const Parameters parameters(any...);
  return transaction.exec_prepared(name, parameters.all());
}

// An array of texts, as PostgreSQL takes it.
inline std::string text_array(const std::vector<std::string>& all) {
  std::string out = "{";
  for (const std::string& one : all) {
    out += out.size() > 1 ? ",\"" : "\"";
    for (const char c : one) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
  }
  return out + "}";
}
template <class Numbers>
std::string number_array(const Numbers& all) {
  std::string out = "{";
  for (const auto number : all) out += (out.size() > 1 ? "," : "") + std::to_string(number);
  return out + "}";
}

// 0 for null.
inline std::uint32_t number_in(const pqxx::field& field) {
  return field.is_null() ? 0 : static_cast<std::uint32_t>(field.as<std::int64_t>());
}

inline double real_in(const pqxx::field& field) {
  double number = 0;
  std::from_chars(field.c_str(), field.c_str() + field.size(), number);
  return number;
}

inline std::string text_in(const pqxx::field& field) { return {field.c_str(), field.size()}; }

}  // namespace quiver::store
