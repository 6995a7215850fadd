// Changes --bot arguments as text: patterns of files, and names.
//
// What comes out is read by parse_bot_spec (bot_spec.hpp) like anything that was typed. Reads folders, starts
// nothing. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::launch {

// "players/*.so clock=10s" becomes one argument per file that matches, in alphabetical order, each with the
// same further words. A program without *, ? and [ stays as it is; so does one whose name has them and
// exists. An error if nothing matches.
base::Result<std::vector<std::string>> expand_pattern(std::string_view text);

// The same bot under this name, whatever name the text gives it.
base::Result<std::string> with_name(std::string_view text, const std::string& name);

}  // namespace quiver::launch
