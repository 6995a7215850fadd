// Where a referee's own games are stored, as the referee sees it: those that somebody orders over the
// network, that the lobby makes and that people play.
//
// A game is reported when it is stored and not before, and its number was never another game's: both also
// after the referee was killed.
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

  // What the ids of its games begin with: NAME-NUMBER.
  [[nodiscard]] virtual std::string name() const = 0;
  // The first of `count` numbers in a row that no game has, had or will have but the caller's. None if that
  // cannot be promised any more. From any thread; may wait for the disk.
  virtual std::optional<std::uint32_t> take_numbers(std::uint32_t count) = 0;
  // Returns at once; `stored` is called on the referee's thread when the game is committed, or cannot be.
  virtual void store(const wire::Record& record, Stored stored) = 0;
};

}  // namespace quiver::run
