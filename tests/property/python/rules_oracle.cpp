// What the rules of C++ say about many random games, as lines for another implementation to compare with.
//
//   rules_oracle
//
// Fields are separated by tabs, and the words that make up an event by spaces. The seed is that of dice.hpp.
//
//   seed    how to repeat this run
//   game    its name, MatchStart in hexadecimal
//   option  name, value: how the start is asked for; line ends of a map as slashes
//   at      hash, ply, over or not, winner or -, seat to move
//   moves   how many are legal, the CRC-32 of their notations with a space after each
//   drawn   the CRC-32 of what `quiver board` prints
//   check   a move in numbers, the rule it breaks or -, the sentence
//   parse   a text, the event in numbers or the error's sentence after "error "
//   play    an event in notation
#include <iostream>

#include <boost/crc.hpp>

#include "client_sdk/draw/board.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/frame.hpp"
#include "tests/property/arcs.hpp"
#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using base::Vertex;
using games::Amazons;
using games::Event;
using games::Move;
using games::Position;

constexpr int kRounds = 2;  // games a case

std::string in_numbers(const games::AmazonsMove& move) {
  return std::to_string(move.from.value()) + " " + std::to_string(move.to.value()) + " " +
         std::to_string(move.arrow.value());
}
std::string in_numbers(const games::QuoridorMove& move) {
  return std::to_string(static_cast<int>(move.kind)) + " " + std::to_string(move.cell.value());
}
std::string in_numbers(const games::ConnectFourMove& move) { return std::to_string(move.column); }
std::string in_numbers(const games::HexMove& move) {
  return std::to_string(move.cell.value()) + (move.swap ? " 1" : " 0");
}
std::string in_numbers(const Event& event) {
  if (const auto* out = std::get_if<games::Elimination>(&event))
    return "x " + std::to_string(out->seat.value());
  return std::visit([](const auto& move) { return in_numbers(move); }, std::get<Move>(event));
}

void tell_start(const std::string& name, const Position& start) {
  std::string frame;
  wire::append_frame(frame, wire::MatchStart{{1, base::seat(0), {"a", "b"}, {}, 0, {}, "m"}, start});
  std::cout << "game\t" << name << "\t" << std::hex;
  for (const char c : frame.substr(wire::kFrameHeader))
    std::cout << (static_cast<unsigned char>(c) < 16 ? "0" : "") << (static_cast<unsigned>(c) & 0xFFU);
  std::cout << std::dec << "\n";
}

template <class Value>
void tell_option(const char* name, const std::optional<Value>& value) {
  if (value) std::cout << "option\t" << name << "\t" << *value << "\n";
}

void tell_options(const games::Options& options) {
  tell_option("board", options.shape);
  tell_option("size", options.size);
  tell_option("rows", options.rows);
  tell_option("columns", options.columns);
  tell_option("start", options.start);
  tell_option("seats", options.seats);
  tell_option("walls", options.walls);
  tell_option("line", options.line);
  tell_option("max_plies", options.max_plies);
  tell_option("swap_rule", options.swap_rule);
  if (!options.map) return;
  std::cout << "option\tmap\t";
  for (std::uint32_t row = 0; row < options.map->rows; ++row)
    std::cout << options.map->cells.substr(std::size_t{row} * options.map->columns, options.map->columns)
              << "/";
  std::cout << "\n";
}

void tell_position(const Position& position) {
  const games::Outcome outcome = position.outcome();
  std::cout << "at\t" << position.hash() << "\t" << position.ply() << "\t" << outcome.over << "\t"
            << (outcome.winner ? std::to_string(outcome.winner->value()) : "-") << "\t"
            << (outcome.over ? "-" : std::to_string(position.to_move().value())) << "\n";
}

void tell_moves(const Position& position) {
  boost::crc_32_type crc;
  std::uint64_t count = 0;
  position.for_each_legal_move([&](const Move& move) {
    const std::string text = position.format(move) + " ";
    crc.process_bytes(text.data(), text.size());
    ++count;
  });
  std::cout << "moves\t" << count << "\t" << crc.checksum() << "\n";
}

void tell_drawing(const Position& position) {
  const std::string text = draw::board(position, false) + draw::status(position, false);
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  std::cout << "drawn\t" << crc.checksum() << "\n";
}

// A cell, mostly of the board.
Vertex some_cell(const Position& position, Dice& dice) {
  const std::uint32_t n = position.graph().num_vertices();
  return Vertex{static_cast<std::uint32_t>(dice.one_in(20) ? n + dice.below(3) : dice.below(n))};
}

// Changes some of a move, by what `change` does to a cell: one function for each game.
template <class Change>
void change_some(games::AmazonsMove& move, Dice& /*dice*/, const Change& change) {
  change(move.from), change(move.to), change(move.arrow);
}
template <class Change>
void change_some(games::QuoridorMove& move, Dice& dice, const Change& change) {
  move.kind = static_cast<games::QuoridorMove::Kind>(dice.below(3));
  change(move.cell);
}
template <class Change>
void change_some(games::ConnectFourMove& move, Dice& dice, const Change& /*change*/) {
  move.column = static_cast<std::uint32_t>(dice.below(17));
}
template <class Change>
void change_some(games::HexMove& move, Dice& dice, const Change& change) {
  move.swap = dice.one_in(4);
  if (move.swap && dice.one_in(2)) move.cell = games::kHexSwap.cell;
  change(move.cell);
}

// A legal move with some of it changed, or any move at all.
Move doubtful_move(const Position& position, Dice& dice) {
  const auto change = [&](Vertex& v) {
    if (dice.one_in(2)) v = some_cell(position, dice);
  };
  std::vector<Move> moves = legal_moves(position);
  if (moves.empty())
    moves.push_back(position.visit(
        [](const auto& game) -> Move { return typename std::decay_t<decltype(game)>::Move{}; }));
  Move move = dice.pick(moves);
  std::visit([&](auto& its_move) { change_some(its_move, dice, change); }, move);
  return move;
}

void tell_check(const Position& position, Dice& dice) {
  const Move move = doubtful_move(position, dice);
  const games::Verdict verdict = position.check(move);
  std::cout << "check\t" << in_numbers(move) << "\t"
            << (verdict ? "-" : games::rule_name(verdict.error().rule)) << "\t"
            << (verdict ? "-" : verdict.error().sentence) << "\n";
}

// The notation of a legal event with some characters changed, left out or put in.
void tell_parse(const Position& position, Dice& dice) {
  static constexpr std::string_view kCharacters = "abcdhjvxz0123456789-/ A\"\\,";
  std::string text = position.format(random_event(position, dice));
  for (std::size_t changes = dice.below(3); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = dice.below(text.size());
    const char c = kCharacters[dice.below(kCharacters.size())];
    if (dice.one_in(3))
      text.erase(at, 1);
    else if (dice.one_in(2))
      text.insert(at, 1, c);
    else
      text[at] = c;
  }
  const auto event = position.parse(text);
  std::cout << "parse\t" << text << "\t" << (event ? in_numbers(*event) : "error " + event.error().sentence)
            << "\n";
}

// Where there are thousands of moves they are compared now and then.
void tell_game(Position position, Dice& dice, bool large) {
  while (true) {
    tell_position(position);
    if (!large || position.ply() == 0 || dice.one_in(10)) tell_moves(position);
    if (!large || dice.one_in(8)) tell_check(position, dice);
    if (dice.one_in(4)) tell_drawing(position);
    if (position.outcome().over) return;
    if (dice.one_in(4)) tell_parse(position, dice);
    const Event event = random_event(position, dice);
    std::cout << "play\t" << position.format(event) << "\n";
    position.apply(event);
  }
}

void tell_cases() {
  for (const std::string& game : games::all_game_names()) {
    for (const Case& one : cases_of(game)) {
      Dice dice(one.name);
      const Position start = Position::start(one.game, one.options).value();
      for (int round = 0; round < kRounds; ++round) {
        tell_start(one.name, start);
        tell_options(one.options);
        tell_game(start, dice, one.large);
      }
    }
  }
}

// Rays that meet, and rays that come back to where they began.
void tell_amazons_off_the_grid() {
  struct Board {
    const char* name;
    Arcs arcs;
    graph::Grid grid;
  };
  Dice dice("off the grid");
  for (const Board& board : {Board{"cylinder", wrapped_grid(5, 6, Wraps::kColumns, true), {5, 6}},
                             Board{"spiral", wrapped_grid(6, 5, Wraps::kColumns, true, 1), {6, 5}},
                             Board{"torus", wrapped_grid(5, 5, Wraps::kBoth, true), {5, 5}},
                             Board{"anywhere", random_arcs(24, 200, false, dice), {4, 6}}}) {
    const std::vector<std::vector<Vertex>> queens = {{Vertex{0}, Vertex{7}}, {Vertex{12}, Vertex{23}}};
    const Position start{games::AnyGame(Amazons::create({board.arcs.graph(), board.grid, queens}).value())};
    tell_start(board.name, start);
    tell_game(start, dice, false);
  }
}

}  // namespace

}  // namespace quiver::tests

int main() {
  std::ios::sync_with_stdio(false);
  std::cout << "seed\t" << quiver::tests::how_to_repeat() << "\n";
  quiver::tests::tell_cases();
  quiver::tests::tell_amazons_off_the_grid();
}
