// The one exception of the program: somebody asked for something that cannot be.
//
// Thrown by the commands, caught in run_program, which prints the sentence on one line and exits with 2.
#pragma once

#include <stdexcept>

namespace quiver::cli {

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace quiver::cli
