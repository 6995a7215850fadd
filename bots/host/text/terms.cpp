#include "bots/host/text/terms.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <type_traits>

#include "bots/host/text/game_terms.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/declined.hpp"

namespace quiver::bots::host {

using base::Seat;
using base::Vertex;

namespace {

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string whole_millis(base::Duration d) {
  return std::to_string(
      std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::milliseconds>(d).count()));
}

// Calls `call` with the GameTerms of the position's game and the game itself.
template <class Call>
decltype(auto) with_terms(const games::Position& position, const Call& call) {
  return position.visit([&](const auto& game) -> decltype(auto) {
    return call(GameTerms<std::decay_t<decltype(game)>>{}, game);
  });
}

// A cell without any arc is a hole, unless there is a piece on it.
graph::Layout layout_of(const games::Position& start) {
  graph::Layout layout{start.grid().rows, start.grid().columns, ""};
  for (std::uint32_t v = 0; v < start.graph().num_vertices(); ++v)
    layout.cells += start.graph().isolated(Vertex{v}) ? '#' : '.';
  with_terms(start, [&](auto terms, const auto& game) { terms.place_pieces(game, layout.cells); });
  return layout;
}

// Rebuilds the graph from the drawing: only then does the program see the same board as the referee.
void check_is_grid(const games::Position& start, const graph::Layout& layout) {
  const auto adjacency = with_terms(start, [](auto terms, const auto&) { return terms.adjacency(); });
  const auto drawn = graph::build_graph(layout, adjacency);
  if (!drawn || !(**drawn == start.graph()))
    throw bot::Declined("the text protocol cannot express a board that does not lie on a grid");
}

std::string clock_words(const bot::TimeControl& time) {
  std::string words;
  if (time.per_move) words += " move " + whole_millis(*time.per_move);
  if (time.bank) words += " bank " + whole_millis(*time.bank) + " increment " + whole_millis(time.increment);
  return words + " cap " + whole_millis(time.cap);
}

}  // namespace

std::string opening_lines(const bot::MatchInfo& match) {
  const games::Position& start = match.start;
  const graph::Layout layout = layout_of(start);
  check_is_grid(start, layout);
  std::string lines = "start " + std::string(start.game_name()) + " " + number(match.seat.value()) + " " +
                      number(start.turn().seats()) + " " + number(layout.rows) + " " +
                      number(layout.columns) + "\n";
  for (std::size_t s = 0; s < match.names.size(); ++s)
    lines += "player " + number(s) + " " + match.names[s] + "\n";
  lines += "clock" + clock_words(match.time) + "\n";
  lines += "seed " + number(match.seed) + "\n";
  lines += with_terms(start, [](auto terms, const auto& game) { return terms.settings(game); });
  for (std::uint32_t row = 0; row < layout.rows; ++row)
    lines += "row " + layout.cells.substr(std::size_t{row} * layout.columns, layout.columns) + "\n";
  return lines + "begin";
}

std::string event_line(const games::Position& board, Seat seat, const games::Event& event) {
  if (std::holds_alternative<games::Elimination>(event)) return "out " + number(seat.value());
  return "move " + number(seat.value()) + " " + board.format(event);
}

std::string turn_line(bot::Deadline deadline) { return "turn " + whole_millis(deadline.remaining()); }

std::string legal_line(const games::Position& position) {
  std::string line = "legal";
  if (position.count_legal_moves() > kMostListed) return line;
  position.for_each_legal_move([&](const games::Move& move) { line += " " + position.format(move); });
  return line;
}

std::string end_line(const bot::MatchResult& result, Seat seat) {
  if (result.end == wire::End::kVoid) return "end void";
  if (!result.winner) return "end drawn";
  return *result.winner == seat ? "end won" : "end lost";
}

// --- what it answers

Said split(std::string_view line) {
  const auto skip_spaces = [](std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
  };
  line = skip_spaces(line);
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  std::string_view rest = skip_spaces(line.substr(end));
  while (rest.ends_with(' ') || rest.ends_with('\t')) rest.remove_suffix(1);
  return {line.substr(0, end), rest};
}

namespace {

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

wire::Info read_info(std::string_view text) {
  wire::Info info;
  for (Said said = split(text); said.word == "score" || said.word == "depth"; said = split(text)) {
    const Said value = split(said.rest);
    const auto score = whole_number<double>(value.word);
    const auto depth = whole_number<std::uint32_t>(value.word);
    if (said.word == "score" ? !score : !depth) break;
    if (said.word == "score")
      info.score = score;
    else
      info.depth = depth;
    text = value.rest;
  }
  info.text = text;
  return info;
}

games::Move read_move(const games::Position& position, std::string_view text) {
  const auto event = position.parse(text);
  if (event && std::holds_alternative<games::Move>(*event)) return std::get<games::Move>(*event);
  if (!event && event.error().code == base::Error::Code::kNoSuchCell) {
    std::fprintf(stderr, "host-text: the program played %s: %s\n", base::quoted(text).c_str(),
                 event.error().sentence.c_str());
    return with_terms(position, [&](auto terms, const auto&) -> games::Move { return terms.nowhere(text); });
  }
  throw std::runtime_error("the program said 'play' and no move: " +
                           (event ? base::quoted(text) + " is an elimination" : event.error().sentence));
}

}  // namespace quiver::bots::host
