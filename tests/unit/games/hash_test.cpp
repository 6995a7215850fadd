// The hashes of docs/write-a-bot/hash.md: its examples as they stand there, and its formula written out once
// more, on nothing but the page.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/games/given.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using games::Amazons;
using games::ConnectFour;
using games::Hex;
using games::Quoridor;

namespace {

std::uint64_t mix(std::uint64_t x) {
  x = x + 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

std::uint64_t key(std::uint64_t kind, std::uint64_t which, std::uint64_t where) {
  return mix(kind << 56 | which << 48 | where);
}

// From the matrix, entry by entry.
std::uint64_t digest_of(const graph::Graph& graph) {
  const std::uint64_t n = graph.num_vertices();
  std::uint64_t digest = mix(std::uint64_t{0xA2} << 56 | n);
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n; ++j)
      if (const auto d = static_cast<std::uint64_t>(graph.arc(Vertex{i}, Vertex{j})); d != 0)
        digest ^= mix(std::uint64_t{0xA1} << 56 | d << 48 | std::uint64_t{i} << 24 | j);
  return digest;
}

std::uint64_t pieces_of(const Amazons& game) {
  std::uint64_t h = key(9, 0, 1);
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    for (const Vertex v : game.queens(seat(s))) h ^= key(1, s, v.value());
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (game.has_arrow(Vertex{v})) h ^= key(2, 0, v);
  return h;
}

std::uint64_t pieces_of(const Quoridor& game) {
  std::uint64_t h = key(9, 0, 2);
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    if (game.graph().contains(game.pawn(seat(s)))) h ^= key(3, s, game.pawn(seat(s)).value());
    h ^= key(5, s, game.walls_left(seat(s)));
  }
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto wall = game.wall_at(Vertex{v}))
      h ^= key(4, *wall == Quoridor::Orientation::kHorizontal ? 1 : 2, v);
  return h;
}

std::uint64_t pieces_of(const ConnectFour& game) {
  std::uint64_t h = key(9, 0, 3);
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto owner = game.disc(Vertex{v})) h ^= key(6, owner->value(), v);
  return h;
}

std::uint64_t pieces_of(const Hex& game) {
  std::uint64_t h = key(9, 0, 4);
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto owner = game.stone(Vertex{v})) h ^= key(10, owner->value(), v);
  return h;
}

std::uint64_t by_the_page(const Position& position) {
  std::uint64_t h = digest_of(position.graph());
  h ^= position.visit([](const auto& game) { return pieces_of(game); });
  if (!position.outcome().over) h ^= key(7, position.to_move().value(), 0);
  for (unsigned s = 0; s < position.turn().seats(); ++s)
    if (!stands(position, s)) h ^= key(8, s, 0);
  return h;
}

}  // namespace

TEST(HashPage, MixesAsItSays) {
  EXPECT_EQ(mix(0), 0xE220A8397B1DCDAF);
  EXPECT_EQ(mix(1), 0x910A2DEC89025CC1);
}

TEST(HashPage, ShowsTheTermsOfItsFirstExample) {
  EXPECT_EQ(mix(std::uint64_t{0xA2} << 56 | 3), 0xdeb966340bee4f5c);
  const auto arc = [](std::uint64_t i, std::uint64_t j, std::uint64_t d) {
    return mix(std::uint64_t{0xA1} << 56 | d << 48 | i << 24 | j);
  };
  EXPECT_EQ(arc(0, 1, 3), 0x33159917c67cb491);
  EXPECT_EQ(arc(1, 2, 3), 0x802cc0dfaebd9b86);
  EXPECT_EQ(arc(1, 0, 7), 0x72686b857dac0fdb);
  EXPECT_EQ(arc(2, 1, 7), 0x24221b465dba0221);
  EXPECT_EQ(key(9, 0, 1), 0x4976f74acf16adae);
  EXPECT_EQ(key(1, 0, 0), 0xc9ed992411bbb661);
  EXPECT_EQ(key(1, 1, 2), 0x859f49ff5e22862e);
  EXPECT_EQ(key(7, 0, 0), 0x0f5b674e8d49f38c);
  EXPECT_EQ(key(1, 0, 1), 0xfaf7e95b9ae8aec2);
  EXPECT_EQ(key(2, 0, 0), 0xe9fb109b840134ff);
  EXPECT_EQ(key(8, 1, 0), 0xde3336a975593896);
}

TEST(HashPage, ShowsTheTermsOfItsOtherExamples) {
  EXPECT_EQ(mix(std::uint64_t{0xA2} << 56 | 81), 0x395edeae5ceb92ad);
  EXPECT_EQ(key(9, 0, 2), 0x848cd7045687421b);
  EXPECT_EQ(key(3, 0, 67), 0x0b4a834dd4aca403);
  EXPECT_EQ(key(3, 1, 13), 0xad0c7a96d1a5973f);
  EXPECT_EQ(key(4, 1, 58), 0xe875b4446d70344b);
  EXPECT_EQ(key(5, 0, 9), 0x6cd0e04e1d2a7650);
  EXPECT_EQ(key(5, 1, 10), 0x1789356af6d054a9);
  EXPECT_EQ(key(7, 1, 0), 0x42b65bb29018bd1f);
  EXPECT_EQ(mix(std::uint64_t{0xA2} << 56 | 42), 0xc547e822fec4128e);
  EXPECT_EQ(key(9, 0, 3), 0x9f2ca2048befbc4f);
  EXPECT_EQ(key(6, 0, 38), 0x120f6b1b813b94a7);
  EXPECT_EQ(key(6, 1, 31), 0xcaf686e012f5e86e);
  EXPECT_EQ(key(6, 0, 37), 0x6ee6175285f737d3);
  EXPECT_EQ(mix(std::uint64_t{0xA2} << 56 | 121), 0x0dd78c2be2943e31);
  EXPECT_EQ(key(9, 0, 4), 0xa6809ef6f4093c8c);
  EXPECT_EQ(key(10, 1, 101), 0xd54fb6d7cbdf722c);
  EXPECT_EQ(key(10, 0, 60), 0xba49d68eca90fd74);
}

TEST(Hashes, OfAmazonsAreThoseOfThePage) {
  const Position position = started("amazons", on_map("0.1\n"));
  EXPECT_EQ(position.graph().digest(), 0x3bca4f3f43396db1);
  EXPECT_EQ(position.hash(), 0x31950fe04eff03dc);
  EXPECT_EQ(after(position, "a1-b1/a1").hash(), 0x3a1c3ee3b9bde49a);
}

TEST(Hashes, OfQuoridorAreThoseOfThePage) {
  const Position position = started("quoridor");
  EXPECT_EQ(position.graph().digest(), 0xa063b0d0d729736e);
  EXPECT_EQ(position.hash(), 0xbbc21608d3904214);
  EXPECT_EQ(after(position, "e2 e8 e3h").hash(), 0x5333a4dd9235a9e4);
}

TEST(Hashes, OfConnectFourAreThoseOfThePage) {
  const Position position = started("connect4");
  EXPECT_EQ(position.graph().digest(), 0xed844c3f094db02a);
  EXPECT_EQ(position.hash(), 0x7df389750febffe9);
  EXPECT_EQ(after(position, "443").hash(), 0x86014f200483fa60);
}

TEST(Hashes, OfHexAreThoseOfThePage) {
  const Position position = started("hex");
  EXPECT_EQ(position.graph().num_arcs(), 640U);
  EXPECT_EQ(position.graph().digest(), 0xb18ba06370174b7b);
  EXPECT_EQ(position.hash(), 0x185059db0957847b);
  EXPECT_EQ(after(position, "b3 swap f6").hash(), 0x3abb057e154945b0);
}

TEST(Hashes, FollowTheFormulaThroughWholeGames) {
  constexpr unsigned kSeed = 23;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  Options placed = four_seats(5);
  placed.start = "placed";
  for (Position position : {started("amazons", four_seats(8)), started("amazons", of_shape("eight", 8)),
                            started("quoridor", four_seats(7)), started("quoridor", placed),
                            started("quoridor", of_shape("clover", 5)), started("connect4"), started("hex"),
                            after(started("hex"), "b3 swap")}) {
    ASSERT_EQ(position.hash(), by_the_page(position));
    for (int event = 0; event < 50 && !position.outcome().over; ++event) {
      const Names moves = legal_moves(position);
      const bool out = random() % 15 == 0 && position.turn().standing() > 2;
      position = after(
          position, out ? "x" + std::to_string(position.to_move().value()) : moves[random() % moves.size()]);
      ASSERT_EQ(position.hash(), by_the_page(position))
          << position.game_name() << " after " << event + 1 << " events";
    }
  }
}

TEST(Hashes, OfChildrenFollowTheFormula) {
  // given positions in which some moves, all or none block the next seat
  for (const char* map : {"0..1#2\n#####.\n3.....\n", "0.1\n", "0...\n....\n...1\n"}) {
    const Amazons before = *started("amazons", on_map(map)).as<Amazons>();
    Amazons game = before;
    std::uint64_t children = 0;
    game.for_each_child([&](const Amazons::Move& move) {
      Amazons expected = before;
      expected.apply(move);
      EXPECT_TRUE(game == expected);
      EXPECT_EQ(game.hash(), by_the_page(Position(game)));
      ++children;
    });
    EXPECT_EQ(children, before.count_legal_moves());
    EXPECT_TRUE(game == before);
  }
}

TEST(Digests, FollowTheFormulaOnOtherGraphs) {
  for (const auto& graph : {ring(5), torus(4, 5), drawn("#"), drawn("..#\n#..\n")})
    EXPECT_EQ(graph->digest(), digest_of(*graph));
}

TEST(Hashes, DoNotDependOnTheWay) {
  EXPECT_EQ(after(started("quoridor"), "e2 e8 e1 e9").hash(), started("quoridor").hash());
  EXPECT_EQ(after(started("connect4"), "1 2 3").hash(), after(started("connect4"), "3 2 1").hash());
  EXPECT_EQ(after(started("hex"), "a1 b2 c3").hash(), after(started("hex"), "c3 b2 a1").hash());
}

}  // namespace quiver::tests
