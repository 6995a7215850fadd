// Secrets that a program is given by a person: read from a file, and hidden where others could see them.
#pragma once

#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::base {

// The first line of a file, without the spaces around it. An error if there is nothing in it; it names the
// file and never shows what it holds.
Result<std::string> read_secret(const std::string& path);

// Overwrites the value of an option ("--token T" or "--token=T") in the program's own arguments, so that
// lists of processes do not show it. Only for the arguments of main, which may be written to.
void hide_argument(int argc, char** argv, std::string_view option);

}  // namespace quiver::base
