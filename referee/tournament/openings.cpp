#include "referee/tournament/openings.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "client_sdk/base/random.hpp"

namespace quiver::tournament {

namespace {

using base::Random;
using games::Position;

constexpr int kTries = 200;
// Cells. On larger boards a game may have too many moves to list: it then draws one itself.
constexpr std::uint32_t kCountable = 512;

template <class Game>
typename Game::Move any_move(const Game& game, Random& random) {
  if constexpr (requires { game.random_move(random); })
    if (game.graph().num_vertices() > kCountable) return game.random_move(random);
  // Uniform over all legal moves: counts them, then takes one by its number.
  std::uint64_t skip = random.below(game.count_legal_moves());
  typename Game::Move chosen{};
  game.for_each_legal_move([&](const typename Game::Move& move) {
    if (skip-- == 0) chosen = move;
  });
  return chosen;
}

// The game goes on, and nobody has been eliminated.
bool all_in(const Position& position, const Position& start) {
  return !position.outcome().over && position.turn().standing() == start.turn().standing();
}

}  // namespace

base::Result<Opening> random_opening(const Position& start, unsigned plies, std::uint64_t seed) {
  if (plies > kMaxOpeningPlies)
    return base::bad_input("an opening has at most " + std::to_string(kMaxOpeningPlies) + " plies, not " +
                           std::to_string(plies));
  Random random(seed);
  Position position = start;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Opening opening;
    std::vector<Position::Undo> made;
    while (opening.size() < plies && all_in(position, start)) {
      opening.emplace_back(
          position.visit([&](const auto& game) { return games::Move{any_move(game, random)}; }));
      made.push_back(position.apply(opening.back()));
    }
    if (opening.size() == plies && all_in(position, start)) return opening;
    // Undo rather than copy: the next attempt starts from the same position again.
    for (; !made.empty(); made.pop_back()) position.undo(made.back());
  }
  return base::bad_input(std::to_string(plies) + " random plies are too many for this board: in " +
                         std::to_string(kTries) +
                         " tries the game ended or somebody was eliminated; ask for fewer");
}

base::Result<std::vector<Opening>> read_openings(std::string_view text, const Position& start) {
  std::vector<Opening> openings;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view all = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), all.size() + 1));
    if (all.find_first_not_of(" \t\r") == std::string_view::npos || all.starts_with('#')) continue;
    const auto refuse = [line](const std::string& why) {
      return base::bad_input("line " + std::to_string(line) + ": " + why);
    };
    auto opening = start.parse_list(all);
    if (!opening) return refuse(opening.error().sentence);
    if (opening->empty()) return refuse("there are no moves in it");
    for (const games::Event& event : *opening)
      if (std::holds_alternative<games::Elimination>(event))
        return refuse("an opening is made of moves, and " + start.format(event) + " is none");
    Position position = start;
    if (const auto legal = games::play(position, *opening); !legal) return refuse(legal.error().sentence);
    if (position.outcome().over) return refuse("the game is over after these moves");
    if (!all_in(position, start)) return refuse("a seat is out of the game after these moves");
    openings.push_back(std::move(*opening));
  }
  if (openings.empty()) return base::bad_input("there are no openings in it");
  return openings;
}

}  // namespace quiver::tournament
