#include "referee/cli/options/submission_options.hpp"

#include <filesystem>

#include "client_sdk/base/text.hpp"
#include "client_sdk/graph/layout.hpp"
#include "client_sdk/wire/bundle.hpp"
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
  return rules;
}

namespace {

// "donut", or the absolute path of a map file: the program runs in another folder.
std::string board_word(const std::string& given) {
  const auto words = base::split_words(given);
  if (!words || words->empty()) return "";
  const std::string& first = words->front();
  return graph::is_shape(first) ? first : std::filesystem::absolute(first).string();
}

void add_board(std::vector<std::string>& words, const std::string& given, const games::Options& options) {
  const auto add = [&](const char* name, const std::string& value) {
    words.insert(words.end(), {name, value});
  };
  const auto number = [&](const char* name, const std::optional<std::uint32_t>& value) {
    if (value) add(name, std::to_string(*value));
  };
  if (const std::string board = board_word(given); !board.empty()) add("--board", board);
  number("--size", options.size);
  number("--rows", options.rows);
  number("--cols", options.columns);
  if (options.start) add("--start", *options.start);
  number("--seats", options.seats);
  number("--walls", options.walls);
  number("--line", options.line);
  number("--max-plies", options.max_plies);
  if (options.swap_rule) add("--swap-rule", *options.swap_rule ? "on" : "off");
}

}  // namespace

std::vector<std::string> SubmissionOptions::admit_words(const EventOptions& event,
                                                        const std::vector<NamedBoard>& boards) const {
  std::vector<std::string> words{"--game", event.position.game()};
  const std::vector<std::string>& given = event.position.board_words();
  add_board(words, given.empty() ? "" : given.front(), boards.front().options);
  for (std::size_t k = 1; k < boards.size(); ++k) {
    const std::optional<std::uint32_t>& size = boards[k].options.size;
    words.insert(words.end(),
                 {"--also", board_word(given[k]) + (size ? ":" + std::to_string(*size) : std::string())});
  }
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
