#include "referee/records/verify.hpp"

#include <algorithm>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/games/position.hpp"
#include "client_sdk/graph/layout.hpp"
#include "referee/records/timeline.hpp"

namespace quiver::records {

using base::bad_input;
using base::Error;
using base::Result;
using base::seat;
using base::Seat;

namespace {

std::string number(std::uint64_t value) { return std::to_string(value); }

Error difference(const std::string& what, const std::string& expected, const std::string& found) {
  return bad_input(what + " should be " + expected + ", and the record says " + found);
}

Error at_move(const wire::Record& record, std::size_t index, const Error& why) {
  return bad_input("move " + number(index + 1) + ", " + base::escaped(record.moves[index].notation, 40) +
                   ": " + why.sentence);
}

std::string words(const std::optional<Seat>& winner) {
  return winner ? "seat " + number(winner->value()) : "nobody";
}

std::string words(const Places& places) {
  std::string all;
  for (const std::uint32_t one : places) all += (all.empty() ? "" : " ") + number(one);
  return all;
}

std::string words(const std::optional<wire::Reason>& reason) {
  return reason ? std::string(wire::reason_name(*reason)) : "none";
}

Result<void> judge_board(const wire::Record& record, const games::Position& start) {
  if (record.options.map.has_value() != (record.board == "map"))
    return difference("the board", record.options.map ? "\"map\"" : "a shape or \"rectangle\"",
                      base::quoted(record.board));
  if (start.grid().rows != record.rows)
    return difference("rows", number(start.grid().rows), number(record.rows));
  if (start.grid().columns != record.columns)
    return difference("columns", number(start.grid().columns), number(record.columns));
  if (record.opening > record.moves.size())
    return difference("opening", "at most " + number(record.moves.size()), number(record.opening));
  for (std::size_t k = 0; k < record.opening; ++k)
    if (games::is_elimination(record.moves[k].notation))
      return at_move(record, k, bad_input("an opening has moves and no eliminations"));
  return {};
}

Result<void> replay(const wire::Record& record, Timeline& timeline) {
  for (std::size_t k = 0; k < record.moves.size(); ++k)
    if (const auto played = timeline.play(record.moves[k]); !played)
      return at_move(record, k, played.error());
  return {};
}

// Why each seat is out, and that those who are not have no reason.
Result<void> judge_outs(const wire::Record& record, Timeline& timeline) {
  for (unsigned s = 0; s < record.seats.size(); ++s) {
    const auto& reason = record.seats[s].reason;
    const std::string what = "the reason of seat " + number(s);
    const bool blocked = reason == wire::Reason::kBlocked;
    if (timeline.is_blocked(seat(s))) {
      if (!blocked) return difference(what, "BLOCKED", words(reason));
    } else if (timeline.is_out(seat(s))) {
      if (!reason || blocked) return difference(what, "the referee's", words(reason));
    } else if (reason) {
      // It cannot be blocked: by the position it is still in the game.
      if (blocked || !timeline.ended_by_elimination()) return difference(what, "none", words(reason));
      timeline.add_late(seat(s));
    }
  }
  return {};
}

Result<void> judge_void(const wire::Record& record) {
  if (record.winner) return difference("the winner of a void game", "nobody", words(record.winner));
  for (unsigned s = 0; s < record.seats.size(); ++s)
    if (record.seats[s].place != 0)
      return difference("the place of seat " + number(s) + " in a void game", "0",
                        number(record.seats[s].place));
  return {};
}

Result<void> judge_end(const wire::Record& record, const Timeline& timeline) {
  if (record.end == wire::End::kVoid) return judge_void(record);
  if (!timeline.position().outcome().over)
    return bad_input("after the last move, " + number(record.moves.size()) + ", the game is not over");
  const wire::End end = timeline.ended_by_elimination() ? wire::End::kForfeit : wire::End::kPlayedOut;
  if (record.end != end)
    return difference("the end", std::string(wire::end_name(end)), std::string(wire::end_name(record.end)));
  if (record.winner != timeline.winner())
    return difference("the winner", words(timeline.winner()), words(record.winner));
  Places places;
  for (const auto& one : record.seats) places.push_back(one.place);
  const std::vector<Places> possible = timeline.possible_places();
  if (std::find(possible.begin(), possible.end(), places) == possible.end())
    return difference("the places", words(possible.front()), words(places));
  return {};
}

// "seat 0, ann, won: bob out (BLOCKED)", as the referee says it.
std::string sentence_of(const wire::Record& record) {
  std::string outs;
  for (const auto& one : record.seats)
    if (one.reason) outs += (outs.empty() ? "" : ", ") + one.name + " out (" + words(one.reason) + ")";
  const std::string result =
      record.winner ? words(record.winner) + ", " + record.seats[record.winner->value()].name + ", won"
                    : "drawn";
  return outs.empty() ? result : result + ": " + outs;
}

}  // namespace

Result<games::Position> start_of(const wire::Record& record) {
  games::Options options = record.options;
  options.seats = static_cast<std::uint32_t>(record.seats.size());
  // A record has the name and the sides of its board; its options, those of the request, may lack them.
  if (!options.map) {
    if (graph::is_shape(record.board))
      options.shape = record.board;
    else if (record.board != "rectangle")
      return bad_input("there is no board called " + base::quoted(record.board));
    options.rows = options.columns = options.size = std::nullopt;
    if (record.rows == record.columns) {
      options.size = record.rows;
    } else {
      options.rows = record.rows;
      options.columns = record.columns;
    }
  }
  return games::Position::start(record.game, options);
}

Result<void> judge(const wire::Record& record) {
  auto start = start_of(record);
  if (!start) return start.error();
  if (auto board = judge_board(record, *start); !board) return board;
  Timeline timeline(*std::move(start));
  if (auto played = replay(record, timeline); !played) return played;
  if (auto outs = judge_outs(record, timeline); !outs) return outs;
  if (timeline.position().hash() != record.hash)
    return difference("the hash of the last position", base::hex(timeline.position().hash()),
                      base::hex(record.hash));
  return judge_end(record, timeline);
}

void name_movers(wire::Record& record) {
  auto position = start_of(record);
  if (!position) return;
  for (wire::Record::Entry& entry : record.moves) {
    const auto event = position->parse(entry.notation);
    // The rest keeps the seat that it has. judge() reports the first move that cannot be played.
    if (!event || !position->check(*event)) return;
    const auto* out = std::get_if<games::Elimination>(&*event);
    entry.seat = out != nullptr ? out->seat : position->to_move();
    position->apply(*event);
  }
}

Result<void> settle(wire::Record& record) {
  auto start = start_of(record);
  if (!start) return start.error();
  record.rows = start->grid().rows;
  record.columns = start->grid().columns;
  name_movers(record);
  Timeline timeline(*std::move(start));
  if (auto played = replay(record, timeline); !played) return played;
  record.hash = timeline.position().hash();
  for (unsigned s = 0; s < record.seats.size(); ++s)
    if (timeline.is_blocked(seat(s))) {
      record.seats[s].reason = wire::Reason::kBlocked;
      record.seats[s].detail = "it cannot move";
    }
  if (!timeline.position().outcome().over) {
    record.end = wire::End::kVoid;
    record.sentence = "void: its moves do not end it";
    return {};
  }
  record.end = timeline.ended_by_elimination() ? wire::End::kForfeit : wire::End::kPlayedOut;
  record.winner = timeline.winner();
  const Places places = timeline.possible_places().front();
  for (unsigned s = 0; s < record.seats.size(); ++s) record.seats[s].place = places[s];
  record.sentence = sentence_of(record);
  return {};
}

}  // namespace quiver::records
