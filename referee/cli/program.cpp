#include "referee/cli/program.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <string>

#include <CLI/CLI.hpp>

#include "client_sdk/base/text.hpp"
#include "client_sdk/graph/gsl_errors.hpp"
#include "referee/cli/commands.hpp"
#include "referee/cli/output.hpp"
#include "referee/cli/usage_error.hpp"

namespace quiver::cli {

namespace {

constexpr int kBadUsage = 2;
constexpr int kOurFault = 70;

constexpr const char* kHelp = R"(quiver: a referee for bot competitions on graph boards

usage: quiver COMMAND GAME [options]

games:     amazons, quoridor, connect4
commands:
  board    draw a position in the terminal, or print it as JSON or as a graph
  moves    list the legal moves of a position, or check one
  perft    count the sequences of moves that a position allows

Each command tells more with --help. Examples:
  quiver board amazons --board eight --size 12
  quiver moves quoridor --moves "e2 e8" --check e3h
  quiver perft connect4 --depth 6

options:
  -h, --help   this text
  --version    the version of the program

exit codes: 0 done, 1 the checked move is illegal, 2 bad usage or input
)";

int complain(const std::string& sentence, int exit_code) {
  std::cerr << "quiver: " << base::one_line(sentence) << '\n';
  return exit_code;
}

// What nobody knows what to do with: an option if there is one, or else the first word too many.
std::string not_known(const CLI::App& program) {
  const auto rest = program.remaining(true);
  const auto option =
      std::find_if(rest.begin(), rest.end(), [](const std::string& r) { return r.starts_with("-"); });
  const std::string& word = option != rest.end() ? *option : rest.front();
  const auto chosen = program.get_subcommands();
  const std::string name = chosen.empty() ? "" : chosen.front()->get_name() + " ";
  return name + "does not know what to do with " + base::quoted(word) + "; quiver " + name +
         "--help tells more";
}

int parse_and_run(CLI::App& program, int argc, const char* const* argv, const int& exit_code) {
  try {
    program.parse(argc, argv);
    return exit_code;
  } catch (const CLI::CallForHelp&) {
    const auto chosen = program.get_subcommands();
    Output out;
    out << (chosen.empty() ? program.help() : chosen.front()->help());
    out.finish();
    return 0;
  } catch (const CLI::CallForVersion&) {
    Output out;
    out << "quiver " << QUIVER_VERSION << "\n";
    out.finish();
    return 0;
  } catch (const CLI::ExtrasError&) {
    return complain(not_known(program), kBadUsage);
  } catch (const CLI::ParseError& error) {
    return complain(error.what(), kBadUsage);
  }
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  graph::turn_off_gsl_abort();
  int exit_code = 0;
  try {
    CLI::App program;
    program.formatter_fn(
        [](const CLI::App*, const std::string&, CLI::AppFormatMode) { return std::string(kHelp); });
    program.set_version_flag("--version", "");
    add_board_command(program, exit_code);
    add_moves_command(program, exit_code);
    add_perft_command(program, exit_code);
    if (argc < 2)
      return complain("which command? board, moves or perft; quiver --help tells more", kBadUsage);
    const std::string first = argv[1];
    if (first.starts_with("-") && first != "-h" && first != "--help" && first != "--version")
      return complain("does not know what to do with " + base::quoted(first) + "; quiver --help tells more",
                      kBadUsage);
    const auto is_first = [&](const CLI::App* command) { return command->get_name() == first; };
    if (!first.starts_with("-") && program.get_subcommands(is_first).empty())
      return complain(
          "there is no command " + base::quoted(first) + "; the commands are board, moves and perft",
          kBadUsage);
    program.require_subcommand(1);
    return parse_and_run(program, argc, argv, exit_code);
  } catch (const UsageError& error) {
    return complain(error.what(), kBadUsage);
  } catch (const std::bad_alloc&) {
    return complain("there is not enough memory for this", kOurFault);
  } catch (const std::exception& error) {
    return complain(std::string("this should not happen: ") + error.what(), kOurFault);
  }
}

}  // namespace quiver::cli
