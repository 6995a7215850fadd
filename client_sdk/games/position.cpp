#include "client_sdk/games/position.hpp"

#include <algorithm>
#include <type_traits>

#include "client_sdk/base/text.hpp"

namespace quiver::games {

using base::bad_input;
using base::Error;
using base::Result;

namespace {

bool separates(char c) { return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r'; }

bool all_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Eliminations obey the same rule in all games: the seat stands and the game goes on.
Verdict check_elimination(const Turn& turn, Seat s) {
  if (turn.over()) return RuleBroken{Rule::kGameOver, "the game is over"};
  if (s.value() >= turn.seats() || !turn.stands(s))
    return RuleBroken{Rule::kSeatOut, "seat " + std::to_string(s.value()) + " is not in the game"};
  return {};
}

}  // namespace

Result<Position> Position::start(std::string_view game, const Options& options) {
  auto started = start_game(game, options);
  if (!started) return started.error();
  return Position(std::move(*started));
}

std::string_view Position::game_name() const {
  return visit([](const auto& game) { return std::decay_t<decltype(game)>::kName; });
}
const Turn& Position::turn() const {
  return visit([](const auto& game) -> const Turn& { return game.turn(); });
}
std::uint32_t Position::ply() const {
  return visit([](const auto& game) { return game.ply(); });
}
std::uint64_t Position::hash() const {
  return visit([](const auto& game) { return game.hash(); });
}
const graph::Graph& Position::graph() const {
  return visit([](const auto& game) -> const graph::Graph& { return game.graph(); });
}
const graph::Grid& Position::grid() const {
  return visit([](const auto& game) -> const graph::Grid& { return game.grid(); });
}
std::uint64_t Position::count_legal_moves() const {
  return visit([](const auto& game) { return game.count_legal_moves(); });
}

Result<Choices> Position::choices(std::span<const base::Vertex> chosen) const {
  if (outcome().over) return bad_input("the game is over");
  return visit([&](const auto& game) { return game.choices(chosen); });
}

std::optional<base::Vertex> Position::lands_on(const Move& move) const {
  return visit([&](const auto& game) {
    return game.lands_on(std::get<typename std::decay_t<decltype(game)>::Move>(move));
  });
}

std::optional<base::Vertex> Position::landed_on(const Move& move) const {
  return visit([&](const auto& game) {
    return game.landed_on(std::get<typename std::decay_t<decltype(game)>::Move>(move));
  });
}

bool Position::is_open(base::Vertex from, graph::Direction d) const {
  return visit([&](const auto& game) { return game.is_open(from, d); });
}

Verdict Position::check(const Event& event) const {
  if (const auto* out = std::get_if<Elimination>(&event)) return check_elimination(turn(), out->seat);
  return visit([&](const auto& game) -> Verdict {
    using Game = std::decay_t<decltype(game)>;
    const auto* move = std::get_if<typename Game::Move>(&std::get<Move>(event));
    if (move == nullptr) return RuleBroken{Rule::kNoPiece, "this is a move of another game"};
    return game.check(*move);
  });
}

Position::Undo Position::apply(const Event& event) {
  return visit([&](auto& game) -> Undo {
    using Game = std::decay_t<decltype(game)>;
    if (const auto* out = std::get_if<Elimination>(&event)) return game.eliminate(out->seat);
    return game.apply(std::get<typename Game::Move>(std::get<Move>(event)));
  });
}

void Position::undo(const Undo& undo) {
  visit([&](auto& game) {
    using Game = std::decay_t<decltype(game)>;
    game.undo(std::get<typename Game::Undo>(undo));
  });
}

std::string Position::format(const Event& event) const {
  if (const auto* out = std::get_if<Elimination>(&event)) return "x" + std::to_string(out->seat.value());
  return visit([&](const auto& game) {
    using Game = std::decay_t<decltype(game)>;
    return game.format(std::get<typename Game::Move>(std::get<Move>(event)));
  });
}

bool is_elimination(std::string_view notation) {
  return notation.size() == 2 && notation[0] == 'x' && notation[1] >= '0' && notation[1] <= '3';
}

Result<Event> Position::parse(std::string_view text) const {
  if (is_elimination(text)) return Event{Elimination{base::seat(static_cast<unsigned>(text[1] - '0'))}};
  return visit([&](const auto& game) -> Result<Event> {
    auto move = game.parse(text);
    if (!move) return move.error();
    return Event{Move{*move}};
  });
}

// Errors name the move by its place in the list, from 1: a record may have hundreds.
Result<std::vector<Event>> Position::parse_list(std::string_view text) const {
  std::vector<Event> events;
  const bool digit_strings = visit([](const auto& game) { return game.splits_digits(); });
  const auto add = [&](std::string_view one) -> Result<void> {
    auto event = parse(one);
    if (!event)
      return Error{event.error().code,
                   "move " + std::to_string(events.size() + 1) + ": " + event.error().sentence};
    events.push_back(*event);
    return {};
  };
  while (!text.empty()) {
    std::size_t length = 0;
    while (length < text.size() && !separates(text[length])) ++length;
    const std::string_view token = text.substr(0, length);
    const bool split = digit_strings && all_digits(token);
    for (std::size_t at = 0; at < token.size(); at += split ? 1 : token.size())
      if (auto added = add(split ? token.substr(at, 1) : token); !added) return added.error();
    text.remove_prefix(std::min(text.size(), length + 1));
  }
  return events;
}

Result<void> play(Position& position, const std::vector<Event>& events) {
  for (std::size_t k = 0; k < events.size(); ++k) {
    if (auto verdict = position.check(events[k]); !verdict)
      return Error{Error::Code::kIllegal, "move " + std::to_string(k + 1) + ", " +
                                              position.format(events[k]) + ": " + verdict.error().sentence};
    position.apply(events[k]);
  }
  return {};
}

}  // namespace quiver::games
