#include "referee/cli/reports/tournament_report.hpp"

#include <algorithm>
#include <sstream>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/game_event.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/reports/standings_text.hpp"
#include "referee/cli/reports/tally.hpp"
#include "referee/net/match_session.hpp"

namespace quiver::cli {

namespace {

std::vector<std::string> table_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// "cup: 12 of 30 games".
std::string how_far(const store::Standings& standings) {
  std::string out = base::escaped(standings.event, 64) + ": " + std::to_string(standings.played);
  if (standings.planned > 0) out += " of " + std::to_string(standings.planned);
  return out + " games";
}

}  // namespace

TournamentReport::TournamentReport(How how, std::function<store::Standings()> standings)
    : how_(std::move(how)),
      standings_(std::move(standings)),
      live_(!how_.json && !how_.silent && !how_.quiet && LiveBlock::possible()) {
  if (how_.record.empty()) return;
  auto file = net::RecordFile::open(how_.record);
  if (!file) throw UsageError(file.error().sentence);
  file_ = std::move(*file);
}

// What cannot be written is told once, at the end: the games go on, and the store has them.
void TournamentReport::say(const std::string& text) {
  if (silenced_ || how_.silent) return;
  block_.clear();
  try {
    out_ << text;
    out_.finish();
  } catch (const UsageError& error) {
    failure_ = error.what();
    silenced_ = true;
  }
}

void TournamentReport::tell(const std::string& line) {
  if (how_.json || how_.quiet) return;
  say(line + "\n");
}

void TournamentReport::note(const std::string& sentence) {
  block_.clear();
  warn(sentence);
}

void TournamentReport::on_begin(const net::MatchSession& session, const wire::Record& heading) {
  going_[session.match().id()] = {heading.id, names_of(heading), 0};
  on_tick();
}

void TournamentReport::on_tick() {
  if (live_ && block_.due()) show();
}

void TournamentReport::on_message(const net::MatchSession& session, const match::Message&) {
  const auto found = going_.find(session.match().id());
  if (found != going_.end()) found->second.moves = session.match().position().ply();
  on_tick();
}

void TournamentReport::on_over(const net::MatchSession& session, const wire::Record&) {
  going_.erase(session.match().id());
}

void TournamentReport::on_record(const wire::Record& record) {
  ++ended_;
  pace_.add_game(std::chrono::steady_clock::now());
  starved_.add(record);
  if (file_)
    if (auto written = file_->append(record); !written && failure_.empty())
      failure_ = written.error().sentence;
  if (how_.json)
    say(wire::record_json(record) + "\n");
  else if (!how_.quiet)
    tell_game(record);
  on_tick();
}

// Beside a live table only what somebody has to look into.
void TournamentReport::tell_game(const wire::Record& record) {
  const std::string below = output_.below(record);
  if (!live_ || !below.empty()) say(game_line(record) + "\n" + below);
}

std::string TournamentReport::progress(const store::Standings& standings) {
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::chrono::duration<double>(now - began_).count();
  std::string out = how_far(standings) + ", " + clock_text(seconds) + " gone";
  const double games = games_left(standings);
  if (const auto left = pace_.seconds_for(games, now); left && games > 0)
    out += ", about " + clock_text(*left) + " left";
  return out;
}

// Where not all of it fits, the end of the table gives way to the games, and those to a part of the table.
void TournamentReport::show() {
  const store::Standings standings = standings_();
  std::vector<std::string> lines{progress(standings)};
  std::vector<std::string> games;
  for (const auto& [match, going] : going_)
    games.push_back("game " + going.id.substr(going.id.rfind('-') + 1) + ": " + going.names + ", " +
                    std::to_string(going.moves) + " moves");
  const std::vector<std::string> table = table_lines(standings_table(standings));
  const std::vector<std::string> sprt = table_lines(sprt_line(standings));
  const std::size_t room = LiveBlock::room() - std::min(LiveBlock::room(), lines.size() + sprt.size());
  // The table gets what the games leave, but at least half.
  const std::size_t for_table = std::max(room / 2, room - std::min(room, games.size()));
  if (table.size() <= for_table) {
    lines.insert(lines.end(), table.begin(), table.end());
  } else if (for_table > 1) {
    const auto shown = static_cast<std::ptrdiff_t>(for_table - 1);
    lines.insert(lines.end(), table.begin(), table.begin() + shown);
    lines.push_back("and " + std::to_string(table.size() - for_table + 1) + " more");
  }
  lines.insert(lines.end(), sprt.begin(), sprt.end());
  lines.insert(lines.end(), games.begin(), games.end());
  block_.draw(lines);
}

void TournamentReport::finish() {
  block_.clear();
  if (!how_.json) {
    const store::Standings standings = standings_();
    const bool after_games = !live_ && !how_.quiet && ended_ > 0;
    say((after_games ? "\n" : "") + how_far(standings) + "\n" + standings_table(standings) +
        sprt_line(standings) + ranking_line(standings) + starved_.text());
  }
  if (!failure_.empty()) throw UsageError(failure_);
}

}  // namespace quiver::cli
