// A conversation with a program, line by line, over its stdin and stdout; its stderr is the bot's log.
//
// Nothing here waits for a program that does not read: what it does not take yet is kept, and goes on its way
// while it is listened to. A line ends in LF or CRLF and may have 64 KiB. One thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bots/host/process.hpp"

namespace quiver::bots::host {

class Talk {
 public:
  static constexpr std::size_t kMaxLine = 64U << 10U;

  // Throws std::runtime_error with a sentence if the program cannot be started.
  explicit Talk(std::vector<std::string> words);

  // A line for it, or several with line ends between them.
  void say(std::string_view line);

  enum class Status {
    kLine,
    kLate,     // nothing came in time
    kDead,     // it has ended and everything that it said is read
    kEndless,  // it prints more than a line may have, and no line end
  };
  struct Heard {
    Status status = Status::kLate;
    std::string line;  // without its end
  };
  // The next line. Time that has passed: only what is there already.
  Heard listen(base::Time until);

  [[nodiscard]] bool has_ended() { return process_.death().has_value(); }
  // "ended with status 3".
  [[nodiscard]] std::string fate();
  // It reads all that was said, then the end of its input, and has so long to end by itself.
  void dismiss(base::Duration patience);

 private:
  struct Ends {
    Descriptor in, out;              // ours
    Descriptor their_in, their_out;  // closed once it runs
  };
  static Ends open_ends();
  Talk(std::vector<std::string> words, Ends ends);

  bool take_line(std::string& line);
  // Whatever can be written or read, as soon as something can; false: nothing could until then.
  bool exchange(base::Time until);
  void write_some();
  void read_some();

  Descriptor in_;   // its stdin
  Descriptor out_;  // its stdout; closed when it has come to its end
  Process process_;
  std::string unsaid_;
  std::string heard_;
};

}  // namespace quiver::bots::host
