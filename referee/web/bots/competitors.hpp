// Which entrants of an event are versions of one competitor: in a ladder several may be, in a tournament each
// is one of its own. A value; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/store/store.hpp"

namespace quiver::web {

class Competitors {
 public:
  // The entrants in the order of their numbers.
  Competitors(const store::Event& event, std::vector<store::Entrant> entrants);

  [[nodiscard]] const std::vector<store::Entrant>& entrants() const { return entrants_; }
  [[nodiscard]] const store::Entrant& at(std::uint32_t entrant) const { return entrants_[entrant]; }
  // The entrant of this name.
  [[nodiscard]] std::optional<std::uint32_t> find(const std::string& name) const;
  // The first version of this entrant's competitor, which stands for all of them.
  [[nodiscard]] std::uint32_t first_of(std::uint32_t entrant) const { return first_[entrant]; }

 private:
  std::vector<store::Entrant> entrants_;
  std::vector<std::uint32_t> first_;
};

}  // namespace quiver::web
