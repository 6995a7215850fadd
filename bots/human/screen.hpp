// The terminal as a person sees it, or a pipe that stands in for one.
//
// What is drawn begins on an empty screen where there is one; into a pipe everything is written one after the
// other, without colours.
#pragma once

#include <string>
#include <string_view>

#include "client_sdk/base/ids.hpp"

namespace quiver::human {

class Screen {
 public:
  explicit Screen(int output);
  Screen(int output, bool clears, bool colors) : output_(output), clears_(clears), colors_(colors) {}

  [[nodiscard]] bool colors() const { return colors_; }
  // What is written next stands at the top.
  void clear() const;
  void write(std::string_view text) const;  // of controls only lines and colours pass
  // " 0 ", as the seat's pieces are drawn.
  [[nodiscard]] std::string piece(base::Seat s) const;

 private:
  int output_;
  bool clears_;
  bool colors_;
};

}  // namespace quiver::human
