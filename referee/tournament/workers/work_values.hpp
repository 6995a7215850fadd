// Translates between what a tournament plays and what workers are given, and judges what they hand in.
//
// Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

#include "client_sdk/wire/work.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/run/game_source.hpp"
#include "referee/run/order.hpp"
#include "referee/store/postgres/work_queue.hpp"

namespace quiver::tournament {

// A bot with its clock and its limits; its files are in the bundle of this name.
wire::WorkBot to_work_bot(const launch::BotSpec& bot, const std::string& bundle);
// Gives an unpacked bot its name, clock and limits.
void apply_to(launch::BotSpec& bot, const wire::WorkBot& work);

// The boards; bots are added by the caller.
wire::WorkSetup to_work_setup(const run::MatchConfig& config);
// An error if the board cannot be built.
base::Result<run::MatchConfig> to_match_config(const wire::WorkSetup& setup);

wire::WorkGame to_work_game(const run::Game& game, const run::MatchConfig& config);
// An error if the game's board, moves or bots do not fit the setup, of which `config` was made.
base::Result<run::Game> to_game(const wire::WorkGame& game, const wire::WorkSetup& setup,
                                const run::MatchConfig& config);

// Whether the records are those of these games, played by the rules, by the clocks as this worker's machine
// scales them, and isolated if that is required. The error names what is wrong.
base::Result<void> judge_submission(const store::Submission& submission,
                                    const std::vector<wire::WorkGame>& games, const wire::WorkSetup& setup,
                                    const run::MatchConfig& config);

}  // namespace quiver::tournament
