#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/admin_session.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/terminal/play_game.hpp"
#include "referee/cli/terminal/play_menu.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/launch/process.hpp"
#include "referee/launch/terminal_program.hpp"

namespace quiver::cli {

namespace {

constexpr auto kBotThinks = std::chrono::seconds(2);
constexpr auto kAllDay = std::chrono::hours(24);

struct PlayCommand {
  PositionOptions position;
  LaunchOptions launch_policy;
  ConnectOptions connect;
  std::vector<std::string> against;
  std::optional<std::string> move_time;
  std::optional<std::string> clock;
  std::optional<std::uint32_t> seat;
  std::optional<std::uint32_t> seed;
  std::string name;
  std::string record;
  bool two = false;
  bool second = false;

  int run();

 private:
  int join() const;
  int run_menu();
  GameEnd play(const run::Order& order) const;
  [[nodiscard]] std::uint32_t own_seat() const;
  // Fills the seats, person by person and bot by bot.
  void seat_all(run::Order& order, const std::string& game, std::uint32_t own) const;
  [[nodiscard]] launch::BotSpec person(const std::string& called) const;
  [[nodiscard]] wire::TimeControl time(std::optional<base::Duration> usual) const;
};

std::string play_help() {
  return "usage: quiver play [GAME] [options]\n"
         "       quiver play --connect ADDRESS [--token-file FILE] [--name NAME]\n\n"
         "You against a bot, or two people at this terminal. Without a game, a menu\n"
         "asks what to play. In the game, help lists what can be typed.\n\n" +
         position_help() +
         R"(  --against SPEC       who to play against, as --bot of match; with 4 seats
                       several times, the last one for all that remain
                       (alphabeta or minimax; random where there is neither)
  --two                two people, in the seats 0 and 1
  --seat N             your seat (0);  --second: the same as --seat 1
  --move-time T        for each move of everybody (bots 2s, people no limit)
  --clock BANK[+INC]   for the whole game, and what each move adds
  --seed S             the seed of the bots' random numbers
  --name NAME          what you are called (you)
  --record FILE        append the game to a file as a line of JSON
)" + kLaunchHelp +
         R"(
  --connect ADDRESS    join a running referee, which decides what is played:
                       quiver://HOST:PORT, or quivers:// with TLS
  --token-file FILE    its first line is your token;  --token T: that token
  --ca FILE            certificate authorities to trust, in PEM

exit codes:
  0        played
  1        the connection or the seat was lost (--connect)
  2        bad usage or input
  4        the game stayed void
  128 + N  ended by signal N

examples:
  quiver play
  quiver play connect4 --second
  quiver play amazons --against "./my-bot move-time=5s"
)";
}

std::uint32_t PlayCommand::own_seat() const {
  if (second && seat && *seat != 1) throw UsageError("give --seat or --second, not both");
  return second ? 1 : seat.value_or(0);
}

// --move-time and --clock hold for everybody, and nothing else does then.
wire::TimeControl PlayCommand::time(std::optional<base::Duration> usual) const {
  wire::TimeControl control;
  if (move_time || clock)
    control = clock_options(move_time, clock);
  else
    control.per_move = usual;
  control.cap = kAllDay;
  return control;
}

launch::BotSpec PlayCommand::person(const std::string& called) const {
  launch::BotSpec spec;
  spec.remote = true;
  spec.name = called;
  spec.time = time(std::nullopt);
  return spec;
}

void PlayCommand::seat_all(run::Order& order, const std::string& game, std::uint32_t own) const {
  const unsigned seats = order.start.turn().seats();
  if (own >= seats) throw UsageError("--seat takes 0 to " + std::to_string(seats - 1));
  if (two && own != 0) throw UsageError("--two seats two people in the seats 0 and 1");
  const unsigned bots = seats - (two ? 2 : 1);
  if (bots == 0 && !against.empty()) throw UsageError("with two people there is no seat for --against");
  if (against.size() > bots)
    throw UsageError("there " +
                     std::string(bots == 1 ? "is one seat" : "are " + std::to_string(bots) + " seats") +
                     " for --against, and it is given " + std::to_string(against.size()) + " times");
  std::size_t next = 0;
  for (unsigned s = 0; s < seats; ++s) {
    if (two && s < 2) {
      order.bots.push_back(person("player-" + std::to_string(s + 1)));
    } else if (!two && s == own) {
      order.bots.push_back(person(name.empty() ? "you" : name));
    } else {
      const std::string text =
          against.empty() ? usual_opponent(game) : against[std::min(next++, against.size() - 1)];
      auto spec = launch::parse_bot_spec(text, game, time(kBotThinks));
      if (!spec) throw UsageError("--against: " + spec.error().sentence);
      if (spec->remote)
        throw UsageError(
            "--against takes a bot that is started here; to play somebody far away, --connect to a "
            "referee");
      order.bots.push_back(std::move(*spec));
    }
  }
  launch::make_names_differ(order.bots);
  need(launch::check_playable(order.bots, order.start, !order.opening.empty()));
}

GameEnd PlayCommand::play(const run::Order& order) const {
  const bool bots = std::any_of(order.bots.begin(), order.bots.end(),
                                [](const launch::BotSpec& bot) { return !bot.remote; });
  return play_game(order, bots ? launch_policy.open() : launch::LaunchPolicy{}, record);
}

int PlayCommand::run() {
  if (!connect.connect.empty()) return join();
  if (!connect.token.empty() || !connect.token_file.empty() || !connect.authorities.empty())
    throw UsageError("--token, --token-file and --ca go with --connect");
  if (const std::string fault = base::name_fault(name); !name.empty() && !fault.empty())
    throw UsageError("--name: " + fault);
  launch::prepare_this_process();
  if (position.game().empty()) return run_menu();
  run::Order order(position.start(), position.game_options());
  const games::Position after = position.position();
  order.opening = position.events();
  for (const games::Event& event : order.opening)
    if (std::holds_alternative<games::Elimination>(event))
      throw UsageError("a game begins with moves and no eliminations");
  if (after.outcome().over) throw UsageError("the game is over before it begins");
  order.seed = chosen_seed(seed);
  order.id = std::to_string(order.seed);
  seat_all(order, position.game(), own_seat());
  return play(order).exit_code;
}

int PlayCommand::run_menu() {
  if (position.any_given()) throw UsageError("which game? " + games::game_names());
  if (second || seat)
    throw UsageError("which game? The menu asks who begins; --seat and --second go with a game");
  if (against.size() > 1) throw UsageError("--against is given more than once; say which game it is");
  base::TypedLines lines(STDIN_FILENO);
  const auto print = [](const std::string& text) {
    Output out;
    out << text;
    out.finish();
  };
  PlayMenu menu(lines, print, against.empty() ? "" : against.front(), two);
  const bool two_asked_for = two;
  do {
    const auto request = menu.ask();
    if (!request && menu.input_ended())
      throw UsageError("the input ended before a game was chosen; quiver play GAME asks nothing");
    if (!request) return 0;
    auto start = games::Position::start(request->game, request->options);
    if (!start) throw UsageError(start.error().sentence);
    run::Order order(std::move(*start), request->options);
    order.seed = chosen_seed(seed);
    order.id = std::to_string(order.seed);
    two = two_asked_for || request->two;
    against =
        request->against.empty() ? std::vector<std::string>{} : std::vector<std::string>{request->against};
    seat_all(order, request->game, request->second ? 1 : 0);
    const GameEnd end = play(order);
    if (end.exit_code != 0 || end.enough) return end.exit_code;
  } while (menu.ask_again());
  return 0;
}

// The person's program does all of it; there is nothing left to do for this one.
int PlayCommand::join() const {
  if (!position.game().empty() || position.any_given() || two || second || seat || !against.empty() || seed ||
      move_time || clock || !record.empty())
    throw UsageError("with --connect the referee says what is played, and against whom");
  if (!connect.token.empty() && !connect.token_file.empty())
    throw UsageError("give --token or --token-file, not both");
  launch::TerminalCommand command{person_program(), {"--connect", connect.connect}, {}};
  const auto pass_on = [&](const char* option, const std::string& value) {
    if (!value.empty()) command.arguments.insert(command.arguments.end(), {option, value});
  };
  pass_on("--token-file", connect.token_file);
  pass_on("--ca", connect.authorities);
  pass_on("--name", name);
  // Not as a word, which everybody on the machine could read.
  if (!connect.token.empty()) command.environment["QUIVER_TOKEN"] = connect.token;
  throw UsageError(launch::become(command).sentence);
}

}  // namespace

void add_play_command(CommandLine& program) {
  Command& command = program.add("play");
  auto play = std::make_shared<PlayCommand>();
  play->position.add_to(command, "");
  play->launch_policy.add_to(command);
  play->connect.add_to(command);
  command.words("--against", play->against);
  command.flag("--two", play->two);
  command.flag("--second", play->second);
  command.number("--seat", play->seat);
  command.number("--seed", play->seed);
  command.word("--move-time", play->move_time);
  command.word("--clock", play->clock);
  command.word("--name", play->name);
  command.word("--record", play->record);
  command.help(play_help());
  command.run([play] { return play->run(); });
}

}  // namespace quiver::cli
