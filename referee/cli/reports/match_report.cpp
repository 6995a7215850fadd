#include "referee/cli/reports/match_report.hpp"

#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/draw/board.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/game_event.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/reports/time_left.hpp"
#include "referee/net/match_session.hpp"

namespace quiver::cli {

namespace {

// A terminal is slower than games are.
constexpr auto kBetweenLines = std::chrono::milliseconds(100);

}  // namespace

MatchReport::MatchReport(How how)
    : how_(std::move(how)),
      color_(Output::has_colors()),
      progress_(isatty(STDERR_FILENO) == 1 && !how_.show) {
  if (how_.record.empty()) return;
  auto file = net::RecordFile::open(how_.record);
  if (!file) throw UsageError(file.error().sentence);
  file_ = std::move(*file);
}

// What cannot be written is told once, at the end: the games go on, and the record file has them.
void MatchReport::say(const std::string& text) {
  clear_progress();
  if (silenced_ || how_.silent) return;
  try {
    out_ << text;
    out_.finish();
  } catch (const UsageError& error) {
    failure_ = error.what();
    silenced_ = true;
  }
}

// "3 of 20 games, about 0:12 left; minimax 2, random 1; game 4: random - minimax, 17 moves": what matters
// most first, because a terminal may be narrow.
std::string MatchReport::progress() const {
  std::string out = std::to_string(tally_.games()) + " of " + std::to_string(how_.games) +
                    (how_.games == 1 ? " game" : " games");
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  const std::string left =
      time_left({how_.games, how_.concurrency, how_.longest_game}, tally_.games(), seconds);
  if (!left.empty()) out += ", " + left;
  if (const std::string score = tally_.score(); !score.empty()) out += "; " + score;
  if (going_.empty() && tally_.games() < how_.games) out += "; the bots are started";
  if (!going_.empty()) {
    const auto& [number, game] = *going_.begin();
    out += "; game " + std::to_string(number) + ": " + game.names + ", " + std::to_string(game.moves) +
           (game.moves == 1 ? " move" : " moves");
    if (going_.size() > 1) out += " (and " + std::to_string(going_.size() - 1) + " more)";
  }
  return out;
}

void MatchReport::show_progress() {
  if (!progress_) return;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  // One column is left free, so that the terminal does not wrap the line.
  const std::string line(base::cut(base::harmless_text(progress()), known ? size.ws_col - 1U : 79U));
  // Carriage return, text, then "erase to the end of the line".
  std::fprintf(stderr, "\r%s\033[K", line.c_str());
  std::fflush(stderr);
  progress_shown_ = true;
  shown_ = std::chrono::steady_clock::now();
}

void MatchReport::on_tick() {
  if (std::chrono::steady_clock::now() - shown_ >= kBetweenLines) show_progress();
}

void MatchReport::clear_progress() {
  if (progress_shown_) std::fputs("\r\033[K", stderr);
  progress_shown_ = false;
}

void MatchReport::on_debuggable(const std::string& name, int pid, const std::string& program) {
  note(name + " runs without clock, limits and isolation, attach to it with: gdb -p " + std::to_string(pid) +
       " (" + program + ")");
}

void MatchReport::on_begin(const net::MatchSession& session, const wire::Record& heading) {
  going_[heading.number] = {names_of(heading), 0};
  on_tick();
  if (!how_.show) return;
  std::string head = "game " + std::to_string(heading.number) + ": ";
  for (std::size_t s = 0; s < heading.seats.size(); ++s)
    head += (s == 0 ? "" : ", ") + ("seat " + std::to_string(s) + " " + heading.seats[s].name);
  say(head + "\n" + draw::board(session.match().start(), color_));
}

void MatchReport::on_message(const net::MatchSession& session, const match::Message& message) {
  const games::Position& after = session.match().position();
  const auto event = game_event(after, message);
  if (!event) return;
  if (const auto found = going_.find(session.number()); found != going_.end())
    found->second.moves = after.ply();
  on_tick();
  if (!how_.show) return;
  const std::string game = how_.games > 1 ? "game " + std::to_string(session.number()) + ", " : "";
  say("\n" + game + "seat " + std::to_string(event->seat.value()) + ": " + event->text + "\n" +
      draw::board(after, color_) + draw::status(after, color_));
}

void MatchReport::on_record(const wire::Record& record) {
  tally_.add(record);
  starved_.add(record);
  going_.erase(record.number);
  if (file_)
    if (auto written = file_->append(record); !written && failure_.empty())
      failure_ = written.error().sentence;
  say(how_.json ? wire::record_json(record) + "\n" : game_line(record) + "\n" + output_.below(record));
  show_progress();
}

void MatchReport::note(const std::string& sentence) {
  clear_progress();
  warn(sentence);
}

void MatchReport::on_done(std::uint32_t, std::uint32_t) { clear_progress(); }

void MatchReport::finish() {
  if (!how_.json && tally_.games() > 0)
    say("\n" + tally_.table() + starved_.text() + "seed " + std::to_string(how_.seed) + "\n");
  if (!failure_.empty()) throw UsageError(failure_);
}

int MatchReport::exit_code(bool strict) const {
  if (tally_.voids() > 0) return 4;
  return strict && tally_.misbehaved() ? 3 : 0;
}

}  // namespace quiver::cli
