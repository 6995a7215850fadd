// A TOML file as the words of a command line: size = 6 is --size=6, bot = ["a", "b"] is --bot=a --bot=b, and
// a table [[board]] with shape = "donut" and size = 12 is --board="donut size=12".
//
// So a file can say whatever the options can, in their names, and nothing else. toml++ is in one file,
// because its headers take long to compile.
#pragma once

#include <string>
#include <vector>

namespace quiver::cli {

// The key `game`, then all others as options. Paths in the file mean what they mean where the program runs.
// Throws UsageError with the line of what is wrong.
std::vector<std::string> words_of_toml(const std::string& path);

}  // namespace quiver::cli
