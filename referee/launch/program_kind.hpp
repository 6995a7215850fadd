// Diagnoses a program that ended or never became ready: whether it looks like one that does not speak the
// protocol, and how it failed, if its output shows that.
#pragma once

#include <string>
#include <string_view>

#include "referee/launch/bot_spec.hpp"

namespace quiver::launch {

// Empty for a bot whose files mention the SDK and for one that a host speaks for. Else it may be a program
// that plays on its stdin and stdout: names "text:". Reads the files.
std::string kind_hint(const BotSpec& bot);

// What the host that speaks for a player printed last of its own, "initialize() has not returned"; empty if
// it printed nothing, or the bot has no host.
std::string host_remark(const BotSpec& bot, std::string_view output);

// The Python traceback that the output ends with, with those of the exceptions that led to it; empty if there
// is none.
std::string_view traceback_in(std::string_view output);

// Lines from outside as one, fit to stand in a sentence: valid UTF-8, no control characters, at most `most`
// bytes. What does not fit is left out at the beginning.
std::string on_one_line(std::string_view lines, std::size_t most);

}  // namespace quiver::launch
