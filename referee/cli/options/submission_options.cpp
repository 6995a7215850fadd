#include "referee/cli/options/submission_options.hpp"

#include "client_sdk/wire/bundle.hpp"
#include "referee/cli/options/board_options.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/teams/build/kind.hpp"

namespace quiver::cli {

const char* const kSubmissionHelp =
    R"(  --accept KINDS       take submissions: python, so, text, botzone, cpp, binary,
                       those that are accepted, with commas (none)
  --max-size SIZE      of one submission (16M)
  --submit-rate N      so many submissions of one team in an hour (12)
  --submit-time T      for building and checking one of them (10m)
)";

void SubmissionOptions::add_to(Command& command) {
  command.word("--accept", accept);
  command.word("--max-size", max_size);
  command.number("--submit-rate", rate);
  command.word("--submit-time", time);
}

teams::TeamRules SubmissionOptions::rules() const {
  teams::TeamRules rules;
  if (!accept && (max_size || rate || time))
    throw UsageError("--max-size, --submit-rate and --submit-time are for submissions: give --accept KINDS");
  if (accept)
    for (const teams::Kind kind : need(teams::parse_kinds(*accept), "--accept: "))
      rules.kinds.push_back(teams::kind_name(kind));
  if (max_size) rules.max_size = need(launch::parse_bytes(*max_size), "--max-size: ");
  if (rules.max_size == 0 || rules.max_size > wire::kMostBundle)
    throw UsageError("--max-size takes at most 64M");
  if (rate == 0U) throw UsageError("--submit-rate takes at least 1");
  rules.per_hour = rate.value_or(rules.per_hour);
  if (time) rules.build_time = duration_option("--submit-time", *time);
  rules.closes = closes;
  return rules;
}

std::vector<std::string> SubmissionOptions::admit_words(const EventOptions& event) const {
  std::vector<std::string> words{"--game", event.position.game()};
  const std::vector<std::string> boards = board_arguments(event_boards(event.position, std::nullopt));
  words.insert(words.end(), boards.begin(), boards.end());
  const auto add = [&](const char* name, const std::optional<std::string>& value) {
    if (value) words.insert(words.end(), {name, *value});
  };
  add("--accept", accept);
  add("--max-size", max_size);
  add("--move-time", event.move_time);
  add("--clock", event.clock);
  if (event.launch_policy.no_ponder) words.emplace_back("--no-ponder");
  return words;
}

}  // namespace quiver::cli
