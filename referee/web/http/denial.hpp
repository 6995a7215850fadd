// Why a request was not granted, and the status of HTTP that says so. A plain value.
#pragma once

#include <stdexcept>
#include <string>

#include "client_sdk/base/result.hpp"

namespace quiver::web {

struct Denial {
  unsigned status = 400;
  std::string sentence;
};

template <class T>
using Granted = base::Result<T, Denial>;

// Called by Granted::value() when there is none: a programming error, so it throws.
[[noreturn]] inline void throw_exception_from_error(const Denial& denial, const boost::source_location&) {
  throw std::logic_error(denial.sentence);
}

}  // namespace quiver::web
