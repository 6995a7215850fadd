#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/team_json.hpp"
#include "referee/cli/commands/admin_session.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

namespace {

using Game = wire::Challenge::Game;

std::string challenge_help() {
  return "usage: quiver challenge OPPONENT --to ADDRESS --token-file FILE [options]\n\n"
         "Plays some games against another entrant of a ladder, which count for nothing,\n"
         "and prints how they end.\n\n" +
         std::string(kToHelp) +
         R"(  --games N            how many (2); the seats change after each
  --board NAME         one of the ladder's boards (the first)
  --name NAME          your team, where the referee has no tokens
  --json               one JSON object on stdout whenever a game begins or ends,
                       and nothing else (proto/quiver/v1/teams.proto)

exit codes:
  0  all games were played
  1  a game is void
  2  bad usage or input, or no connection

example:
  quiver challenge bob --games 4 --to quivers://ladder.example:7000 --token-file token
)";
}

// Prints each game once when it begins and once when it ends.
class ChallengeReport {
 public:
  explicit ChallengeReport(bool json) : json_(json) {}

  void show(const wire::Challenge& challenge) {
    Output out;
    if (json_) {
      out << wire::message_json(wire::TeamAnswer{challenge}) << "\n";
    } else {
      shown_.resize(challenge.games.size(), Game::State::kWaiting);
      for (std::size_t k = 0; k < challenge.games.size(); ++k) out << line(challenge, k);
      if (challenge.over) out << total(challenge) << "\n";
    }
    out.finish();
  }

 private:
  // Empty if there is no news of this game.
  std::string line(const wire::Challenge& challenge, std::size_t k) {
    const Game& game = challenge.games[k];
    if (game.state == std::exchange(shown_[k], game.state)) return "";
    std::string out = "game " + std::to_string(k + 1) + " of " + std::to_string(challenge.games.size());
    if (game.state == Game::State::kPlaying) {
      out += ": ";
      for (const std::string& name : game.names)
        out += (&name == &game.names.front() ? "" : " against ") + base::escaped(name, 64);
      if (!challenge.page.empty()) out += ", " + base::escaped(challenge.page + "/games/" + game.id, 300);
    } else if (game.state == Game::State::kWaiting) {
      out += " waits";
    } else {
      out += game.state == Game::State::kVoid ? " is void: " : ": ";
      out += base::escaped(game.sentence);
    }
    return out + "\n";
  }

  // "2 games against bob: 1 won, 0 drawn, 1 lost".
  [[nodiscard]] std::string total(const wire::Challenge& challenge) const {
    unsigned won = 0, drawn = 0, lost = 0, voids = 0;
    for (const Game& game : challenge.games) {
      const bool has_winner = game.winner && *game.winner < game.names.size();
      unsigned& count = game.state == Game::State::kVoid                 ? voids
                        : !has_winner                                    ? drawn
                        : game.names[*game.winner] == challenge.opponent ? lost
                                                                         : won;
      ++count;
    }
    const std::size_t all = challenge.games.size();
    return std::to_string(all) + (all == 1 ? " game" : " games") + " against " +
           base::escaped(challenge.opponent, 64) + ": " + std::to_string(won) + " won, " +
           std::to_string(drawn) + " drawn, " + std::to_string(lost) + " lost" +
           (voids > 0 ? ", " + std::to_string(voids) + " void" : "");
  }

  bool json_;
  std::vector<Game::State> shown_;
};

struct ChallengeCommand {
  ConnectOptions connect;
  wire::ChallengeRequest request;
  std::optional<std::uint32_t> games;
  std::string name;
  bool json = false;

  [[nodiscard]] int run();
};

int ChallengeCommand::run() {
  if (games == 0U) throw UsageError("--games takes at least 1");
  request.games = games.value_or(request.games);
  AdminSession session(connect, name.empty() ? "student" : name);
  ChallengeReport report(json);
  wire::TeamAnswer answer = session.ask({wire::TeamBody{request}});
  try {
    for (;;) {
      if (const auto* challenge = std::get_if<wire::Challenge>(&answer.body)) {
        report.show(*challenge);
        const auto is_void = [](const Game& game) { return game.state == Game::State::kVoid; };
        if (challenge->over)
          return std::any_of(challenge->games.begin(), challenge->games.end(), is_void) ? 1 : 0;
      }
      const wire::RefereeMessage message = session.follow();
      if (const auto* next = std::get_if<wire::TeamAnswer>(&message)) answer = *next;
    }
  } catch (const ConnectionLost& lost) {
    throw UsageError(std::string(lost.what()) +
                     "; the games may be played all the same, the page shows them");
  }
}

}  // namespace

void add_challenge_command(CommandLine& program) {
  Command& command = program.add("challenge");
  auto challenge = std::make_shared<ChallengeCommand>();
  command.required_word("OPPONENT", challenge->request.opponent, "a team or another entrant of the ladder");
  challenge->connect.add_to(command, "--to");
  command.number("--games", challenge->games);
  command.word("--board", challenge->request.board);
  command.word("--name", challenge->name);
  command.flag("--json", challenge->json);
  command.help(challenge_help());
  command.run([challenge] { return challenge->run(); });
}

}  // namespace quiver::cli
