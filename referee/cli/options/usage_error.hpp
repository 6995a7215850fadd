// The only exception type of the program: the user asked for something impossible.
//
// Thrown by the commands, caught in run_program, which prints the sentence on one line and exits with 2.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "client_sdk/base/result.hpp"

namespace quiver::cli {

// The only exception of the program: main catches it, prints its sentence and exits with 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The value of a result, or a UsageError with `before` and the sentence of its error.
template <class Value>
Value need(base::Result<Value> result, const std::string& before = "") {
  if (!result) throw UsageError(before + result.error().sentence);
  return std::move(*result);
}
inline void need(const base::Result<void>& result, const std::string& before = "") {
  if (!result) throw UsageError(before + result.error().sentence);
}

}  // namespace quiver::cli
