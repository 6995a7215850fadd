#include "referee/cli/commands/program.hpp"

#include <exception>
#include <new>
#include <string>
#include <vector>

#include "client_sdk/base/secrets.hpp"
#include "client_sdk/games/registry.hpp"
#include "client_sdk/graph/gsl_errors.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

namespace {

constexpr int kBadUsage = 2;
constexpr int kOurFault = 70;

std::string program_help() {
  std::string names;
  for (const std::string& name : games::all_game_names()) names += (names.empty() ? "" : "|") + name;
  return "quiver: a referee for bot competitions on graph boards\n\nusage: quiver COMMAND [" + names +
         R"(] [options]

  match          let bots play each other; without arguments, a demonstration
  play           play yourself, against a bot or somebody beside you
  tournament     run a tournament that can be interrupted and resumed
  ladder         run a rated ladder without end
  standings      the table of a tournament or a ladder
  work, workers  play games of a tournament on this machine, too; list workers
  serve          run a referee that bots connect to
  order, admin   have a running referee play matches; list, kick, abort, teams
  submit, team, challenge   take part in a running ladder with a bot
  bots, check    list the bundled bots; test a bot in every game it plays
  admit          build, check and pack a bot as a ladder does with submissions
  replay, verify step through a recorded game; check games against the rules
  export, import, store     convert games and stores, and copy stores
  board          draw a position, or print it as JSON or as a graph
  moves, perft   list the legal moves of a position, or check one; count them
  solve          the exact score of a Connect Four position

quiver help COMMAND, or COMMAND --help, describes each command. Example:
  quiver match connect4 --bot ./my-bot --bot random --games 20 --swap
exit codes: 0 done; 1 illegal move, failed check; 2 bad usage; others: --help
)";
}

int complain(const std::string& sentence, int exit_code) {
  warn(sentence);
  return exit_code;
}

int run(int argc, const char* const* argv) {
  graph::turn_off_gsl_abort();
  wire::silence_protobuf();
  try {
    CommandLine program(program_help(), QUIVER_VERSION);
    add_board_command(program);
    add_moves_command(program);
    add_perft_command(program);
    add_solve_command(program);
    add_bots_command(program);
    add_check_command(program);
    add_admit_command(program);
    add_match_command(program);
    add_play_command(program);
    add_tournament_command(program);
    add_ladder_command(program);
    add_standings_command(program);
    add_serve_command(program);
    add_order_command(program);
    add_admin_command(program);
    add_submit_command(program);
    add_challenge_command(program);
    add_team_command(program);
    add_replay_command(program);
    add_store_command(program);
    add_verify_command(program);
    add_work_command(program);
    add_workers_command(program);
    add_export_command(program);
    add_import_command(program);
    return program.run(argc, argv);
  } catch (const UsageError& error) {
    return complain(error.what(), kBadUsage);
  } catch (const std::bad_alloc&) {
    return complain("there is not enough memory for this", kOurFault);
  } catch (const std::exception& error) {
    return complain(std::string("this should not happen: ") + error.what(), kOurFault);
  }
}

}  // namespace

int run_program(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  std::vector<const char*> copies;
  for (const std::string& word : words) copies.push_back(word.c_str());
  base::hide_argument(argc, argv, "--token");
  return run(argc, copies.data());
}

}  // namespace quiver::cli
