#include "referee/store/workers_report.hpp"

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/plain_text.hpp"
#include "quiver/v1/workers.pb.h"

namespace quiver::store {

namespace {

// Whoever may write to the database chooses these.
std::string plain(const std::string& text) { return base::plain_text(text, wire::kMaxSentence); }

void fill(v1::WorkerRow& out, const WorkersReport::Row& row) {
  const WorkerState& state = row.state;
  out.set_name(plain(state.info.name));
  out.set_host(plain(state.info.host));
  out.set_cpu(plain(state.info.cpu));
  out.set_alive(row.alive);
  out.set_seen_seconds(state.seen_seconds);
  out.set_units(static_cast<std::uint32_t>(state.units));
  out.set_games(state.games);
  out.set_games_an_hour(row.games_an_hour);
  out.set_time_losses(state.time_losses);
  out.set_voids(state.voids);
  out.set_starved(state.starved);
  if (state.info.speed) out.set_speed(*state.info.speed);
  if (state.time_scale) out.set_time_scale(*state.time_scale);
  out.set_refused(plain(state.refused));
  if (!row.test) return;
  v1::WorkerTest& test = *out.mutable_test();
  test.set_chi_square(row.test->chi_square);
  test.set_degrees(row.test->degrees);
  test.set_p(row.test->p);
  test.set_differs(row.test->differs);
}

}  // namespace

std::string workers_json(const WorkersReport& report) {
  v1::Workers out;
  for (const WorkersReport::Row& row : report.workers) fill(*out.add_workers(), row);
  out.mutable_units()->set_open(report.units.open);
  out.mutable_units()->set_leased(report.units.leased);
  out.mutable_units()->set_submitted(report.units.submitted);
  for (const WorkersReport::Progress& one : report.events) {
    v1::WorkProgress& progress = *out.add_events();
    progress.set_event(plain(one.event));
    progress.set_played(one.played);
    progress.set_planned(one.planned);
    if (one.seconds_left) progress.set_seconds_left(*one.seconds_left);
  }
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string json;
  // Only text that is no UTF-8 can make this fail, and there is none.
  if (!google::protobuf::util::MessageToJsonString(out, &json, options).ok()) return "{}";
  return base::harmless_json(json);
}

}  // namespace quiver::store
