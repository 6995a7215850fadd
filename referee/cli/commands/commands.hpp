// The subcommands. Each adds itself to the command line and runs when its arguments have been read.
#pragma once

namespace quiver::cli {

class CommandLine;

// Each adds its subcommand with options, help text and action. The objects that hold the options live as long
// as the program.
void add_board_command(CommandLine& program);
void add_moves_command(CommandLine& program);
void add_perft_command(CommandLine& program);
void add_solve_command(CommandLine& program);
void add_bots_command(CommandLine& program);
void add_check_command(CommandLine& program);
void add_match_command(CommandLine& program);
void add_play_command(CommandLine& program);
void add_serve_command(CommandLine& program);
void add_tournament_command(CommandLine& program);
void add_ladder_command(CommandLine& program);
void add_standings_command(CommandLine& program);
void add_order_command(CommandLine& program);
void add_admin_command(CommandLine& program);
void add_admit_command(CommandLine& program);
void add_submit_command(CommandLine& program);
void add_challenge_command(CommandLine& program);
void add_team_command(CommandLine& program);
void add_export_command(CommandLine& program);
void add_import_command(CommandLine& program);
void add_replay_command(CommandLine& program);
void add_store_command(CommandLine& program);
void add_verify_command(CommandLine& program);
void add_work_command(CommandLine& program);
void add_workers_command(CommandLine& program);

}  // namespace quiver::cli
