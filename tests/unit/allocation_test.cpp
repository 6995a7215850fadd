// Generating, checking, making and taking back moves allocates nothing, in any game and on any board.
//
// The program replaces the global operators new and delete by ones that count; beneath them are malloc and
// free, so that sanitizers see every block as ever.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/games/perft.hpp"
#include "client_sdk/games/position.hpp"

namespace {

std::size_t allocations = 0;  // the tests run on one thread

void* counted(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

void* counted_aligned(std::size_t size, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t a) {
  return counted_aligned(size, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t size, std::align_val_t a) {
  return counted_aligned(size, static_cast<std::size_t>(a));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace quiver::tests {

using games::Amazons;
using games::ConnectFour;
using games::Hex;
using games::Options;
using games::Position;
using games::Quoridor;

namespace {

// How many allocations `work` makes.
template <class Work>
std::size_t allocations_of(const Work& work) {
  const std::size_t before = allocations;
  work();
  return allocations - before;
}

template <class Game>
Game started(std::string_view name, const Options& options) {
  return *Position::start(name, options).value().as<Game>();
}

Options of_size(std::uint32_t side, std::uint32_t seats = 2) {
  Options options;
  options.size = side;
  options.seats = seats;
  return options;
}

// A few moves spread over the generator's order; `most` bounds how many.
template <class Game>
std::vector<typename Game::Move> some_moves(const Game& game, std::uint64_t most) {
  std::vector<typename Game::Move> moves;
  const std::uint64_t every = game.count_legal_moves() / most + 1;
  std::uint64_t at = 0;
  game.for_each_legal_move([&](const typename Game::Move& move) {
    if (at++ % every == 0) moves.push_back(move);
  });
  return moves;
}

template <class Game>
void expect_nothing_allocated(Game& game) {
  std::uint64_t generated = 0;
  std::uint64_t counted_moves = 0;
  std::uint64_t children = 0;
  std::uint64_t legal = 0;
  EXPECT_EQ(allocations_of([&] { game.for_each_legal_move([&](const auto&) { ++generated; }); }), 0U)
      << "generate";
  EXPECT_EQ(allocations_of([&] { counted_moves = game.count_legal_moves(); }), 0U) << "count";
  EXPECT_EQ(allocations_of([&] { children = game.for_each_child([](const auto&) {}); }), 0U) << "children";
  EXPECT_EQ(generated, counted_moves);
  EXPECT_EQ(children, counted_moves);
  const auto moves = some_moves(game, 500);
  EXPECT_EQ(allocations_of([&] {
              for (const auto& move : moves) legal += game.check(move) ? 1U : 0U;
            }),
            0U)
      << "check";
  EXPECT_EQ(legal, moves.size());
  EXPECT_EQ(allocations_of([&] {
              for (const auto& move : moves) game.undo(game.apply(move));
            }),
            0U)
      << "apply and undo";
  EXPECT_EQ(allocations_of([&] {
              for (unsigned s = 0; s < game.turn().seats(); ++s) game.undo(game.eliminate(base::seat(s)));
            }),
            0U)
      << "eliminate and undo";
}

// At the start, and after a few moves.
template <class Game>
void expect_nothing_allocated_for(Game game, int moves) {
  expect_nothing_allocated(game);
  if (moves == 0) return;
  for (int k = 0; k < moves && !game.turn().over(); ++k) {
    const auto choices = some_moves(game, 7);
    game.apply(choices[static_cast<std::size_t>(k) % choices.size()]);
  }
  expect_nothing_allocated(game);
}

}  // namespace

TEST(Allocations, AreCounted) {
  std::vector<int> kept;
  EXPECT_EQ(allocations_of([&] { kept.resize(100); }), 1U);
  EXPECT_EQ(allocations_of([&] { ::operator delete(::operator new(8)); }), 1U);
}

TEST(Allocations, AreNoneInAmazons) {
  expect_nothing_allocated_for(started<Amazons>("amazons", of_size(10)), 20);
  expect_nothing_allocated_for(started<Amazons>("amazons", of_size(10, 4)), 10);
  expect_nothing_allocated_for(started<Amazons>("amazons", of_size(30)), 2);
}

TEST(Allocations, AreNoneInAmazonsOnALargeBoard) {
  expect_nothing_allocated_for(started<Amazons>("amazons", of_size(100)), 0);
}

TEST(Allocations, AreNoneInQuoridor) {
  expect_nothing_allocated_for(started<Quoridor>("quoridor", of_size(9)), 12);
  expect_nothing_allocated_for(started<Quoridor>("quoridor", of_size(9, 4)), 12);
  expect_nothing_allocated_for(started<Quoridor>("quoridor", of_size(25)), 6);
}

TEST(Allocations, AreNoneInConnectFour) {
  expect_nothing_allocated_for(started<ConnectFour>("connect4", {}), 10);
  expect_nothing_allocated_for(started<ConnectFour>("connect4", of_size(15)), 30);
}

TEST(Allocations, AreNoneInHex) {
  expect_nothing_allocated_for(started<Hex>("hex", {}), 1);  // where a swap is legal
  expect_nothing_allocated_for(started<Hex>("hex", of_size(25)), 60);
}

TEST(Allocations, AreNoneInPerft) {
  Quoridor quoridor = started<Quoridor>("quoridor", of_size(9));
  ConnectFour connect4 = started<ConnectFour>("connect4", {});
  EXPECT_EQ(allocations_of([&] { games::perft(quoridor, 2, games::LastPly::kMade); }), 0U);
  EXPECT_EQ(allocations_of([&] { games::perft(connect4, 5, games::LastPly::kMade); }), 0U);
}

TEST(Allocations, AreNoneThroughAPosition) {
  for (const std::string& game : games::all_game_names()) {
    Position position = Position::start(game, {}).value();
    std::vector<games::Move> moves;
    position.for_each_legal_move([&](const games::Move& move) { moves.push_back(move); });
    EXPECT_EQ(allocations_of([&] {
                for (const games::Move& move : moves)
                  if (position.check(move)) position.undo(position.apply(move));
              }),
              0U)
        << game;
  }
}

}  // namespace quiver::tests
