#include "referee/cli/match_report.hpp"

#include <cstdio>
#include <iostream>
#include <unistd.h>

#include "client_sdk/draw/board.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/cli/usage_error.hpp"

namespace quiver::cli {

MatchReport::MatchReport(How how)
    : how_(std::move(how)),
      color_(Output::has_colors()),
      progress_(isatty(STDERR_FILENO) == 1 && how_.games > 1) {
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

void MatchReport::show_progress() {
  if (!progress_ || how_.show) return;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  std::fprintf(stderr, "\r%u of %u games, %.1f a second\033[K", tally_.games(), how_.games,
               seconds > 0 ? tally_.games() / seconds : 0.0);
  std::fflush(stderr);
  progress_shown_ = true;
}

void MatchReport::clear_progress() {
  if (progress_shown_) std::fputs("\r\033[K", stderr);
  progress_shown_ = false;
}

void MatchReport::on_launched(const std::string& name, int pid, const std::string& program) {
  note(name + " runs without clock, limits and isolation, attach to it with: gdb -p " + std::to_string(pid) +
       " (" + program + ")");
}

void MatchReport::on_start(std::uint32_t number, const games::Position& position,
                           const std::vector<std::string>& names) {
  if (!how_.show) return;
  std::string head = "game " + std::to_string(number) + ": ";
  for (std::size_t s = 0; s < names.size(); ++s)
    head += (s == 0 ? "" : ", ") + ("seat " + std::to_string(s) + " " + names[s]);
  say(head + "\n" + draw::board(position, color_));
}

void MatchReport::on_event(std::uint32_t number, const games::Position& after, base::Seat seat,
                           const std::string& what) {
  if (!how_.show) return;
  const std::string game = how_.games > 1 ? "game " + std::to_string(number) + ", " : "";
  say("\n" + game + "seat " + std::to_string(seat.value()) + ": " + what + "\n" + draw::board(after, color_) +
      draw::status(after, color_));
}

void MatchReport::on_record(const wire::Record& record) {
  tally_.add(record);
  if (file_)
    if (auto written = file_->append(record); !written && failure_.empty())
      failure_ = written.error().sentence;
  say((how_.json ? wire::record_json(record) : game_line(record)) + "\n");
  show_progress();
}

void MatchReport::note(const std::string& sentence) {
  clear_progress();
  std::cerr << "quiver: " << sentence << '\n';
}

void MatchReport::on_done(std::uint32_t, std::uint32_t) { clear_progress(); }

void MatchReport::finish() {
  if (!how_.json && tally_.games() > 0)
    say("\n" + tally_.table() + "seed " + std::to_string(how_.seed) + "\n");
  if (!failure_.empty()) throw UsageError(failure_);
}

int MatchReport::exit_code(bool strict) const {
  if (tally_.voids() > 0) return 4;
  return strict && tally_.misbehaved() ? 3 : 0;
}

}  // namespace quiver::cli
