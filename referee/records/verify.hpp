// A record judged again by the rules: does the game it tells end as it says?
//
// What the rules settle is compared: the board, every move, who was out and why it had to be, winner, end,
// places, and the hash of the last position. Names, times and what bots said are taken as they stand.
// Pure functions, any thread.
#pragma once

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::records {

// The position that the record's game starts from.
base::Result<games::Position> start_of(const wire::Record& record);

// The first difference, as a sentence: "move 17, e3h: the wall e3h is there already".
base::Result<void> judge(const wire::Record& record);

// Fills in what follows from the board, the names and the moves of a game that came without: sides, whose
// moves they are, who is blocked, places, winner, end, sentence and hash. A game that its moves do not end is
// void. The error is the first move that cannot be played.
base::Result<void> settle(wire::Record& record);

// Whose entries they are, as far as they can be played: for formats that do not say.
void name_movers(wire::Record& record);

}  // namespace quiver::records
