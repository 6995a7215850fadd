// Where a referee stores its own games: those that are ordered over the network, made by the lobby or played
// by people.
//
// A game is reported after it has been stored, and its number is never used twice. Both hold even if the
// referee is killed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::run {

class Collection {
 public:
  using Stored = std::function<void(const base::Result<void>&)>;

  virtual ~Collection() = default;

  // The prefix of its games' ids: NAME-NUMBER.
  [[nodiscard]] virtual std::string name() const = 0;
  // Reserves `count` consecutive numbers for the caller and returns the first. None if that is not possible
  // any more. From any thread; may block on the disk.
  virtual std::optional<std::uint32_t> take_numbers(std::uint32_t count) = 0;
  // Returns at once; `stored` is called on the referee's thread when the game is committed, or cannot be.
  virtual void store(const wire::Record& record, Stored stored) = 0;
};

}  // namespace quiver::run
