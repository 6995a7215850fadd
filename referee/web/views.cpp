#include "referee/web/views.hpp"

#include <algorithm>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/proto_common.hpp"
#include "client_sdk/wire/proto_position.hpp"
#include "referee/records/verify.hpp"
#include "referee/web/step_encoder.hpp"

namespace quiver::web {

using base::seat;

namespace {

// Names and sentences come from bots: valid UTF-8 of a bounded length for the page.
std::string plain(const std::string& from) { return base::plain_text(from, wire::kMaxSentence); }

void fill_end(v1::GameStatus& out, const std::optional<base::Seat>& winner, wire::End end,
              const std::string& sentence) {
  out.set_phase(v1::GameStatus::OVER);
  if (winner) out.set_winner(winner->value());
  out.set_end(static_cast<v1::End>(end));
  out.set_sentence(plain(sentence));
}

void fill_seat(v1::SeatStatus& out, const match::Match& match, base::Seat s) {
  out.set_title(plain(match.title(s)));
  out.set_connected(match.is_connected(s));
  if (const auto reason = match.reason(s)) out.set_reason(static_cast<v1::Reason>(*reason));
  out.set_detail(plain(match.detail(s)));
  if (const auto bank = match.bank(s)) out.set_bank_millis(shown_millis(*bank));
  out.set_used_millis(shown_millis(match.used(s)));
}

void fill_seat(v1::SeatStatus& out, const wire::Record::SeatRecord& from) {
  out.set_title(plain(from.title));
  if (from.reason) out.set_reason(static_cast<v1::Reason>(*from.reason));
  out.set_detail(plain(from.detail));
  out.set_place(from.place);
  if (from.left) out.set_bank_millis(shown_millis(*from.left));
  out.set_used_millis(shown_millis(from.used));
  out.set_isolation(plain(from.isolation));
  out.set_limits(plain(from.limits));
  if (from.cpu_on_turn) out.set_cpu_on_turn_millis(shown_millis(*from.cpu_on_turn));
  if (from.cpu_off_turn) out.set_cpu_off_turn_millis(shown_millis(*from.cpu_off_turn));
  if (from.wait) out.set_wait_millis(shown_millis(*from.wait));
}

// "/opt/bots/rolf" cannot be started → "rolf" cannot be started.
std::string without_folders(const std::string& sentence) {
  std::string out;
  for (std::size_t k = 0; k < sentence.size();) {
    // Cut at the punctuation that ends a path in a sentence.
    const std::size_t end = std::min(sentence.find_first_of(" \":,;", k), sentence.size() - 1) + 1;
    const std::string_view word = std::string_view(sentence).substr(k, end - k);
    out += word.front() == '/' ? word.substr(word.rfind('/') + 1) : word;
    k = end;
  }
  return out;
}

}  // namespace

v1::GameView head_of(const wire::Record& record, const games::Position& start) {
  v1::GameView out;
  out.set_id(plain(record.id));
  out.set_game(record.game);
  out.set_board(plain(record.board));
  out.set_started(plain(record.started));
  for (const auto& one : record.seats) {
    v1::SeatHead& head = *out.add_seats();
    head.set_name(plain(one.name));
    wire::fill(*head.mutable_time(), one.time);
  }
  wire::fill_position(*out.mutable_start(), start, false);
  out.set_opening(record.opening);
  return out;
}

v1::GameStatus status_of(const match::Match& match, base::Time now) {
  v1::GameStatus out;
  out.set_phase(match.playing() ? v1::GameStatus::PLAYING : v1::GameStatus::GATHERING);
  for (unsigned s = 0; s < match.num_seats(); ++s) fill_seat(*out.add_seats(), match, seat(s));
  const match::Match::Clock clock = match.clock(now);
  if (clock.running) {
    out.set_running(clock.running->value());
    out.set_left_millis(shown_millis(clock.left));
  }
  return out;
}

v1::GameStatus status_of(const wire::Record& record) {
  v1::GameStatus out;
  for (const auto& one : record.seats) fill_seat(*out.add_seats(), one);
  fill_end(out, record.winner, record.end, record.sentence);
  return out;
}

base::Result<v1::GameView> view_of(const wire::Record& record) {
  const auto start = records::start_of(record);
  if (!start) return start.error();
  v1::GameView out = head_of(record, *start);
  StepEncoder encoder(*start);
  const auto reasons = [&](base::Seat s) -> StepEncoder::Why {
    const auto& one = record.seats[s.value()];
    return {one.reason.value_or(wire::Reason::kResigned), one.detail};
  };
  for (const wire::Record::Entry& entry : record.moves) {
    auto step = encoder.tell(entry, reasons);
    if (!step) return step.error();
    *out.add_steps() = std::move(*step);
  }
  *out.mutable_status() = status_of(record);
  return out;
}

v1::GameSummary summary_of(const wire::Record& record) {
  v1::GameSummary out;
  out.set_id(plain(record.id));
  out.set_game(record.game);
  out.set_board(plain(record.board));
  for (const auto& one : record.seats) {
    v1::SummarySeat& in = *out.add_seats();
    in.set_name(plain(one.name));
    in.set_place(one.place);
    if (one.reason) in.set_reason(static_cast<v1::Reason>(*one.reason));
  }
  if (record.winner) out.set_winner(record.winner->value());
  out.set_end(static_cast<v1::End>(record.end));
  out.set_sentence(plain(record.sentence));
  std::uint32_t plies = 0;
  for (const auto& entry : record.moves) plies += games::is_elimination(entry.notation) ? 0U : 1U;
  out.set_plies(plies);
  out.set_started(plain(record.started));
  return out;
}

wire::Record without_paths(wire::Record record) {
  for (auto& one : record.seats) {
    one.log.clear();
    one.output.reset();  // nobody here may show it to others than its owner
  }
  if (record.end == wire::End::kVoid) record.sentence = without_folders(record.sentence);
  return record;
}

}  // namespace quiver::web
