// `quiver match` on the command line: what it plays, what it prints, what it exits with.
#include <algorithm>
#include <filesystem>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

const Arguments kTwoRandom = {"--bot", "random", "--bot", "random"};

class MatchCommand : public Stage {
 protected:
  Ran match(const Arguments& arguments) { return quiver(Arguments{"match"} + arguments + patient_clock()); }
  std::vector<wire::Record> records(const Arguments& arguments) {
    const Ran ran = match(arguments + Arguments{"--json"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return records_in(ran.out);
  }
  // An executable file.
  std::string script(const std::string& name, const std::string& content) const {
    std::string path = file(name, content);
    std::filesystem::permissions(path, std::filesystem::perms(0755));
    return path;
  }
};

std::string name_in_seat(const wire::Record& record, unsigned seat) { return record.seats.at(seat).name; }

}  // namespace

TEST_F(MatchCommand, WithoutArgumentsShowsAGame) {
  const Ran ran = quiver({"match"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(ran.out.starts_with("game 1: seat 0 random, seat 1 random-2\n")) << ran.out;
  EXPECT_NE(ran.out.find("seat 1: "), std::string::npos);
  EXPECT_NE(ran.out.find("won"), std::string::npos);
  EXPECT_NE(ran.out.find("seed "), std::string::npos);
}

TEST_F(MatchCommand, CallsABundledBotByTheWordThatWasTyped) {
  const auto all = records({"connect4", "--bot", "random", "--bot", "connect4-minimax"});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(name_in_seat(all[0], 0), "random");
  EXPECT_EQ(name_in_seat(all[0], 1), "connect4-minimax");
  // and everything else that was typed means it too
  const Arguments bots = {"connect4", "--bot", "random", "--bot", "minimax name=deep"};
  for (const char* name : {"random", "connect4-random", "deep", "minimax", "connect4-minimax"})
    EXPECT_EQ(match(bots + Arguments{"--expect", std::string(name) + ">=0"}).exit_code, 0) << name;
  EXPECT_EQ(match(bots + Arguments{"--expect", "random>0.9"}).exit_code, 1);
  const Ran wrong = match(bots + Arguments{"--expect", "randm>=0"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.err,
            "quiver: --expect: there is no bot randm; the names are random, deep; did you mean random?\n");
}

// On a terminal, from the first moment on: how far it is, the time left, the score and the game that is
// played.
TEST_F(MatchCommand, ShowsTheGameThatIsPlayed) {
  Terminal& terminal =
      start_at_terminal({"match", "connect4", "--games", "2", "--bot", hostile_bot() + " name=slow slow",
                         "--bot", "random", "--clock", "1m"});
  terminal.expect("0 of 2 games, at most ");
  terminal.expect(" left; game 1: slow - random, ");
  terminal.expect("1 of 2 games, about ");
  terminal.expect(" left; random ");
  terminal.expect("; game 2: slow - random, ");
  EXPECT_EQ(terminal.wait(), 0) << terminal.screen();
}

TEST_F(MatchCommand, ExitsWith3IfABotMisbehavedAndItIsStrict) {
  const Arguments cheat = {"connect4", "--bot", hostile_bot() + " play connect4 9", "--bot", "random"};
  EXPECT_EQ(match(cheat).exit_code, 0);
  EXPECT_EQ(match(cheat + Arguments{"--strict"}).exit_code, 3);
  EXPECT_EQ(match(Arguments{"connect4", "--strict"} + kTwoRandom).exit_code, 0);
  const Arguments quitter = {"connect4", "--strict", "--bot", hostile_bot() + " resign", "--bot", "random"};
  EXPECT_EQ(match(quitter).exit_code, 0);
}

TEST_F(MatchCommand, PutsABotOutThatPlaysAnotherGame) {
  const auto all = records({"quoridor", "--bot", "amazons-random", "--bot", "random"});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(reason_of(all[0], 0), "NOT_READY");
  EXPECT_EQ(all[0].seats[0].detail, "it does not play quoridor");
}

TEST_F(MatchCommand, ExitsWith4IfAGameStaysVoid) {
  // given a bot whose interpreter is not there: no fault of the player's
  const std::string bot = script("no-interpreter", "#!/nowhere/interpreter\n");
  // when it is to play
  const Ran ran = match({"connect4", "--json", "--bot", bot, "--bot", "random"});
  // then the game is void and nobody lost it
  EXPECT_EQ(ran.exit_code, 4);
  const auto all = records_in(ran.out);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].end, wire::End::kVoid);
  EXPECT_FALSE(all[0].winner);
  EXPECT_EQ(reason_of(all[0], 0), "");
  EXPECT_NE(all[0].sentence.find("cannot be started"), std::string::npos) << all[0].sentence;
}

TEST_F(MatchCommand, PlaysAVoidGameAgainOnce) {
  const std::string bot = script("no-interpreter", "#!/nowhere/interpreter\n");
  const Ran ran = match({"connect4", "--show", "--bot", bot, "--bot", "random"});
  std::size_t begun = 0;
  for (std::size_t at = ran.out.find("game 1: seat 0"); at != std::string::npos;
       at = ran.out.find("game 1: seat 0", at + 1))
    ++begun;
  EXPECT_EQ(begun, 2U) << ran.out;
}

TEST_F(MatchCommand, RecordsWhatItPrints) {
  const std::string path = folder() + "/records";
  const Arguments two = Arguments{"connect4", "--games", "2", "--record", path, "--json"} + kTwoRandom;
  const Ran first = match(two);
  const Ran second = match(two);
  EXPECT_EQ(content_of_file(path), first.out + second.out);
  EXPECT_EQ(records_in(first.out).size(), 2U);
}

TEST_F(MatchCommand, PrintsTheGamesThoughTheyCannotBeRecorded) {
  const Ran ran =
      quiver(Arguments{"match", "connect4", "--bot", "random", "--bot", "random", "--record", "/dev/full"} +
             patient_clock());
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.out.find("game 1:"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find("\"/dev/full\" cannot be written"), std::string::npos) << ran.err;
}

TEST_F(MatchCommand, BeginsWithTheMovesGiven) {
  const auto all = records(Arguments{"connect4", "--moves", "4,4,3"} + kTwoRandom);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(moves_of(all[0]).starts_with("4 4 3 "));
  EXPECT_EQ(all[0].opening, 3U);
  EXPECT_EQ(all[0].moves[3].seat, base::seat(1));
  expect_replays(all[0]);
}

TEST_F(MatchCommand, SwapsSeats) {
  const auto all =
      records({"connect4", "--games", "4", "--swap", "--bot", "random name=a", "--bot", "random name=b"});
  ASSERT_EQ(all.size(), 4U);
  for (const wire::Record& one : all) EXPECT_EQ(name_in_seat(one, 0), one.number % 2 == 1 ? "a" : "b");
}

TEST_F(MatchCommand, DrawsWhoBeginsByTheSeed) {
  const auto firsts = [&](const std::string& seed) {
    std::string names;
    for (const wire::Record& one : records({"connect4", "--games", "16", "--first", "random", "--seed", seed,
                                            "--bot", "random name=a", "--bot", "random name=b"}))
      names += name_in_seat(one, 0);
    return names;
  };
  const std::string drawn = firsts("1");
  EXPECT_EQ(firsts("1"), drawn);
  EXPECT_NE(firsts("2"), drawn);
  EXPECT_NE(drawn.find('a'), std::string::npos);
  EXPECT_NE(drawn.find('b'), std::string::npos);
}

TEST_F(MatchCommand, GivesEachBotItsOwnSettings) {
  // given a bot that prints its environment and its words, and plays
  const std::string bot = script("talker", "#!/bin/sh\necho \"$GREETING|$1|$2|$PWD|$SECRET\"\nexec '" +
                                               bundled_bot_path("connect4-random") + "'\n");
  setenv("SECRET", "not for bots", 1);
  const auto all = records({"connect4", "--logs", folder() + "/logs", "--bot",
                            bot + " name=Talker see=" + bundled_bot_path("connect4-random") +
                                " move-time=19m env:GREETING=hello clock=18m+3s one 'two words'",
                            "--bot", "random"});
  unsetenv("SECRET");
  // then they have reached it, and nothing else has
  ASSERT_EQ(all.size(), 1U);
  expect_clean(all[0]);
  const auto& seat = all[0].seats[0];
  EXPECT_EQ(seat.name, "Talker");
  EXPECT_EQ(seat.time.per_move, std::chrono::minutes(19));
  EXPECT_EQ(seat.time.bank, std::chrono::minutes(18));
  EXPECT_EQ(seat.time.increment, std::chrono::seconds(3));
  EXPECT_EQ(all[0].seats[1].time.bank, std::chrono::minutes(20));
  const std::string said = content_of_file(seat.log);
  EXPECT_EQ(said, "hello|one|two words|/tmp|\n");
  EXPECT_EQ(all[0].seats[1].log, "");
}

TEST_F(MatchCommand, NamesWhoIsWrongInOneSentence) {
  const auto refused = [&](const Arguments& arguments, const std::string& sentence) {
    const Ran ran = quiver(Arguments{"match"} + arguments);
    EXPECT_EQ(ran.exit_code, 2) << sentence;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_NE(ran.err.find(sentence), std::string::npos) << ran.err;
  };
  refused({"connect4"}, "who plays?");
  refused({"connect4", "--bot", "random"}, "give --bot 2 times, not 1");
  refused(Arguments{"connect4", "--bot", "random"} + kTwoRandom, "give --bot 2 times, not 3");
  refused({"connect4", "--bot", "random", "--bot", "no-such-bot"}, "is neither a bundled bot");
  refused({"connect4", "--bot", "random", "--bot", "random name=a/b"}, "is not a name");
  refused({"connect4", "--bot", "random", "--bot", "random memory=lots"}, "is not an amount of memory");
  refused({"connect4", "--bot", "random", "--bot", "random 'open"}, "quot");
  refused(Arguments{"connect4", "--clock", "soon"} + kTwoRandom, "--clock: ");
  refused(Arguments{"connect4", "--move-time", "0s"} + kTwoRandom, "--move-time: ");
  refused(Arguments{"connect4", "--games", "0"} + kTwoRandom, "--games takes at least 1");
  refused(Arguments{"connect4", "--concurrency", "0"} + kTwoRandom, "--concurrency takes 1 to 256");
  refused(Arguments{"connect4", "--moves", "x0"} + kTwoRandom, "no eliminations");
  refused(Arguments{"connect4", "--moves", "1212121"} + kTwoRandom, "the game is over");
  refused(Arguments{"connect4", "--moves", "1,1,1,1,1,1,1"} + kTwoRandom, "column 1 is full");
  refused(Arguments{"connect4", "--json", "--show"} + kTwoRandom, "not both");
  refused(Arguments{"connect4", "--listen", "nowhere"} + kTwoRandom, "--listen: ");
  refused(Arguments{"connect4", "--tokens", "/nowhere/tokens"} + kTwoRandom, "cannot be read");
  refused(Arguments{"connect4", "--record", "/nowhere/records"} + kTwoRandom, "cannot be written");
}

TEST_F(MatchCommand, RefusesWordsThatABundledBotDoesNotKnowBeforeTheFirstGame) {
  const auto refused = [&](const std::string& bot, const std::string& sentence) {
    for (const Arguments& command :
         {Arguments{"match"}, Arguments{"tournament", "--store", folder() + "/t.db"}}) {
      const Ran ran = quiver(command + Arguments{"connect4", "--bot", "random", "--bot", bot});
      EXPECT_EQ(ran.exit_code, 2) << bot;
      EXPECT_EQ(ran.out, "");
      EXPECT_EQ(ran.err, "quiver: --bot: " + sentence + "\n");
    }
  };
  refused("random move-tme=1s", "connect4-random does not know \"move-tme=1s\"; did you mean move-time=1s?");
  refused("minimax --dpth 3", "connect4-minimax does not know \"--dpth\"; did you mean --depth?");
  refused("minimax --depth 3 move-time=1s",
          "connect4-minimax does not know \"move-time=1s\"; settings come right after the bot's name");
  refused("minimax quickly",
          "connect4-minimax does not know \"quickly\"; its arguments are --depth N --nodes N");
  refused("first-bot quickly", "first-bot does not know \"quickly\"; it takes no arguments");
  const Ran played = quiver(Arguments{"match", "connect4", "--bot", "random move-time=1m name=a", "--bot",
                                      "minimax --depth 1 --nodes 100"} +
                            patient_clock());
  EXPECT_EQ(played.exit_code, 0) << played.err;
}

}  // namespace quiver::tests
