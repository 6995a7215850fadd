#include "referee/cli/reports/check_report.hpp"

#include <algorithm>
#include <cmath>

#include "referee/cli/reports/bot_output.hpp"

namespace quiver::cli {

namespace {

// The share of its time above which a bot that passed is called close.
constexpr double kClose = 0.8;

// How a bot's words begin that does not play such a match at all (client_sdk/bot/declined.hpp).
constexpr std::string_view kDeclines = "it says: declined: ";

// What a seat that is out has done before; its going out stands among the moves too.
std::string own_moves(const wire::Record& record, std::size_t seat) {
  const auto entries = std::count_if(record.moves.begin(), record.moves.end(),
                                     [&](const auto& move) { return move.seat.value() == seat; });
  if (entries <= 1) return " before its first move";
  return " after " + std::to_string(entries - 1) + (entries == 2 ? " move" : " moves") + " of its own";
}

// Times, vertices and process ids differ from game to game.
std::string without_digits(std::string text) {
  std::erase_if(text, [](unsigned char c) { return c >= '0' && c <= '9'; });
  return text;
}

// What a seat went out for, told apart from what it was on this board: of an illegal move the rule counts.
std::string cause_of(const wire::Record::SeatRecord& seat) {
  const std::string reason(wire::reason_name(*seat.reason));
  if (seat.reason == wire::Reason::kTimeout) return reason;
  if (seat.reason == wire::Reason::kIllegalMove)
    return reason + ": " + seat.detail.substr(0, seat.detail.find(':'));
  return reason + ": " + without_digits(seat.detail);
}

std::string in_millis(base::Duration time) {
  return std::to_string(std::llround(std::ceil(base::millis(time)))) + "ms";
}

}  // namespace

void Finding::add(const wire::Record& record) {
  ++games_;
  for (const wire::Record::Entry& move : record.moves) moves_ += move.notation + " ";
  if (record.end == wire::End::kVoid && failure_.empty()) {
    failure_ = "no game: " + record.sentence;
    cause_ = without_digits(failure_);
  }
  for (std::size_t s = 0; s < record.seats.size(); ++s) {
    const wire::Record::SeatRecord& seat = record.seats[s];
    if (seat.name != name_) continue;
    judge_clock(record, s);
    if (!seat.reason || !wire::is_fault(*seat.reason)) continue;
    if (seat.reason == wire::Reason::kNotReady) ++never_ready_;
    const bool declines = seat.detail.starts_with(kDeclines);
    std::string& where = declines ? declined_ : failure_;
    // Only the first failure and the first refusal are reported.
    if (!where.empty()) continue;
    where = declines ? seat.detail
                     : "in seat " + std::to_string(s) + ", " + std::string(wire::reason_name(*seat.reason)) +
                           own_moves(record, s) + ": " + brief_detail(seat);
    if (declines) continue;
    log_ = seat.log;
    cause_ = cause_of(seat);
  }
}

void Finding::judge_clock(const wire::Record& record, std::size_t seat) {
  const wire::Record::SeatRecord& own = record.seats[seat];
  const auto note = [&](base::Duration used, base::Duration of, const char* what) {
    const double share = base::millis(used) / base::millis(of);
    if (share <= nearest_) return;
    nearest_ = share;
    nearest_words_ = std::string(what) + " " + in_millis(used) + " of " + base::format_duration(of);
  };
  if (own.time.per_move)
    for (const wire::Record::Entry& move : record.moves)
      if (move.seat.value() == seat) note(move.took, *own.time.per_move, "slowest move");
  // The bank as it is at the end: increments that were added may hide what was used.
  if (own.time.bank && own.left) note(*own.time.bank - *own.left, *own.time.bank, "longest game");
}

Finding::Kind Finding::kind() const {
  if (!failure_.empty()) return Kind::kFailed;
  if (!declined_.empty()) return Kind::kDeclined;
  return nearest_ > kClose ? Kind::kClose : Kind::kPassed;
}

std::string Finding::sentence() const {
  if (!failure_.empty()) return failure_;
  if (!declined_.empty()) return declined_;
  return std::to_string(games_) + (games_ == 1 ? " game" : " games") +
         (nearest_words_.empty() ? "" : ", " + nearest_words_);
}

void FindingCounts::add(Finding::Kind kind) {
  if (kind == Finding::Kind::kPassed || kind == Finding::Kind::kClose) ++passed;
  if (kind == Finding::Kind::kClose) ++close;
  if (kind == Finding::Kind::kDeclined) ++declined;
  if (kind == Finding::Kind::kFailed) ++failed;
}

std::string FindingCounts::line() const {
  std::string line = std::to_string(passed) + " passed";
  if (close > 0) line += ", " + std::to_string(close) + " of them close to the clock";
  if (declined > 0) line += ", " + std::to_string(declined) + " declined";
  return line + ", " + std::to_string(failed) + " failed";
}

const char* finding_word(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::kPassed:
      return "ok";
    case Finding::Kind::kClose:
      return "close";
    case Finding::Kind::kDeclined:
      return "declined";
    case Finding::Kind::kFailed:
      break;
  }
  return "FAILED";
}

}  // namespace quiver::cli
