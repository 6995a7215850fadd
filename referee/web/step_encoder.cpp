#include "referee/web/step_encoder.hpp"

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/proto_position.hpp"
#include "client_sdk/wire/proto_record.hpp"

namespace quiver::web {

using base::seat;

namespace {

void add_out(v1::Step& step, base::Seat who, const StepEncoder::Why& why) {
  v1::SeatOut& out = *step.add_outs();
  out.set_seat(who.value());
  out.set_reason(static_cast<v1::Reason>(why.reason));
  out.set_detail(base::plain_text(why.detail, wire::kMaxSentence));
}

void fill_move(v1::Step& step, const games::Position& before, const games::Move& move) {
  wire::fill_move(*step.mutable_move(), move);
  if (const auto cell = before.lands_on(move)) step.set_cell(cell->value());
}

// The match has judged its own entries; those of a record from outside are judged here.
base::Result<games::Event> judged(const games::Position& position, const wire::Record::Entry& entry) {
  if (entry.event) return *entry.event;
  auto event = position.parse(entry.notation);
  if (!event) return event.error();
  if (const auto verdict = position.check(*event); !verdict)
    return base::Error{base::Error::Code::kIllegal, entry.notation + ": " + verdict.error().sentence};
  return event;
}

}  // namespace

base::Result<v1::Step> StepEncoder::tell(const wire::Record::Entry& entry, const Reasons& reasons) {
  const auto event = judged(position_, entry);
  if (!event) return event.error();
  v1::Step step;
  step.set_number(steps_++);
  step.set_seat(entry.seat.value());
  step.set_notation(entry.notation);
  step.set_millis(shown_millis(entry.took));
  if (entry.cpu) step.set_cpu_millis(shown_millis(*entry.cpu));
  if (entry.wait.count() > 0) step.set_wait_millis(shown_millis(entry.wait));
  if (entry.wall) step.set_wall_millis(shown_millis(*entry.wall));
  if (!entry.info.empty()) wire::fill_info(*step.mutable_info(), entry.info);
  if (const auto* move = std::get_if<games::Move>(&*event)) fill_move(step, position_, *move);
  // A copy: seats that are in the game before this event and not after it were eliminated by it.
  const games::Turn before = position_.turn();
  position_.apply(*event);
  const games::Turn& after = position_.turn();
  for (unsigned s = 0; s < after.seats(); ++s) {
    if (!before.stands(seat(s)) || after.stands(seat(s))) continue;
    const auto* elimination = std::get_if<games::Elimination>(&*event);
    add_out(step, seat(s),
            elimination != nullptr && elimination->seat == seat(s)
                ? reasons(seat(s))
                : Why{wire::Reason::kBlocked, "it cannot move"});
  }
  if (!after.outcome().over) step.set_to_move(after.to_move().value());
  step.set_ply(position_.ply());
  return step;
}

}  // namespace quiver::web
