#include "referee/web/bots/event_index.hpp"

#include <algorithm>

#include "client_sdk/base/plain_text.hpp"

namespace quiver::web {

using base::Result;

namespace {

constexpr std::uint32_t kLooseEnd = 1000;  // numbers below the last one that may still be played
constexpr std::uint32_t kAtOnce = 5000;    // games in one question to the store

std::string name_of(const store::BoardShape& shape) {
  return base::plain_text(shape.board, wire::kMaxSentence) + " " + std::to_string(shape.rows) + "x" +
         std::to_string(shape.columns);
}

bool by_number(const EventIndex::Game& one, const EventIndex::Game& other) {
  return one.number < other.number;
}

}  // namespace

Result<void> EventIndex::refresh(store::Store& store, store::EventId event) {
  const auto count = store.count_games(event);
  if (!count) return count.error();
  if (games_.size() >= *count) return {};
  const std::uint32_t last = games_.empty() ? 0 : games_.back().number;
  if (auto done = read(store, event, last - std::min(last, kLooseEnd)); !done) return done;
  return games_.size() >= *count ? Result<void>{} : read(store, event, 0);
}

Result<void> EventIndex::read(store::Store& store, store::EventId event, std::uint32_t after) {
  for (;;) {
    const auto heads = store.heads(event, after, kAtOnce);
    if (!heads) return heads.error();
    const std::size_t known = games_.size();
    for (const store::GameHead& head : *heads) {
      if (has(head.result.number, known)) continue;
      const auto game = indexed(store, event, head);
      if (!game) return game.error();
      games_.push_back(*game);
    }
    std::inplace_merge(games_.begin(), games_.begin() + static_cast<std::ptrdiff_t>(known), games_.end(),
                       by_number);
    if (heads->size() < kAtOnce) return {};
    after = heads->back().result.number;
  }
}

bool EventIndex::has(std::uint32_t number, std::size_t known) const {
  Game wanted;
  wanted.number = number;
  return std::binary_search(games_.begin(), games_.begin() + static_cast<std::ptrdiff_t>(known), wanted,
                            by_number);
}

Result<EventIndex::Game> EventIndex::indexed(store::Store& store, store::EventId event,
                                             const store::GameHead& head) {
  Game game;
  game.number = head.result.number;
  game.num_seats = static_cast<std::uint8_t>(std::min(head.result.seats.size(), kMostSeats));
  for (std::size_t s = 0; s < game.num_seats; ++s) {
    const auto& seat = head.result.seats[s];
    game.seats[s] = {seat.entrant, static_cast<std::uint8_t>(std::min(seat.place, std::uint32_t{255})),
                     static_cast<std::uint8_t>(seat.reason ? static_cast<int>(*seat.reason) : 0)};
  }
  store::BoardShape shape = head.board;
  if (shape.board.empty()) {
    // Somebody else wrote this record: the fields have another order.
    const auto whole = store.game(event, head.result.number);
    if (!whole) return whole.error();
    if (*whole) shape = {(*whole)->record.board, (*whole)->record.rows, (*whole)->record.columns};
  }
  game.board = board_of(head.result.board.empty() ? name_of(shape) : head.result.board);
  return game;
}

std::uint16_t EventIndex::board_of(const std::string& name) {
  const auto found = std::find(boards_.begin(), boards_.end(), name);
  if (found == boards_.end() && boards_.size() < UINT16_MAX) {
    boards_.push_back(name);
    return static_cast<std::uint16_t>(boards_.size() - 1);
  }
  return static_cast<std::uint16_t>(found == boards_.end() ? 0 : found - boards_.begin());
}

}  // namespace quiver::web
