// Games as a table, one row a game: for spreadsheets, grades and statistics.
//
// The columns are always the same, with those of four seats at the end; docs/operate/records.md lists them. A
// field that a game does not have is empty. Pure functions, any thread.
#pragma once

#include <string>

#include "client_sdk/wire/messages.hpp"

namespace quiver::records {

// The first line, with its end.
std::string game_csv_heading();
// A line with its end.
std::string game_csv(const wire::Record& record);

}  // namespace quiver::records
