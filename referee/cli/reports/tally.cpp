#include "referee/cli/reports/tally.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "client_sdk/base/text.hpp"
#include "client_sdk/games/position.hpp"
#include "referee/cli/reports/bot_output.hpp"
#include "referee/cli/reports/game_fault.hpp"
#include "referee/cli/reports/time_left.hpp"

namespace quiver::cli {

using base::seat;

namespace {

std::string padded(const std::string& text, std::size_t width, bool left = false) {
  const std::string space(text.size() < width ? width - text.size() : 0, ' ');
  return left ? text + space : space + text;
}

}  // namespace

std::string Tally::Score::text() const {
  return std::to_string(wins) + "-" + std::to_string(draws) + "-" + std::to_string(losses);
}

std::string Tally::score() const {
  std::string out;
  for (const auto& [name, bot] : bots_) {
    const std::uint32_t halves = 2 * bot.all.wins + bot.all.draws;
    out +=
        (out.empty() ? "" : ", ") + name + " " + std::to_string(halves / 2) + (halves % 2 == 1 ? ".5" : "");
  }
  return out;
}

void Tally::add(const wire::Record& record) {
  ++games_;
  seats_ = std::max(seats_, static_cast<unsigned>(record.seats.size()));
  const bool is_void = record.end == wire::End::kVoid;
  voids_ += is_void ? 1U : 0U;
  for (unsigned s = 0; s < record.seats.size(); ++s) {
    const wire::Record::SeatRecord& one = record.seats[s];
    Bot& bot = bots_[base::escaped(one.name, 64)];
    bot.used += one.used;
    if (is_void) continue;
    for (Score* score : {&bot.all, &bot.by_seat[s]}) {
      // Without a winner those on the first place have drawn.
      if (record.winner == seat(s))
        ++score->wins;
      else if (!record.winner && one.place == 1)
        ++score->draws;
      else
        ++score->losses;
    }
    if (!one.reason) continue;
    ++bot.reasons[*one.reason];
    misbehaved_ = misbehaved_ || wire::is_fault(*one.reason);
  }
  // The moves of the opening were not made by the bots.
  for (std::size_t k = record.opening; k < record.moves.size(); ++k) {
    const wire::Record::Entry& entry = record.moves[k];
    if (games::is_elimination(entry.notation)) continue;
    Bot& bot = bots_[base::escaped(record.seats[entry.seat.value()].name, 64)];
    ++bot.moves;
    bot.on_moves += entry.took;
  }
}

std::string Tally::table() const {
  std::size_t width = 4;
  for (const auto& [name, bot] : bots_) width = std::max(width, name.size());
  std::string out = padded("bot", width, true) + "   won-drawn-lost";
  for (unsigned s = 0; s < seats_; ++s) out += padded("as seat " + std::to_string(s), 13);
  out += "    time, s  ms a move  out for\n";
  for (const auto& [name, bot] : bots_) {
    out += padded(name, width, true) + padded(bot.all.text(), 17);
    for (unsigned s = 0; s < seats_; ++s) out += padded(bot.by_seat[s].text(), 13);
    out += padded(seconds_text(bot.used), 11);
    std::array<char, 32> each{};
    std::snprintf(each.data(), each.size(), "%.3f",
                  bot.moves == 0 ? 0.0 : base::millis(bot.on_moves) / bot.moves);
    out += padded(each.data(), 11) + "  ";
    std::string reasons;
    for (const auto& [reason, count] : bot.reasons)
      reasons += (reasons.empty() ? "" : ", ") + std::string(wire::reason_name(reason)) + " " +
                 std::to_string(count);
    out += (reasons.empty() ? "-" : reasons) + "\n";
  }
  return out;
}

std::string game_line(const wire::Record& record) {
  const auto moves = std::count_if(record.moves.begin(), record.moves.end(),
                                   [](const auto& entry) { return !games::is_elimination(entry.notation); });
  std::string out = game_title(record) + ": " + base::one_line(record.sentence) + "; " +
                    std::to_string(moves) + " moves, " + seconds_text(game_time(record)) + " s";
  for (const auto& one : record.seats)
    if (one.reason && wire::is_fault(*one.reason))
      out += "\n  " + base::escaped(one.name, 64) + ": " + base::one_line(brief_detail(one)) +
             (one.log.empty() ? "" : "; its output: " + base::escaped(one.log));
  return out;
}

}  // namespace quiver::cli
