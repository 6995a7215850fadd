// The best of what is offered; among equals each is equally likely. One thread.
#pragma once

#include <cstdint>
#include <optional>

#include "client_sdk/base/random.hpp"

namespace quiver::bots {

template <class T, class Value = int>
class BestChoice {
 public:
  explicit BestChoice(base::Random& random) : random_(random) {}

  // Reservoir sampling among equals: the n-th of them replaces the choice with probability 1/n.
  void offer(const T& what, const Value& value) {
    if (choice_ && value < value_) return;
    ties_ = choice_ && value == value_ ? ties_ + 1 : 1;
    value_ = value;
    if (random_.below(ties_) == 0) choice_ = what;
  }
  // None if nothing was offered.
  [[nodiscard]] const std::optional<T>& choice() const { return choice_; }
  [[nodiscard]] const Value& value() const { return value_; }

 private:
  base::Random& random_;
  std::optional<T> choice_;
  Value value_{};
  std::uint64_t ties_ = 0;
};

}  // namespace quiver::bots
