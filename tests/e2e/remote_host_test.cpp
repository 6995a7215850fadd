// Hosts that somebody starts by hand, for a referee that does not end them: they last, and leave nothing
// behind.
#include <filesystem>

#include "tests/e2e/daemon.hpp"
#include "tests/e2e/hosts.hpp"

namespace quiver::tests {

namespace {

class RemoteHost : public Hosts {
 protected:
  static std::string host(const std::string& name) { return bundled_bot_path("host/" + name); }
};

bool built_with_address_sanitizer() {
#if defined(__SANITIZE_ADDRESS__)
  return true;
#else
  return false;
#endif
}

}  // namespace

TEST_F(RemoteHost, EndsAProgramThatHangsAndPlaysTheNextMatchWithANewOne) {
  // given a program that hangs at its first turn ever
  const std::string program = script("hangs-once", R"(#!/bin/sh
while read -r word rest; do
  case $word in
    begin) echo ready ;;
    turn) [ -e hung ] || { touch hung; sleep 1000; }; echo legal ;;
    legal) echo "play ${rest%% *}" ;;
  esac
done
)");
  Daemon daemon(*this);
  const Arguments words = {"--", program};
  Program& bot = start("/usr/bin/env", Arguments{"-C", folder(), host("host-text")} +
                                           daemon.connect_as("alice") + Arguments{"--matches", "2"} + words);
  start(bundled_bot_path("connect4-random"), daemon.connect_as("bob"));
  daemon.await_competitors({"alice", "bob"});
  auto admin = daemon.admin();
  wire::Order order = order_for("connect4", {"remote:alice", "remote:bob"});
  order.time.per_move = std::chrono::seconds(2);
  order.games = 2;
  const auto records = play(admin, order);
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(reason_of(records[0], 0), "TIMEOUT");
  expect_clean(records[1]);
  EXPECT_EQ(bot.wait(), 0) << bot.err();
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(RemoteHost, EndsWhatAPlayerHasLeftBehind) {
  // given a player that at every move starts threads and a process in a session of its own
  Daemon daemon(*this);
  Program& bot =
      start(host("host-so"), daemon.connect_as("alice") + Arguments{"--", course_player("course-amazons")},
            {{"DO", "play_threads"}, {"WHOSE", folder()}});
  start(bundled_bot_path("first-bot"), daemon.connect_as("bob"));
  daemon.await_competitors({"alice", "bob"});
  auto admin = daemon.admin();
  wire::Order order = order_for("amazons", {"remote:alice", "remote:bob"});
  order.options.size = 5;
  for (const wire::Record& record : play(admin, order)) expect_clean(record);
  EXPECT_TRUE(
      eventually([&] { return processes_of("WHOSE=" + folder(), {}) == std::vector<pid_t>{bot.pid()}; }));
  EXPECT_TRUE(bot.runs());
}

TEST_F(RemoteHost, TakesItsPlayerWithItWhenItIsKilled) {
  Daemon daemon(*this);
  Program& bot =
      start(host("host-so"), daemon.connect_as("alice") + Arguments{"--", course_player("course-amazons")},
            {{"DO", "play_hang"}, {"WHOSE", folder()}});
  start(bundled_bot_path("amazons-random"), daemon.connect_as("bob"));
  daemon.await_competitors({"alice", "bob"});
  auto admin = daemon.admin();
  admin.send(order_for("amazons", {"remote:alice", "remote:bob"}));
  // The host, and the process in which its player hangs.
  EXPECT_TRUE(eventually([&] { return processes_of("WHOSE=" + folder(), {}).size() == 2; }));
  bot.signal(SIGKILL);
  EXPECT_TRUE(eventually([&] { return processes_of("WHOSE=" + folder(), {}).empty(); }));
}

TEST_F(RemoteHost, LosesNoMemoryWithAPlayerThatFreesItsOwn) {
  if (built_with_address_sanitizer()) GTEST_SKIP() << "valgrind cannot run what AddressSanitizer instruments";
  Daemon daemon(*this);
  const Arguments watched = {"--trace-children=yes", "--leak-check=full", "--error-exitcode=99",
                             "--log-file=" + folder() + "/valgrind.%p"};
  const std::map<std::string, std::string> players = {{"alice", "course-amazons"},
                                                      {"bob", "course-quoridor"}};
  std::vector<Program*> bots;
  for (const auto& [name, player] : players)
    bots.push_back(&start("/usr/bin/valgrind", watched + Arguments{host("host-so")} +
                                                   daemon.connect_as(name) +
                                                   Arguments{"--matches", "1", "--", course_player(player)}));
  start(bundled_bot_path("first-bot"), daemon.connect_as("carol"));
  daemon.await_competitors({"alice", "bob", "carol"});
  auto admin = daemon.admin();
  wire::Order amazons = order_for("amazons", {"remote:alice", "remote:carol"});
  amazons.options.size = 5;
  wire::Order quoridor = order_for("quoridor", {"remote:bob", "remote:carol"});
  quoridor.options.size = 5;
  quoridor.options.start = "placed";
  for (const wire::Order& order : {amazons, quoridor})
    for (const wire::Record& record : play(admin, order)) expect_clean(record);
  for (Program* bot : bots) EXPECT_EQ(bot->wait(), 0) << bot->err();
  unsigned reports = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (!entry.path().filename().string().starts_with("valgrind.")) continue;
    const std::string report = content_of_file(entry.path().string());
    EXPECT_NE(report.find("ERROR SUMMARY: 0 errors"), std::string::npos) << report;
    ++reports;
  }
  EXPECT_EQ(reports, 4U);  // two hosts, and the processes of their players
}

}  // namespace quiver::tests
