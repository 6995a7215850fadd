#include "referee/cli/terminal/replay_game.hpp"

#include <array>
#include <cstdio>

#include "client_sdk/base/text.hpp"
#include "client_sdk/draw/board.hpp"
#include "client_sdk/draw/canvas.hpp"
#include "client_sdk/draw/short_rules.hpp"
#include "referee/records/verify.hpp"

namespace quiver::cli {

using base::seat;
using games::Elimination;

namespace {

std::string number(std::size_t value) { return std::to_string(value); }

// The bot's own words about its move.
std::string words_of(const wire::Info& info) {
  std::string words;
  if (info.score) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "score %.6g", *info.score);
    words += text.data();
  }
  if (info.depth) words += (words.empty() ? "depth " : ", depth ") + number(*info.depth);
  if (!info.text.empty()) words += (words.empty() ? "" : ", ") + base::escaped(base::one_line(info.text));
  return words.empty() ? "" : "  it says: " + words + "\n";
}

}  // namespace

base::Result<ReplayGame> ReplayGame::open(const wire::Record& record) {
  auto start = records::start_of(record);
  if (!start) return start.error();
  ReplayGame game(record, *start);
  games::Position position = *std::move(start);
  for (const auto& entry : record.moves) {
    const auto event = position.parse(entry.notation);
    const auto verdict = event ? position.check(*event) : games::Verdict{};
    if (!event || !verdict) {
      game.stuck_ = "move " + number(game.length() + 1) + ", " + base::escaped(entry.notation, 40) +
                    ", cannot be played: " + (event ? verdict.error().sentence : event.error().sentence);
      break;
    }
    position.apply(*event);
    game.events_.push_back(*event);
  }
  return game;
}

void ReplayGame::go_to(std::size_t entry) {
  while (at() > entry) {
    position_.undo(undos_.back());
    undos_.pop_back();
  }
  while (at() < entry && at() < length()) undos_.push_back(position_.apply(events_[at()]));
}

std::string ReplayGame::out_words(unsigned s) const {
  const auto& one = record_.seats[s];
  if (!one.reason) return "out";
  const std::string detail = one.detail.empty() ? "" : ": " + base::escaped(base::one_line(one.detail));
  return "out, " + std::string(wire::reason_name(*one.reason)) + detail;
}

std::string ReplayGame::seat_line(unsigned s, bool colors) const {
  const auto& one = record_.seats[s];
  std::string text = "  " + draw::painted(" " + number(s) + " ", draw::paint_of(seat(s)), colors) + "  " +
                     base::escaped(one.name, 64);
  if (!one.title.empty() && one.title != one.name) text += " (" + base::escaped(one.title, 64) + ")";
  base::Duration used{0};
  for (std::size_t k = 0; k < at(); ++k)
    if (record_.moves[k].seat == seat(s)) used += record_.moves[k].took;
  text += ", used " + base::format_duration(used);
  if (one.time.bank) text += " of " + base::format_duration(*one.time.bank);
  const bool over_here = at() == length() && one.reason;
  if (!position_.turn().stands(seat(s)) || over_here) text += ", " + out_words(s);
  if (position_.outcome().over && at() == length() && one.place != 0) text += ", place " + number(one.place);
  return text + "\n";
}

// "move 5 of 12: ann played e3h, 12ms"
std::string ReplayGame::latest() const {
  const std::string where = "move " + number(at()) + " of " + number(record_.moves.size());
  if (at() == 0) return where + "\n";
  const auto& entry = record_.moves[at() - 1];
  const std::string name = entry.seat.value() < record_.seats.size()
                               ? base::escaped(record_.seats[entry.seat.value()].name, 64)
                               : "?";
  if (std::holds_alternative<Elimination>(events_[at() - 1]))
    return where + ": " + name + " was eliminated\n";
  const std::string given = at() <= record_.opening ? " (opening)" : ", " + base::format_duration(entry.took);
  return where + ": " + name + " played " + base::escaped(entry.notation, 40) + given + "\n" +
         words_of(entry.info);
}

ReplayGame::Frame ReplayGame::frame(bool colors) const {
  Frame out;
  const graph::Grid& grid = position_.grid();
  out.head = draw::title_of(position_.game_name()) + ", " + number(grid.rows) + " x " + number(grid.columns) +
             ", game " + base::escaped(record_.id, 80) +
             (record_.started.empty() ? "" : ", " + base::escaped(record_.started, 40)) + "\n";
  for (unsigned s = 0; s < record_.seats.size(); ++s) out.head += seat_line(s, colors);
  out.head += "\n";
  draw::Marks marks;
  if (at() > 0)
    if (const auto* move = std::get_if<games::Move>(&events_[at() - 1]))
      marks = draw::marks_of(position_, *move);
  out.board = draw::board(position_, colors, marks);
  out.foot = latest() + draw::status(position_, colors);
  if (at() == length() && !stuck_.empty()) out.foot += stuck_ + "\n";
  if (at() == record_.moves.size()) out.foot += base::escaped(base::one_line(record_.sentence)) + "\n";
  return out;
}

}  // namespace quiver::cli
