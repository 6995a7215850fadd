// The course's players, shared libraries in C: what they are told, on every board, and what they cannot be
// told. The players themselves check all that they are told, and abort if it is wrong.
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/e2e/hosts.hpp"

namespace quiver::tests {

namespace {

// The course has BLACK, our seat 0, on row 0 in the north; ours sits in the south. So row r of a course
// player is our rank r + 1.
std::string cell_of(std::size_t vertex, std::size_t side) {
  return static_cast<char>('a' + vertex % side) + std::to_string(vertex / side + 1);
}

// A wall is named by the cell nearest a1, which is the first one to a player of the course.
std::string wall_of(const std::vector<std::size_t>& ends, std::size_t side) {
  const std::size_t across = std::max(ends[0], ends[1]) - std::min(ends[0], ends[1]);
  return cell_of(*std::min_element(ends.begin(), ends.end()), side) + (across == side ? "h" : "v");
}

// What fixtures/course_quoridor.c printed of the moves, each as a record has it: "a1 e9 c3h ".
std::string moves_printed(const wire::Record& record, unsigned seat) {
  std::istringstream log(content_of_file(record.seats[seat].log));
  std::string moves;
  for (std::string line; std::getline(log, line);) {
    std::istringstream words(line);
    std::string who, what;
    words >> who >> what;
    if (what != "step" && what != "wall") continue;
    std::vector<std::size_t> numbers;
    for (std::size_t number = 0; words >> number; words.ignore(1)) numbers.push_back(number);
    const bool whole = numbers.size() == (what == "step" ? 1U : 4U);
    EXPECT_TRUE(whole) << line;
    if (!whole) return moves;
    moves += (what == "step" ? cell_of(numbers[0], record.rows) : wall_of(numbers, record.rows)) + " ";
  }
  return moves;
}

class SoHost : public Hosts {
 protected:
  // The queens that the player in seat 0 was given, two lines.
  std::string queens_on(const Arguments& board) {
    const auto records =
        match(board + Arguments{"--bot", course_player("course-amazons"), "--bot", "random", "--seed", "1"});
    if (records.size() != 1) return "";
    expect_clean(records[0]);
    return content_of_file(records[0].seats[0].log);
  }
  // A whole game in which the course's Quoridor players in these seats printed every move as the record has
  // it.
  static void expect_as_meant(const wire::Record& record, const std::vector<unsigned>& seats) {
    expect_clean(record);
    expect_replays(record);
    std::string all, all_but_last;
    for (const auto& move : record.moves) {
      all_but_last = all;
      all += move.notation + " ";
    }
    for (const unsigned seat : seats) {
      const std::string printed = moves_printed(record, seat);
      // Nobody is told the move that ends the game.
      EXPECT_TRUE(printed == all || printed == all_but_last) << printed << "\n" << all;
    }
  }
  // Before the first game, with one sentence.
  void expect_refused(const Arguments& board, const std::string& player, const std::string& what) {
    const bool four = std::find(board.begin(), board.end(), "--seats") != board.end();
    Arguments bots = {"--bot", "random", "--bot", course_player(player)};
    if (four) bots = bots + Arguments{"--bot", "random", "--bot", "random"};
    const Ran ran = quiver(Arguments{"match"} + board + bots);
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    EXPECT_EQ(ran.err, "quiver: " + player + " cannot play this: the interface of the course's players " +
                           what + "\n");
    EXPECT_EQ(ran.out, "");
  }
};

}  // namespace

TEST_F(SoHost, PlaysAmazonsOnEveryShapeWithTheSameFileInBothSeats) {
  const std::string player = course_player("course-amazons");
  for (const Arguments& board :
       {Arguments{"--size", "5"}, Arguments{"--size", "20"}, Arguments{"--board", "donut", "--size", "9"},
        Arguments{"--board", "clover", "--size", "10"}, Arguments{"--board", "eight", "--size", "12"}}) {
    for (const auto& record : match(Arguments{"amazons", "--bot", player, "--bot", player} + board)) {
      expect_clean(record);
      expect_replays(record);
      for (const auto& seat : record.seats) EXPECT_EQ(seat.title, "Careful course");
    }
    const auto series = match(
        Arguments{"amazons", "--games", "4", "--swap", "--seed", "5", "--bot", player, "--bot", "random"} +
        board);
    ASSERT_EQ(series.size(), 4U);
    for (const auto& record : series) expect_clean(record);
  }
}

TEST_F(SoHost, PlaysQuoridorOnEveryShape) {
  const std::string player = course_player("course-quoridor");
  for (const Arguments& board :
       {Arguments{"--size", "5", "--walls", "3"}, Arguments{"--size", "9"},
        Arguments{"--board", "donut", "--size", "9"}, Arguments{"--board", "clover", "--size", "15"},
        Arguments{"--board",
                  file("lopsided", "#......\n.......\n.##....\n.......\n.....#.\n.......\n.....##\n")}}) {
    const Arguments game = Arguments{"quoridor", "--start", "placed", "--seed", "2"} + board;
    const auto both = match(game + Arguments{"--bot", player, "--bot", player});
    const auto series = match(game + Arguments{"--games", "4", "--swap", "--bot", player, "--bot", "random"});
    ASSERT_EQ(both.size() + series.size(), 5U);
    for (const auto& record : both) expect_as_meant(record, {0, 1});
    for (std::size_t k = 0; k < series.size(); ++k)
      expect_as_meant(series[k], {static_cast<unsigned>(k % 2)});
    EXPECT_EQ(both[0].seats[1].title, "Careful walker");
    EXPECT_NE(moves_of(both[0]).find('h'), std::string::npos);
    EXPECT_NE(moves_of(both[0]).find('v'), std::string::npos);
    if (board[1] == "5") {
      EXPECT_TRUE(content_of_file(both[0].seats[0].log).starts_with("walls 3\n"));
    }
  }
}

TEST_F(SoHost, PlaysQuoridorAgainstBotsThatPlaceWallsInEitherSeat) {
  const std::string player = course_player("course-quoridor");
  for (const char* size : {"5", "7", "11"}) {
    const auto records = match({"quoridor", "--start", "placed", "--size", size, "--games", "2", "--swap",
                                "--seed", "3", "--bot", player, "--bot", "minimax --nodes 500"});
    ASSERT_EQ(records.size(), 2U);
    for (unsigned k = 0; k < 2; ++k) expect_as_meant(records[k], {k});
  }
}

TEST_F(SoHost, GivesTheQueensInTheCoursesOrder) {
  EXPECT_EQ(queens_on({"amazons", "--size", "5"}), "queens 1 3 5 9\nqueens 23 21 19 15\n");
  EXPECT_EQ(queens_on({"amazons"}), "queens 1 8 3 6 10 19 30 39\nqueens 98 91 96 93 89 80 69 60\n");
  EXPECT_EQ(queens_on({"amazons", "--start", "classic"}), "queens 96 93 69 60\nqueens 3 6 30 39\n");
  const std::string map = file("map", "1....\n.0.#.\n.....\n#...1\n.0...\n");
  EXPECT_EQ(queens_on({"amazons", "--board", map}), "queens 6 21\nqueens 0 19\n");
}

TEST_F(SoHost, SuppliesWhatALibraryIsNotLinkedWithAndNamesWhatItLacks) {
  const Arguments small = {"amazons", "--size", "5", "--bot"};
  const auto linked = match(small + Arguments{course_player("course-linked"), "--bot", "random"});
  expect_clean(linked.at(0));
  // Whoever does not call what is missing can play.
  const auto lacks = match(small + Arguments{course_player("course-calls-nothing"), "--bot", "random"});
  expect_clean(lacks.at(0));
  EXPECT_NE(content_of_file(lacks[0].seats[0].log).find("undefined symbol: a_function_that_nobody_has"),
            std::string::npos);
  const Arguments board = {"amazons", "--size", "5"};
  const auto calls = expect_out(board, course_player("course-calls-nothing", "call_missing"), "CRASHED",
                                "it says: player called exit(127) in play() (");
  EXPECT_NE(calls.seats[0].detail.find("undefined symbol: a_function_that_nobody_has"), std::string::npos);
  // Another death has nothing to do with what is missing.
  for (const char* wish : {"play_segv", "play_exit", "init_segv"}) {
    const auto other =
        expect_out(board, course_player("course-calls-nothing", wish), "CRASHED", "it says: player");
    EXPECT_EQ(other.seats[0].detail.find("undefined symbol"), std::string::npos) << other.seats[0].detail;
  }
  expect_out(board, course_player("course-needs-nothing"), "CRASHED",
             "undefined symbol: a_function_that_nobody_has");
  expect_out(board, course_player("course-partial"), "CRASHED",
             "cannot be used: it has no play(), finalize()");
  expect_out(board, file("text.so", "this is no library\n"), "CRASHED", "file too short");
}

TEST_F(SoHost, RefusesWhatTheInterfaceCannotExpress) {
  expect_refused({"amazons", "--seats", "4"}, "course-amazons", "cannot express 4 seats");
  expect_refused({"amazons", "--board", file("wide", "0.....\n......\n.....1\n")}, "course-amazons",
                 "cannot express a board that is not square");
  expect_refused({"amazons", "--board", file("uneven", "0...0\n.....\n.....\n.....\n....1\n")},
                 "course-amazons", "cannot express seats with unequal numbers of queens");
  expect_refused({"quoridor"}, "course-quoridor",
                 "cannot express pawns that are on the board from the start; play --start placed");
  expect_refused({"quoridor", "--start", "placed", "--moves", "e1"}, "course-quoridor",
                 "cannot express a game of Quoridor that begins with moves");
  expect_refused({"connect4"}, "course-amazons", "cannot express connect4");
}

TEST_F(SoHost, IsRefusedBeforeTheFirstGameOfATournamentOrALadder) {
  const std::string player = course_player("course-quoridor");
  const std::string sentence =
      "quiver: course-quoridor cannot play this: the interface of the course's players cannot express a "
      "game of "
      "Quoridor that begins with moves\n";
  const Arguments bots = {"--bot", player, "--bot", "random", "--start", "placed", "--store"};
  const std::string store = folder() + "/events.db";
  const std::string list = file("openings", "e1 e9\n");
  const std::string toml = file("cup.toml",
                                "game = \"quoridor\"\nstart = \"placed\"\nopenings = \"random:2\"\n"
                                "bot = [\"" +
                                    player + "\", \"random\"]\n");
  for (const Arguments& command :
       {Arguments{"tournament", "quoridor", "--openings", "random:2"} + bots + Arguments{store},
        Arguments{"tournament", "quoridor", "--openings", list} + bots + Arguments{store},
        Arguments{"tournament", toml, "--store", store},
        Arguments{"ladder", "quoridor", "--openings", "random:2"} + bots + Arguments{store}}) {
    const Ran ran = quiver(command);
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    EXPECT_EQ(ran.err, sentence);
  }
  EXPECT_FALSE(std::filesystem::exists(store));
}

TEST_F(SoHost, IsNotBlamedInACheckForWhatItRefuses) {
  const Ran ran = quiver(
      {"check", course_player("course-amazons"), "--game", "amazons", "--move-time", "1m", "--tight", "50s"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("\n  declined  square 10, four seats"), std::string::npos) << ran.out;
  EXPECT_TRUE(ran.out.ends_with(" passed, 2 declined, 0 failed\n")) << ran.out;
}

TEST_F(SoHost, PlacesItsPawnsInEveryExerciseOfACheck) {
  const Ran ran = quiver({"check", course_player("course-quoridor"), "--game", "quoridor", "--move-time",
                          "1m", "--tight", "50s"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_TRUE(ran.out.starts_with("quoridor, with --start placed\n  ok        square 5 ")) << ran.out;
  for (const char* board : {"square 9 ", "donut 9 ", "clover 15 ", "a map with holes ", "square 25, stopped",
                            "the connection breaks and is resumed "})
    EXPECT_NE(ran.out.find(std::string("\n  ok        ") + board), std::string::npos) << board << ran.out;
  EXPECT_TRUE(ran.out.ends_with("\n11 passed, 1 declined, 0 failed\n")) << ran.out;
}

// Before its first turn a player was told nothing but the position that the opening leads to.
TEST_F(SoHost, BeginsAmazonsAfterTheMovesThatAMatchIsGiven) {
  const std::string moves[] = {"b5-b4/b5", "b5-b4/b5 b1-b2/b1", "b5-b4/b5 b1-b2/b1 b4-c4/b4"};
  for (unsigned plies = 1; plies <= 3; ++plies) {
    const std::string player = course_player("course-amazons") + " env:PLIES=" + std::to_string(plies);
    const auto records = match({"amazons", "--size", "5", "--moves", moves[plies - 1], "--games", "2",
                                "--swap", "--bot", player, "--bot", "random"});
    ASSERT_EQ(records.size(), 2U);
    for (const auto& record : records) {
      expect_clean(record);
      expect_replays(record);
      EXPECT_EQ(record.opening, plies);
    }
    // Each queen keeps her place in the order: b5 is vertex 1, b1 is 21.
    const std::string first = plies == 3 ? "7" : "6";
    const std::string other = plies == 1 ? "23 21 19 15" : "23 16 19 15";
    EXPECT_EQ(content_of_file(records[0].seats[0].log), "queens " + first + " 3 5 9\nqueens " + other + "\n");
  }
}

TEST_F(SoHost, PlaysTournamentsAndLaddersFromOpenings) {
  const std::string player = course_player("course-amazons") + " env:PLIES=3";
  const Arguments bots = {"--size",     "6",
                          "--openings", "random:3",
                          "--bot",      player + " name=one",
                          "--bot",      player + " name=two",
                          "--bot",      "random",
                          "--games",    "4",
                          "--seed",     "5",
                          "--json"};
  const Ran cup =
      quiver(Arguments{"tournament", "amazons", "--store", folder() + "/cup.db"} + bots + patient_clock());
  EXPECT_EQ(cup.exit_code, 0) << cup.err;
  const auto records = records_in(cup.out);
  EXPECT_EQ(records.size(), 12U);
  for (const auto& record : records) {
    expect_clean(record);
    EXPECT_EQ(record.opening, 3U);
  }
  const Ran ladder =
      quiver(Arguments{"ladder", "amazons", "--store", folder() + "/ladder.db", "--rest", "0s"} + bots +
             patient_clock());
  EXPECT_EQ(ladder.exit_code, 0) << ladder.err;
  for (const auto& record : records_in(ladder.out)) expect_clean(record);
}

}  // namespace quiver::tests
