// What a bot's games say of it: how it scored, on which board, in which seat and against whom, and its
// faults. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "quiver/v1/bots.pb.h"
#include "quiver/v1/standings.pb.h"
#include "referee/web/bots/bot_filter.hpp"

namespace quiver::web {

// Everything but the times of moves. `games` are the bot's, the latest first; `all` those of all its
// versions.
v1::BotReport bot_report(const store::Event& event, const EventIndex& index, const Competitors& competitors,
                         std::uint32_t first, const std::vector<OwnGame>& games,
                         const std::vector<OwnGame>& all, const v1::Standings& table);

}  // namespace quiver::web
