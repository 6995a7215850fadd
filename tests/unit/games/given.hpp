// Given, when, then: positions to begin with, and short ways to play on them and to ask about them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/games/position.hpp"

namespace quiver::tests {

using base::seat;
using base::Seat;
using base::Vertex;
using games::Options;
using games::Position;
using games::Rule;
using Ids = std::vector<std::uint32_t>;
using Names = std::vector<std::string>;

inline Options on_map(std::string_view map) {
  Options options;
  options.map = graph::parse_map(map).value();
  return options;
}

inline Options of_size(std::uint32_t side) {
  Options options;
  options.size = side;
  return options;
}
inline Options four_seats(std::uint32_t side) {
  Options options = of_size(side);
  options.seats = 4;
  return options;
}

inline Options of_shape(std::string shape, std::uint32_t side) {
  Options options = of_size(side);
  options.shape = std::move(shape);
  return options;
}

inline Position started(std::string_view game, const Options& options = {}) {
  return Position::start(game, options).value();
}

// The sentence with which a start is refused.
inline std::string refusal(std::string_view game, const Options& options) {
  const auto position = Position::start(game, options);
  return position ? "it was accepted" : position.error().sentence;
}

// The position after these events, all of which are legal.
inline Position after(Position position, std::string_view events) {
  const auto list = position.parse_list(events);
  EXPECT_TRUE(list) << (list ? "" : list.error().sentence);
  if (!list) return position;
  const auto played = play(position, *list);
  EXPECT_TRUE(played) << (played ? "" : played.error().sentence);
  return position;
}

// How the rules judge one event.
inline games::Verdict judged(const Position& position, std::string_view event) {
  return position.check(position.parse(event).value());
}

inline bool is_legal(const Position& position, std::string_view event) {
  return judged(position, event).has_value();
}

inline void expect_broken(const Position& position, std::string_view event, Rule rule,
                          std::string_view sentence) {
  const games::Verdict verdict = judged(position, event);
  ASSERT_FALSE(verdict) << event << " is legal";
  EXPECT_EQ(verdict.error().rule, rule) << event;
  EXPECT_EQ(verdict.error().sentence, sentence);
}

// The sentence with which a text is refused as a move.
inline std::string misread(const Position& position, std::string_view text) {
  const auto event = position.parse(text);
  return event ? "it was accepted" : event.error().sentence;
}

// All legal moves as they are generated.
inline Names legal_moves(const Position& position) {
  Names names;
  position.for_each_legal_move([&](const games::Move& move) { names.push_back(position.format(move)); });
  return names;
}

// The legal moves whose text begins so.
inline Names legal_moves(const Position& position, std::string_view beginning) {
  Names names = legal_moves(position);
  std::erase_if(names, [&](const std::string& name) { return !name.starts_with(beginning); });
  return names;
}

inline void expect_winner(const Position& position, unsigned s) {
  EXPECT_TRUE(position.outcome().over);
  ASSERT_TRUE(position.outcome().winner);
  EXPECT_EQ(position.outcome().winner->value(), s);
}

inline void expect_drawn(const Position& position) {
  EXPECT_TRUE(position.outcome().over);
  EXPECT_FALSE(position.outcome().winner);
}

inline void expect_to_move(const Position& position, unsigned s) {
  EXPECT_FALSE(position.outcome().over);
  EXPECT_EQ(position.to_move().value(), s);
}

inline bool stands(const Position& position, unsigned s) { return position.turn().stands(seat(s)); }

inline Position quoridor_on(std::string_view map) { return started("quoridor", on_map(map)); }

}  // namespace quiver::tests
