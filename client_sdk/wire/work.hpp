// What the coordinator of a tournament leaves for its workers, as plain values and as JSON.
//
// The JSON is protobuf's own mapping of quiver.v1.WorkSetup and WorkUnit (work.proto). Reading judges what
// it is given: an error has a sentence. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::wire {

// An entrant: its files are in the bundle. Limits of 0 are none.
struct WorkBot {
  std::string name;
  std::string bundle;  // the SHA-256 of its bytes
  TimeControl time;
  std::uint64_t memory_bytes = 0;
  Duration cpu{0};
  std::uint32_t processes = 0;
  std::uint32_t files = 0;
  std::uint64_t scratch_bytes = 0;
  std::uint64_t log_bytes = 0;
  std::uint32_t threads = 1;  // it computes with
};

// A board of an event that is played on several.
struct WorkBoard {
  std::string name;
  games::Options options;
  std::optional<std::string> map;  // the text of a map file, instead of options.map
};

// How the games of an event are played.
struct WorkSetup {
  std::string game;
  games::Options options;
  std::optional<std::string> map;  // the text of a map file, instead of options.map
  std::vector<WorkBot> bots;       // by the numbers of the entrants
  bool restart = false;            // new processes for every game
  std::string isolate = "auto";
  bool no_ponder = false;
  bool void_starved = true;   // a game with a time-out for want of a processor is void (--starved)
  bool clock_by_cpu = false;  // CPU time is charged (--clock-by)
  // Clocks are scaled: they are meant for a machine of this speed.
  std::optional<double> reference_speed = {};
  std::string board_name = {};  // of the board above; empty if it is the only one
  std::vector<WorkBoard> more_boards = {};
};

struct WorkGame {
  std::uint32_t number = 0;
  std::string id;
  std::vector<std::uint32_t> bots;  // by seat
  std::string opening;              // moves, as on the command line
  std::uint32_t seed = 0;
  std::vector<std::uint64_t> seeds;  // one per seat
  std::uint32_t board = 0;           // its number; 0 is that of the setup itself
  friend bool operator==(const WorkGame&, const WorkGame&) = default;
};

// One line of JSON each, without a line end.
std::string work_setup_json(const WorkSetup& setup);
base::Result<WorkSetup> parse_work_setup(std::string_view json);
std::string work_unit_json(const std::vector<WorkGame>& games);
base::Result<std::vector<WorkGame>> parse_work_unit(std::string_view json);

}  // namespace quiver::wire
