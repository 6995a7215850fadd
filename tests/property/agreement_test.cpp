// The real games agree with the reference on every step of random games.
#include <set>

#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using games::Elimination;
using games::Event;
using games::Position;

class AgreesWithReference : public PropertyTest {};

std::set<std::string> written_moves(const Position& position) {
  std::set<std::string> moves;
  position.for_each_legal_move([&](const games::Move& move) { moves.insert(position.format(move)); });
  return moves;
}

void expect_same(const Position& position, const Reference& reference) {
  ASSERT_EQ(position.turn().seats(), static_cast<unsigned>(reference.seats()));
  for (int s = 0; s < reference.seats(); ++s)
    ASSERT_EQ(!position.turn().stands(games::Seat{static_cast<std::uint8_t>(s)}), reference.is_out(s))
        << "seat " << s;
  ASSERT_EQ(position.outcome().over, reference.over());
  ASSERT_EQ(position.outcome().winner.has_value(), reference.winner().has_value());
  if (reference.winner()) {
    ASSERT_EQ(position.outcome().winner->value(), *reference.winner());
  }
  if (!reference.over()) {
    ASSERT_EQ(position.to_move().value(), reference.to_move());
  }
  ASSERT_EQ(written_moves(position), reference.legal_moves());
}

void apply(const std::string& written, const Event& event, Reference& reference) {
  if (const auto* out = std::get_if<Elimination>(&event))
    reference.eliminate(out->seat.value());
  else
    reference.apply(written);
}

TEST_P(AgreesWithReference, OnEveryStepOfRandomGames) {
  on_every_case([](Trial& trial) {
    const int games = trial.large() ? 1 : 8;
    const int most_plies = trial.large() ? 40 : 1000;
    for (int game = 0; game < games; ++game) {
      Position position = trial.start();
      const std::unique_ptr<Reference> reference = trial.its_case.reference();
      std::string played;
      ASSERT_NO_FATAL_FAILURE(expect_same(position, *reference)) << "at the start";
      for (int ply = 0; ply < most_plies && !position.outcome().over; ++ply) {
        const Event event = random_event(position, trial.dice);
        const std::string written = position.format(event);
        played += written + " ";
        position.apply(event);
        apply(written, event, *reference);
        ASSERT_NO_FATAL_FAILURE(expect_same(position, *reference)) << "after " << played;
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Games, AgreesWithReference, every_game(), game_name);

}  // namespace

}  // namespace quiver::tests
