// A table of standings in formats for other programs: CSV for spreadsheets, Markdown for a page in a
// repository, HTML that opens without a server.
//
// Names may come from anybody: all of them are escaped for their format. Pure functions, any thread.
#pragma once

#include <string>

#include "referee/store/standings.hpp"

namespace quiver::cli {

// A line per entrant, with a heading. docs/play/cli.md lists the columns.
std::string standings_csv(const store::Standings& standings, bool by_board = false);

// A heading and a table; `cross`: also who scored what against whom.
std::string standings_markdown(const store::Standings& standings, bool cross, bool by_board = false);

// A whole document in one file.
std::string standings_html(const store::Standings& standings, bool cross, bool by_board = false);

}  // namespace quiver::cli
