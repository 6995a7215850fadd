#include "client_sdk/wire/work.hpp"

#include <algorithm>
#include <stdexcept>

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/proto_common.hpp"
#include "client_sdk/wire/proto_record.hpp"
#include "quiver/v1/work.pb.h"

namespace quiver::wire {

namespace {

std::string json_of(const google::protobuf::Message& message) {
  std::string json;
  // Only text that is no UTF-8 can make this fail.
  if (!google::protobuf::util::MessageToJsonString(message, &json).ok())
    throw std::logic_error("work for workers could not be written as JSON");
  return json;
}

template <class Message>
Result<Message> parsed(std::string_view json, const char* what) {
  Message message;
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::StringPiece(json.data(), json.size()), &message);
  if (!status.ok())
    return bad_input(std::string("this is not ") + what + ": " +
                     base::one_line(std::string(status.message())));
  return message;
}

void fill_work_bot(v1::WorkBot& out, const WorkBot& in) {
  out.set_name(in.name);
  out.set_bundle(in.bundle);
  fill(*out.mutable_time(), in.time);
  out.set_memory_bytes(in.memory_bytes);
  out.set_cpu_micros(micros(in.cpu));
  out.set_processes(in.processes);
  out.set_files(in.files);
  out.set_scratch_bytes(in.scratch_bytes);
  out.set_log_bytes(in.log_bytes);
  out.set_threads(in.threads);
}

WorkBot read_work_bot(const v1::WorkBot& in) {
  WorkBot out;
  out.name = in.name();
  out.bundle = in.bundle();
  out.time = read(in.time());
  out.memory_bytes = in.memory_bytes();
  out.cpu = from_micros(in.cpu_micros());
  out.processes = in.processes();
  out.files = in.files();
  out.scratch_bytes = in.scratch_bytes();
  out.log_bytes = in.log_bytes();
  out.threads = std::max(1U, in.threads());
  return out;
}

}  // namespace

std::string work_setup_json(const WorkSetup& setup) {
  v1::WorkSetup out;
  out.set_game(setup.game);
  fill_options(*out.mutable_board(), setup.options);
  if (setup.map) out.mutable_board()->set_map(*setup.map);
  for (const WorkBot& bot : setup.bots) fill_work_bot(*out.add_bots(), bot);
  out.set_restart(setup.restart);
  out.set_isolate(setup.isolate);
  out.set_no_ponder(setup.no_ponder);
  out.set_starved(setup.void_starved ? "void" : "count");
  out.set_clock_by(setup.clock_by_cpu ? "cpu" : "wall");
  if (setup.reference_speed) out.set_reference_speed(*setup.reference_speed);
  out.set_board_name(setup.board_name);
  for (const WorkBoard& board : setup.more_boards) {
    v1::WorkBoard& one = *out.add_more_boards();
    one.set_name(board.name);
    fill_options(*one.mutable_board(), board.options);
    if (board.map) one.mutable_board()->set_map(*board.map);
  }
  return json_of(out);
}

Result<WorkSetup> parse_work_setup(std::string_view json) {
  auto in = parsed<v1::WorkSetup>(json, "the setup of an event");
  if (!in) return in.error();
  WorkSetup out;
  out.game = in->game();
  out.options = read_options(in->board());
  if (in->board().has_map()) out.map = in->board().map();
  for (const v1::WorkBot& bot : in->bots()) out.bots.push_back(read_work_bot(bot));
  out.restart = in->restart();
  out.isolate = in->isolate();
  out.no_ponder = in->no_ponder();
  out.void_starved = in->starved() != "count";
  out.clock_by_cpu = in->clock_by() == "cpu";
  for (WorkBot& bot : out.bots) bot.time.by_cpu = out.clock_by_cpu;
  if (in->has_reference_speed()) out.reference_speed = in->reference_speed();
  out.board_name = in->board_name();
  for (const v1::WorkBoard& board : in->more_boards()) {
    out.more_boards.push_back({board.name(), read_options(board.board()), std::nullopt});
    if (board.board().has_map()) out.more_boards.back().map = board.board().map();
  }
  return out;
}

std::string work_unit_json(const std::vector<WorkGame>& games) {
  v1::WorkUnit out;
  for (const WorkGame& game : games) {
    v1::WorkGame& one = *out.add_games();
    one.set_number(game.number);
    one.set_id(game.id);
    for (const std::uint32_t bot : game.bots) one.add_bots(bot);
    one.set_opening(game.opening);
    one.set_seed(game.seed);
    for (const std::uint64_t seed : game.seeds) one.add_seeds(seed);
    one.set_board(game.board);
  }
  return json_of(out);
}

Result<std::vector<WorkGame>> parse_work_unit(std::string_view json) {
  const auto in = parsed<v1::WorkUnit>(json, "a unit of work");
  if (!in) return in.error();
  std::vector<WorkGame> out;
  for (const v1::WorkGame& game : in->games())
    out.push_back({game.number(),
                   game.id(),
                   {game.bots().begin(), game.bots().end()},
                   game.opening(),
                   game.seed(),
                   {game.seeds().begin(), game.seeds().end()},
                   game.board()});
  if (out.empty()) return bad_input("this unit of work has no games");
  return out;
}

}  // namespace quiver::wire
