#include "referee/tournament/opening_book.hpp"

#include "client_sdk/base/mix.hpp"
#include "referee/tournament/openings.hpp"

namespace quiver::tournament {

namespace {

// The constant is "opening" in ASCII: it keeps this stream apart from others made of the same seed.
std::uint64_t seed_of(std::uint32_t seed, std::uint64_t number) {
  return base::mix64(base::mix64(seed ^ 0x6F70656E696E67) ^ number);
}

}  // namespace

base::Result<OpeningBook> OpeningBook::random(games::Position start, unsigned plies, std::uint32_t seed) {
  OpeningBook book;
  if (plies == 0) return book;
  // The first one is drawn now, so that a board without room is refused before the event begins.
  auto first = random_opening(start, plies, seed_of(seed, 0));
  if (!first) return first.error();
  book.drawn_.emplace(0, std::move(*first));
  book.start_ = std::move(start);
  book.plies_ = plies;
  book.seed_ = seed;
  return book;
}

OpeningBook OpeningBook::of(std::vector<std::vector<games::Event>> openings) {
  OpeningBook book;
  book.listed_ = std::move(openings);
  return book;
}

std::vector<games::Event> OpeningBook::find(std::uint32_t batch, std::uint32_t index, std::uint32_t games,
                                            unsigned seats) {
  // How many openings one pairing takes.
  const std::uint64_t each = (games + seats - 1) / seats;
  const std::uint64_t number = batch * each + index / seats;
  if (!listed_.empty()) return listed_[number % listed_.size()];
  if (!start_) return {};
  const auto known = drawn_.find(number);
  if (known != drawn_.end()) return known->second;
  // Where one could be drawn others can; if one cannot, the first will do.
  auto drawn = random_opening(*start_, plies_, seed_of(seed_, number));
  return drawn_.emplace(number, drawn ? std::move(*drawn) : drawn_.at(0)).first->second;
}

}  // namespace quiver::tournament
