// Result: a value, or the one sentence that says why there is none.
//
// Whatever an outsider causes (a map file, a move, a graph from the network) comes back as a Result and
// never as an exception or a crash. The sentence is written for the person who caused it.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <boost/system/result.hpp>

namespace quiver::base {

// What went wrong: a code for programs, and a sentence for the person who caused it.
struct Error {
  enum class Code {
    kBadInput,    // malformed, or asks for something that does not exist
    kNoSuchCell,  // well formed, but names a cell that this board does not have
    kIllegal,     // well formed, but the rules forbid it here
    kUnreadable,  // a file that cannot be opened or read
    kNotYet,      // not there now, and it may be later: a server that does not run, a store that is empty
  };

  Code code = Code::kBadInput;
  std::string sentence;
};

// Test it before taking the value: value() on an error throws, operator* does not check.
template <class T, class E = Error>
using Result = boost::system::result<T, E>;

// For what somebody wrote and should correct. The sentence says what is wrong and, if possible, what to write
// instead.
inline Error bad_input(std::string sentence) { return {Error::Code::kBadInput, std::move(sentence)}; }

// Called by Result::value() when there is none: a programming error, so it throws.
[[noreturn]] inline void throw_exception_from_error(const Error& error, const boost::source_location&) {
  throw std::logic_error(error.sentence);
}

}  // namespace quiver::base
