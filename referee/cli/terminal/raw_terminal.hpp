// Raw mode of the terminal: keys arrive as they are pressed, and the screen is restored at the end.
//
// Signals are received like keys, one after the other, so that the terminal is restored whatever ends it: a
// key, a signal, an exception. Ctrl-Z stops the program in between. One at a time.
#pragma once

#include <csignal>
#include <optional>
#include <string>
#include <termios.h>

#include "client_sdk/base/time.hpp"
#include "referee/launch/descriptor.hpp"

namespace quiver::cli {

class RawTerminal {
 public:
  // Standard input and output can be used so.
  static bool possible();

  // Throws UsageError if the terminal refuses.
  RawTerminal();
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  // What wait() has seen: keys, nothing in time, a screen to be drawn again, a signal, or the end of the
  // input.
  struct Event {
    enum class What { kKeys, kTime, kRedraw, kSignal, kClosed } what = What::kTime;
    std::string keys;
    int signal = 0;
  };
  // Waits for something, or for so long.
  Event wait(const std::optional<base::Duration>& longest);

  // From the top left corner; lines that are too long are cut by the terminal.
  void show(const std::string& text) const;
  // Lines that fit.
  [[nodiscard]] std::size_t height() const;

 private:
  void enter();
  void leave() const;
  Event take_signal();

  termios before_{};
  sigset_t mask_before_{};
  launch::Descriptor signals_;
};

// Ends the program as the signal would have.
void end_by(int signal);

}  // namespace quiver::cli
