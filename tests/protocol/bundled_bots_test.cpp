// The bundled bots as programs: each plays whole games by the rules, and the same seed gives the same game.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "tests/protocol/fake_referee.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace quiver::tests {

namespace {

constexpr wire::MatchId kMatch = 3;

// A bot that was started with the referee's address in its environment.
class Program {
 public:
  Program(FakeReferee& referee, const std::string& name) {
    std::string path = QUIVER_BOTS + ("/" + name);
    std::string option = "--nodes", number = "2000";  // those that search: no more than so many evaluations
    const bool searches = name.starts_with("amazons-") || name == "hex-mcts" || name == "hex-resistance";
    ::setenv("QUIVER_ADDRESS", referee.url().c_str(), 1);
    std::vector<char*> argv = {path.data()};
    if (searches) argv.insert(argv.end(), {option.data(), number.data()});
    argv.push_back(nullptr);
    EXPECT_EQ(::posix_spawn(&process_, path.c_str(), nullptr, nullptr, argv.data(), environ), 0);
    ::unsetenv("QUIVER_ADDRESS");
    peer = referee.accept();
    EXPECT_EQ(peer->expect<wire::Hello>().name, name);
  }
  // Its exit code.
  int wait() const {
    int status = 0;
    ::waitpid(process_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::unique_ptr<Peer> peer;

 private:
  pid_t process_ = -1;
};

using Programs = std::vector<std::unique_ptr<Program>>;

void tell(const Programs& programs, const wire::RefereeMessage& message) {
  for (const auto& program : programs) program->peer->send({message});
}

Programs seated(FakeReferee& referee, const std::string& name, const games::Position& start,
                std::uint64_t seed) {
  Programs programs;
  for (unsigned s = 0; s < start.turn().seats(); ++s) {
    programs.push_back(std::make_unique<Program>(referee, name));
    wire::Introduction introduction;
    introduction.match = kMatch;
    introduction.seat = base::seat(s);
    introduction.seed = seed + s;
    programs.back()->peer->send({wire::Welcome{}, wire::MatchStart{introduction, start}});
    programs.back()->peer->expect<wire::Ready>();
  }
  return programs;
}

// Plays the game out between programs of this name; all moves of it, in words.
std::vector<std::string> game(const std::string& name, games::Position position, std::uint64_t seed) {
  FakeReferee referee;
  const Programs programs = seated(referee, name, position, seed);
  std::vector<std::string> moves;
  while (!position.outcome().over) {
    const base::Seat mover = position.to_move();
    Peer& peer = *programs[mover.value()]->peer;
    peer.send({wire::Turn{kMatch, position.ply(), std::chrono::seconds(10), {}, position.hash()}});
    const auto play = peer.expect<wire::Play>();
    if (const auto verdict = position.check(play.move); !verdict) {
      ADD_FAILURE() << verdict.error().sentence;
      break;
    }
    moves.push_back(position.format(play.move));
    position.apply(play.move);
    tell(programs, wire::Moved{kMatch, mover, play.ply, play.move, {}});
  }
  tell(programs, wire::MatchEnd{kMatch, wire::End::kPlayedOut, position.outcome().winner, {}, "", ""});
  tell(programs, wire::Goodbye{wire::Goodbye::Code::kDone, "that is all"});
  for (const auto& program : programs) EXPECT_EQ(program->wait(), 0);
  return moves;
}

std::vector<std::string> game(const std::string& name, const std::string& which, std::uint64_t seed,
                              const games::Options& options = {}) {
  return game(name, games::Position::start(which, options).value(), seed);
}

}  // namespace

TEST(BundledBots, PlayTheSameGameAgain) {
  for (const std::string& which : games::all_game_names())
    for (const std::string& name : {which + "-random", std::string("first-bot")}) {
      const auto once = game(name, which, 1);
      EXPECT_FALSE(once.empty());
      EXPECT_EQ(game(name, which, 1), once) << name;
      EXPECT_NE(game(name, which, 2), once) << name;
    }
}

TEST(BundledBots, PlayAmazonsEachInTheirOwnWay) {
  games::Options options;
  options.size = 6;
  for (const char* kind : {"offensive", "defensive", "blocker", "power", "territory", "alphabeta", "mcts"}) {
    const std::string name = std::string("amazons-") + kind;
    const auto once = game(name, "amazons", 1, options);
    EXPECT_FALSE(once.empty());
    EXPECT_EQ(game(name, "amazons", 1, options), once) << name;
  }
}

TEST(BundledBots, PlayHexWithAndWithoutTheSwapRule) {
  games::Options options;
  options.size = 5;
  for (const bool swap_rule : {true, false})
    for (const char* name : {"hex-resistance", "hex-mcts"}) {
      options.swap_rule = swap_rule;
      const auto once = game(name, "hex", 1, options);
      EXPECT_FALSE(once.empty());
      EXPECT_EQ(game(name, "hex", 1, options), once) << name;
    }
}

TEST(BundledBots, PlayAmazonsWithFourSeatsAndOnLargeBoards) {
  games::Options options;
  options.seats = 4;
  EXPECT_FALSE(game("amazons-random", "amazons", 1, options).empty());
  options.size = 30;
  EXPECT_FALSE(game("amazons-random", "amazons", 1, options).empty());
}

// Whoever starts one by hand is told what is wrong; a referee tells it before it starts one.
TEST(BundledBots, RefuseWordsThatTheyDoNotKnow) {
  unsigned bots = 0;
  for (const auto& entry : std::filesystem::directory_iterator(QUIVER_BOTS)) {
    const std::string name = entry.path().filename();
    // The example leaves other words alone, as every bot on the SDK does that says nothing.
    if (!entry.is_regular_file() || access(entry.path().c_str(), X_OK) != 0 || name == "first-bot") continue;
    ++bots;
    const std::string command = entry.path().string() + " --connect quiver://127.0.0.1:1 move-tme=1s 2>&1";
    FILE* const said = ::popen(command.c_str(), "r");
    ASSERT_NE(said, nullptr);
    std::array<char, 512> line{};
    EXPECT_NE(std::fgets(line.data(), line.size(), said), nullptr);
    const int status = ::pclose(said);
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 2) << name;
    EXPECT_TRUE(std::string(line.data()).starts_with(name + ": this bot does not know \"move-tme=1s\"; "))
        << line.data();
  }
  EXPECT_GE(bots, 15U);
}

}  // namespace quiver::tests
