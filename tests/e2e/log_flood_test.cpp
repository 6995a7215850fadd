// Strangers who knock again and again: the log tells of the first, counts the others, and loses none.
#include <sstream>

#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

namespace {

struct Told {
  std::uint64_t lines = 0;     // of one peer each
  std::uint64_t left_out = 0;  // by the lines that sum up
};

// Of lines such as "… info refused 127.0.0.1:5: why" and "… info refused: and 4,812 more like this in the
// last 10 s".
Told told_of(const std::string& log, const std::string& kind) {
  Told told;
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);) {
    const std::string sum = " info " + kind + ": and ";
    if (const std::size_t at = line.find(sum); at != std::string::npos) {
      std::string number;
      for (const char c :
           line.substr(at + sum.size(), line.find(" more like this in the last ") - at - sum.size()))
        if (c != ',') number += c;
      told.left_out += std::stoull(number);
    } else if (line.find(" info " + kind + " 127.0.0.1:") != std::string::npos) {
      ++told.lines;
    }
  }
  return told;
}

}  // namespace

TEST_F(Stage, AFloodOfStrangersIsSummedUpInTheLog) {
  constexpr std::uint64_t kEach = 600;
  Daemon daemon(*this);
  const auto began = std::chrono::steady_clock::now();
  for (std::uint64_t k = 0; k < kEach; ++k) {
    daemon.visitor().be_refused("somebody", "a wrong token");
    Visitor noise = daemon.visitor();
    noise.send_bytes("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    noise.await_end();
  }
  EXPECT_EQ(daemon.stop(), 0);
  const auto periods = (std::chrono::steady_clock::now() - began) / std::chrono::seconds(10) + 1;
  const std::string log = daemon.program().err();
  for (const char* kind : {"refused", "closed"}) {
    const Told told = told_of(log, kind);
    EXPECT_EQ(told.lines + told.left_out, kEach) << kind << "\n" << log;
    EXPECT_GE(told.lines, 10U) << kind;
    EXPECT_LE(told.lines, 10U * static_cast<std::uint64_t>(periods)) << kind;
  }
}

}  // namespace quiver::tests
