// Checks a record by the rules: are its moves legal, and does the result follow from them?
//
// Compared is everything that the rules decide: the board, every move, who was eliminated and why, winner,
// end, places, and the hash of the last position. Names, times and what bots said are not checked. Pure
// functions, any thread.
#pragma once

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::records {

// The position that the record's game starts from.
base::Result<games::Position> start_of(const wire::Record& record);

// The first difference, as a sentence: "move 17, e3h: the wall e3h is there already".
base::Result<void> judge(const wire::Record& record);

// Completes a record that has only a board, names and moves: sides, whose moves they are, who is blocked,
// places, winner, end, sentence and hash. A game that does not end with its last move is void. The error is
// the first move that cannot be played.
base::Result<void> settle(wire::Record& record);

// Sets the seat of each entry, up to the first that cannot be played: for formats that do not have the seats.
void name_movers(wire::Record& record);

}  // namespace quiver::records
