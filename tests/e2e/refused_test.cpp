// A command that is refused leaves the store as it was, byte by byte of its content, or makes none.
#include <arpa/inet.h>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;

namespace {

// A port of this machine that somebody has.
class TakenPort {
 public:
  TakenPort() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof here;
    if (bind(socket_, reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0 ||
        listen(socket_, 1) != 0 || getsockname(socket_, reinterpret_cast<sockaddr*>(&here), &size) != 0)
      throw std::runtime_error("no port");
    address_ = "127.0.0.1:" + std::to_string(ntohs(here.sin_port));
  }
  ~TakenPort() { close(socket_); }
  TakenPort(const TakenPort&) = delete;
  TakenPort& operator=(const TakenPort&) = delete;
  [[nodiscard]] const std::string& address() const { return address_; }

 private:
  int socket_;
  std::string address_;
};

class Refused : public TournamentStage {
 protected:
  void SetUp() override {
    bot_ = folder() + "/mine";
    install("connect4-random");
  }
  void install(const std::string& name) const {
    fs::copy_file(bundled_bot_path(name), bot_, fs::copy_options::overwrite_existing);
  }
  [[nodiscard]] Arguments play(const Arguments& more) const {
    return cup(Arguments{"--bot", bot_, "--bot", "random"} + more);
  }
  [[nodiscard]] Arguments ladder(const Arguments& more) const {
    return Arguments{"ladder", "connect4", "--rows", "4",     "--cols", "4",     "--store",
                     store(),  "--rest",   "0ms",    "--bot", bot_,     "--bot", "random"} +
           patient_clock() + more;
  }
  // All that is in the store, as SQL.
  std::string content() {
    constexpr const char* kDump =
        "import sqlite3, sys\n"
        "db = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True)\n"
        "for line in db.iterdump(): print(line)\n";
    Program& dump = start("/usr/bin/python3", {"-c", kDump, store()});
    EXPECT_EQ(dump.wait(), 0) << dump.err();
    return dump.out();
  }
  void expect_refused(const Arguments& command, const std::string& why) {
    SCOPED_TRACE(why);
    const std::string before = content();
    const Ran ran = quiver(command);
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    expect_in(ran.err, why);
    EXPECT_EQ(content(), before);
  }
  void expect_makes_nothing(const Arguments& command, const std::string& why) {
    SCOPED_TRACE(why);
    const Ran ran = quiver(command);
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    expect_in(ran.err, why);
    for (const auto& entry : fs::directory_iterator(folder()))
      EXPECT_FALSE(entry.path().filename().string().starts_with("t.db")) << entry.path();
  }

  // What a run needs beside its store, and cannot have here.
  [[nodiscard]] std::vector<std::pair<Arguments, std::string>> missing(bool tournament) const {
    std::vector<std::pair<Arguments, std::string>> all = {
        {{"--listen", taken_.address()}, taken_.address()},
        {{"--web", taken_.address()}, taken_.address()},
        {{"--tokens", folder() + "/no-such-file"}, "no-such-file"},
        {{"--record", folder() + "/no-such-folder/r.jsonl"}, "no-such-folder"},
        {{"--concurrency", "0"}, "concurrency"},
        {{"--event", "no/name"}, "is not a name"},
    };
    if (!tournament) return all;
    all.push_back({{"--junit", folder() + "/no-such-folder/j.xml"}, "no-such-folder"});
    all.push_back({{"--anchor", "nobody=1500"}, "nobody"});
    all.push_back({{"--expect", "nobody>=0.5"}, "nobody"});
    return all;
  }

  // A daemon whose ports somebody else has.
  [[nodiscard]] std::vector<std::pair<Arguments, std::string>> serving() const {
    const Arguments serve = {"serve", "--store", store(), "--listen"};
    return {{serve + Arguments{taken_.address()}, taken_.address()},
            {serve + Arguments{"127.0.0.1:0", "--web", taken_.address()}, taken_.address()}};
  }

  std::string bot_;
  TakenPort taken_;
};

}  // namespace

TEST_F(Refused, ATournamentWithAChangedProgramKeepsItsPlan) {
  ASSERT_EQ(quiver(play({"--games", "2"})).exit_code, 0);
  install("connect4-minimax");
  expect_refused(play({"--games", "4"}), "the program of mine has changed since the tournament began");
  install("connect4-random");
  const Ran ran = quiver(play({"--games", "2"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(Refused, ATournamentLeavesTheStoreAsItWas) {
  const std::string book = file("book.txt", "1\n2\n");
  ASSERT_EQ(quiver(play({"--games", "2", "--openings", book})).exit_code, 0);
  const Arguments more = {"--games", "4", "--openings", book};
  expect_refused(play(more + Arguments{"--line", "3"}), "line was nothing when it began, and is 3 now");
  expect_refused(play(more + Arguments{"--move-time", "9s"}), "move-time was nothing");
  expect_refused(play(more + Arguments{"--format", "swiss"}), "when it began");
  expect_refused(play(Arguments{"--openings", book, "--games", "1"}), "games was 2 when it began");
  for (const auto& [words, why] : missing(true)) expect_refused(play(more + words), why);
  expect_refused(ladder({"--event", "tournament", "--listen", taken_.address()}), taken_.address());
  static_cast<void>(file("book.txt", "1\n3\n"));
  expect_refused(play(more), "the file with the openings is not what it was when it began");
  static_cast<void>(file("book.txt", "1\n2\n"));
  EXPECT_EQ(quiver(play(more)).exit_code, 0);
  EXPECT_EQ(games().size(), 4U);
}

TEST_F(Refused, ALadderLeavesTheStoreAsItWas) {
  ASSERT_EQ(quiver(ladder({"--games", "2"})).exit_code, 0);
  install("connect4-minimax");
  for (const auto& [words, why] : missing(false)) {
    expect_refused(ladder(words), why);
    expect_refused(ladder(words + Arguments{"--new-season"}), why);
  }
  expect_refused(ladder({"--line", "3"}), "line was nothing when it began, and is 3 now");
  expect_refused(play({"--event", "ladder-1", "--games", "2"}), "it is of the kind \"ladder\"");
}

TEST_F(Refused, AServerLeavesTheStoreAsItWas) {
  ASSERT_EQ(quiver(play({"--games", "2"})).exit_code, 0);
  for (const auto& [words, why] : serving()) expect_refused(words, why);
}

TEST_F(Refused, NothingIsMadeWhereNothingWas) {
  for (const auto& [words, why] : serving()) expect_makes_nothing(words, why);
  for (const auto& [words, why] : missing(true)) expect_makes_nothing(play(words), why);
  for (const auto& [words, why] : missing(false)) expect_makes_nothing(ladder(words), why);
  const Ran game = quiver({"match", "connect4", "--bot", "random", "--bot", "random", "--json"});
  expect_makes_nothing({"import", file("games.jsonl", game.out), "--store", store(), "--event", "no/name"},
                       "is not a name");
}

}  // namespace quiver::tests
