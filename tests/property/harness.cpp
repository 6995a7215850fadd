#include "tests/property/harness.hpp"

#include <algorithm>
#include <iostream>
#include <optional>

namespace quiver::tests {

using games::Event;
using games::Move;
using games::Position;

Position Trial::start() const { return Position::start(its_case.game, its_case.options).value(); }

void PropertyTest::SetUp() { RecordProperty("seed", std::to_string(seed())); }

void PropertyTest::TearDown() {
  if (HasFailure()) std::cout << how_to_repeat() << "\n";
}

void PropertyTest::on_every_case(int rounds, const std::function<void(Trial&)>& property) {
  const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
  for (const Case& its_case : cases_of(GetParam())) {
    SCOPED_TRACE(its_case.name + ", " + how_to_repeat());
    Trial trial{its_case,
                Dice(std::string(info->test_suite_name()) + "." + info->name() + "." + its_case.name)};
    for (int round = 0; round < rounds; ++round) {
      property(trial);
      if (HasFailure()) return;
    }
  }
}

std::vector<Move> legal_moves(const Position& position) {
  std::vector<Move> moves;
  position.for_each_legal_move([&](const Move& move) { moves.push_back(move); });
  return moves;
}

namespace {

// Where a game has moves of two kinds: whether it is of the second, which is generated after the first.
template <class GameMove>
bool is_second_kind(const GameMove& /*move*/) {
  return false;
}
bool is_second_kind(const games::QuoridorMove& move) { return move.kind != games::QuoridorMove::Kind::kPawn; }

bool is_second_kind(const games::HexMove& move) { return move.swap; }

}  // namespace

Event random_move(const Position& position, Dice& dice) {
  const std::vector<Move> moves = legal_moves(position);
  const auto second = std::find_if(moves.begin(), moves.end(), [](const Move& any) {
    return std::visit([](const auto& move) { return is_second_kind(move); }, any);
  });
  if (second == moves.begin() || second == moves.end()) return dice.pick(moves);
  return dice.one_in(2) ? dice.pick(std::vector<Move>(moves.begin(), second))
                        : dice.pick(std::vector<Move>(second, moves.end()));
}

Event random_event(const Position& position, Dice& dice) {
  const games::Turn& turn = position.turn();
  if (!dice.one_in(turn.standing() > 2 ? 30 : 200)) return random_move(position, dice);
  std::vector<games::Elimination> standing;
  for (unsigned s = 0; s < turn.seats(); ++s)
    if (turn.stands(base::seat(s))) standing.push_back({base::seat(s)});
  return dice.pick(standing);
}

std::vector<Position> some_positions(const Position& position, Dice& dice, std::size_t between) {
  std::vector<Position> all;
  for_each_position_of_a_game(position, dice, [&](const Position& p) { all.push_back(p); });
  std::vector<Position> some = {all.front(), all.back()};
  for (std::size_t k = 0; k < between; ++k) some.push_back(dice.pick(all));
  return some;
}

std::string game_name(const testing::TestParamInfo<std::string>& info) { return info.param; }

}  // namespace quiver::tests
