// What is generated is what is legal: nothing more, nothing less, nothing twice, and in order.
#include <algorithm>
#include <optional>
#include <tuple>
#include <type_traits>

#include "tests/property/encodable.hpp"
#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using games::Event;
using games::Move;
using games::Position;

class LegalMoves : public PropertyTest {};

// So few moves that something can be done with the moves after each of them.
constexpr std::uint64_t kFew = 2500;

// The documented orders, as something that compares.
auto rank(const games::AmazonsMove& m) { return std::tuple(m.from, m.to, m.arrow); }
auto rank(const games::ConnectFourMove& m) { return m.column; }
auto rank(const games::HexMove& m) { return std::tuple(m.swap, m.cell); }
auto rank(const games::QuoridorMove& m) {
  return std::tuple(m.kind != games::QuoridorMove::Kind::kPawn, m.cell, m.kind);
}

TEST_P(LegalMoves, PassCheck) {
  on_every_case(4, [](Trial& trial) {
    for_each_position_of_a_game(trial.start(), trial.dice, [&](const Position& position) {
      position.for_each_legal_move([&](const Move& move) {
        const auto verdict = position.check(move);
        ASSERT_TRUE(verdict) << position.format(move) << ": " << verdict.error().sentence;
      });
    });
  });
}

TEST_P(LegalMoves, ComeInOrderAndOnce) {
  on_every_case(6, [](Trial& trial) {
    for_each_position_of_a_game(trial.start(), trial.dice, [&](const Position& position) {
      position.visit([&](const auto& game) {
        using GameMove = typename std::decay_t<decltype(game)>::Move;
        std::optional<GameMove> last;
        game.for_each_legal_move([&](const GameMove& move) {
          if (last) {
            ASSERT_LT(rank(*last), rank(move)) << game.format(*last) << " before " << game.format(move);
          }
          last = move;
        });
      });
    });
  });
}

TEST_P(LegalMoves, AreCounted) {
  on_every_case(6, [](Trial& trial) {
    for_each_position_of_a_game(trial.start(), trial.dice, [&](const Position& position) {
      ASSERT_EQ(position.count_legal_moves(), legal_moves(position).size());
      ASSERT_EQ(position.count_legal_moves() == 0, position.outcome().over);
      position.visit([&](const auto& game) { ASSERT_EQ(game.has_legal_move(), !game.outcome().over); });
    });
  });
}

TEST_P(LegalMoves, AreTheOnlyOnesThatPassCheck) {
  on_every_case([](Trial& trial) {
    for (const Position& position : some_positions(trial.start(), trial.dice, trial.large() ? 2 : 4)) {
      std::vector<Move> legal = legal_moves(position);
      std::sort(legal.begin(), legal.end());
      position.visit([&](const auto& game) {
        for_each_encodable(game, trial.dice, [&](const auto& move) {
          const bool generated = std::binary_search(legal.begin(), legal.end(), Move{move});
          const auto verdict = game.check(move);
          ASSERT_EQ(verdict.has_value(), generated)
              << game.format(move) << ": " << (verdict ? "passes" : verdict.error().sentence);
          if (!verdict) {
            ASSERT_FALSE(verdict.error().sentence.empty()) << game.format(move);
          }
        });
      });
    }
  });
}

TEST_P(LegalMoves, OfAnotherGameAreRefused) {
  on_every_case([](Trial& trial) {
    const Position position = trial.start();
    const std::vector<Move> one_a_game = {games::AmazonsMove{}, games::QuoridorMove{},
                                          games::ConnectFourMove{}};
    for (const Move& move : one_a_game) {
      const bool own = position.visit([&](const auto& game) {
        return std::holds_alternative<typename std::decay_t<decltype(game)>::Move>(move);
      });
      if (!own) {
        ASSERT_FALSE(position.check(move));
      }
    }
  });
}

TEST_P(LegalMoves, LeadToTheChildren) {
  on_every_case(3, [](Trial& trial) {
    for (const Position& position : some_positions(trial.start(), trial.dice, trial.large() ? 1 : 3)) {
      position.visit([&](const auto& game) {
        using Game = std::decay_t<decltype(game)>;
        Game parent = game;
        const bool few = game.count_legal_moves() < kFew;
        std::vector<typename Game::Move> visited;
        const std::uint64_t count = parent.for_each_child([&](const typename Game::Move& move) {
          Game child = game;
          child.apply(move);
          ASSERT_TRUE(parent == child) << game.format(move);
          ASSERT_EQ(parent.hash(), child.hash()) << game.format(move);
          ASSERT_EQ(parent.ply(), child.ply()) << game.format(move);
          if (few) {
            ASSERT_EQ(parent.count_legal_moves(), child.count_legal_moves()) << game.format(move);
          }
          visited.push_back(move);
        });
        ASSERT_EQ(count, visited.size());
        std::vector<typename Game::Move> legal;
        game.for_each_legal_move([&](const typename Game::Move& move) { legal.push_back(move); });
        std::sort(legal.begin(), legal.end());
        std::sort(visited.begin(), visited.end());
        ASSERT_EQ(visited, legal);
        ASSERT_TRUE(parent == game);
        ASSERT_EQ(parent.hash(), game.hash());
        ASSERT_EQ(parent.ply(), game.ply());
      });
    }
  });
}

// The visitor may change the position if it undoes what it did.
TEST_P(LegalMoves, MayBePlayedOnFromTheChildren) {
  on_every_case(2, [](Trial& trial) {
    for (Position& position : some_positions(trial.start(), trial.dice, 1)) {
      if (position.count_legal_moves() > kFew) continue;
      const Position before = position;
      position.visit([&](auto& game) {
        using Game = std::decay_t<decltype(game)>;
        game.for_each_child([&](const auto& move) {
          const Game child = game;
          if (child.outcome().over) return;
          const auto out = game.eliminate(game.to_move());
          game.undo(out);
          game.for_each_child([](const auto&) {});
          ASSERT_TRUE(game == child) << game.format(move);
          ASSERT_EQ(game.hash(), child.hash()) << game.format(move);
        });
      });
      ASSERT_TRUE(position == before);
      ASSERT_EQ(position.hash(), before.hash());
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Games, LegalMoves, every_game(), game_name);

}  // namespace

}  // namespace quiver::tests
