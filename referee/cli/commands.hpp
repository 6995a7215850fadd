// The subcommands. Each adds itself to the program and runs when CLI11 has read the arguments.
#pragma once

namespace CLI {
class App;
}

namespace quiver::cli {

// `exit_code` is what the program ends with; commands leave it alone unless they have something to say.
void add_board_command(CLI::App& program, int& exit_code);
void add_moves_command(CLI::App& program, int& exit_code);
void add_perft_command(CLI::App& program, int& exit_code);

}  // namespace quiver::cli
