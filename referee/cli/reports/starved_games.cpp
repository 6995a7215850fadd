#include "referee/cli/reports/starved_games.hpp"

#include "client_sdk/base/text.hpp"
#include "referee/cli/reports/time_left.hpp"

namespace quiver::cli {

namespace {

constexpr base::Duration kWorthTelling = std::chrono::milliseconds(10);  // a game, on average
constexpr int kShare = 100;

}  // namespace

void StarvedGames::add(const wire::Record& record) {
  if (record.starved > 0) ++games_;
  repeats_ += record.starved;
  for (const wire::Record::SeatRecord& one : record.seats) {
    Bot& bot = bots_[base::escaped(one.name, 64)];
    bot.wait += one.wait.value_or(base::Duration{0});
    bot.used += one.used;
    ++bot.games;
  }
}

std::string StarvedGames::text() const {
  std::string out;
  if (games_ > 0)
    out = std::to_string(games_) + (games_ == 1 ? " game was" : " games were") + " played again, " +
          std::to_string(repeats_) + (repeats_ == 1 ? " time" : " times") +
          " in all, because a bot had to wait for a processor\n";
  std::string waits;
  for (const auto& [name, bot] : bots_)
    if (bot.wait >= bot.games * kWorthTelling && kShare * bot.wait >= bot.used)
      waits += (waits.empty() ? "" : ", ") + name + " " + seconds_text(bot.wait) + " s";
  return waits.empty() ? out : out + "waited for a processor: " + waits + "\n";
}

}  // namespace quiver::cli
