// The keys of `quiver replay` and their effect: the current position, autoplay, and its speed. No terminal
// and no clock in here. A value; one thread at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/base/time.hpp"

namespace quiver::cli {

class ReplayControl {
 public:
  static constexpr base::Duration kUsualPace = std::chrono::milliseconds(500);

  ReplayControl(std::size_t length, std::size_t at, std::optional<base::Duration> pace)
      : length_(length), at_(at), pace_(pace.value_or(kUsualPace)), playing_(pace.has_value()) {}

  // Bytes as a terminal sends them; a code that is not complete waits for its rest.
  void press(std::string_view bytes);
  // The pace is over: one step further. At the end it stops playing.
  void tick();

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool quit() const { return quit_; }
  // How long to wait for the next tick; none while it does not play.
  [[nodiscard]] std::optional<base::Duration> pace() const {
    return playing_ ? std::optional(pace_) : std::nullopt;
  }
  // A line that says what can be pressed, and what has been begun.
  [[nodiscard]] std::string help() const;

 private:
  // Takes one key off the front; false if there is only the beginning of one.
  bool take_key(std::string_view& bytes);
  void take_code(std::string_view code);
  void take_letter(char c);
  void move(std::ptrdiff_t by);
  void jump(std::size_t to);
  void change_pace(bool faster);

  std::size_t length_;
  std::size_t at_;
  base::Duration pace_;
  bool playing_;
  bool quit_ = false;
  std::string typed_;  // digits, before g
  std::string rest_;   // of a code that came in two parts
};

}  // namespace quiver::cli
