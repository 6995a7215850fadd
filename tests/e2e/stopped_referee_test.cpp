// The referee is stopped for longer than any patience while bots connect, launched and remote
// ones: when it goes on they play, and nobody has lost anything.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

TEST_F(Stage, AStoppedRefereeMakesNobodyLose) {
  constexpr std::chrono::seconds kStopped(20);
  const std::string go = folder() + "/go";
  // Bots, who are others than the referee, look for that file.
  std::filesystem::permissions(folder(),
                               std::filesystem::perms::others_read | std::filesystem::perms::others_exec,
                               std::filesystem::perm_options::add);
  // given a match of bots that are started and have not connected, and an order for two
  // remote ones that have not connected
  const std::string slow = std::string(WAITING_BOT) + " env:CONNECT_FOR=" + go + " see=" + folder();
  Program& match = start_quiver(Arguments{"match", "connect4", "--json", "--bot", slow + " name=a", "--bot",
                                          slow + " name=b", "--games", "2"} +
                                patient_clock());
  const auto bots = [&] {
    std::size_t count = 0;
    for (const pid_t one : processes()) {
      const std::string words = content_of_file("/proc/" + std::to_string(one) + "/cmdline");
      count += words.starts_with(WAITING_BOT) ? 1U : 0U;
    }
    return count;
  };
  ASSERT_TRUE(eventually([&] { return bots() == 2; })) << match.err();
  match.signal(SIGSTOP);
  Daemon daemon(*this);
  Visitor boss = daemon.admin();
  boss.send(order_for("connect4", {"remote:alice", "remote:bob"}));
  boss.expect<wire::Ordered>();
  daemon.program().signal(SIGSTOP);
  // when the bots connect while both referees are stopped
  static_cast<void>(file("go", ""));
  const Arguments once = {"--matches", "1"};
  Program& alice = start(WAITING_BOT, daemon.connect_as("alice") + once);
  Program& bob = start("/usr/bin/python3", Arguments{FIRST_BOT} + daemon.connect_as("bob") + once,
                       {{"PYTHONPATH", QUIVER_PYTHON_PACKAGE}});
  std::this_thread::sleep_for(kStopped);  // that it is so long is what is tested
  EXPECT_TRUE(alice.runs()) << alice.err();
  EXPECT_TRUE(bob.runs()) << bob.err();
  match.signal(SIGCONT);
  daemon.program().signal(SIGCONT);
  // then all games are played
  EXPECT_EQ(match.wait(), 0) << match.err();
  const auto records = records_in(match.out());
  EXPECT_EQ(records.size(), 2U);
  for (const wire::Record& record : records) expect_clean(record);
  expect_clean(boss.await<wire::Record>());
  EXPECT_EQ(alice.wait(), 0) << alice.err();
  EXPECT_EQ(bob.wait(), 0) << bob.err();
  EXPECT_EQ(daemon.stop(), 0);
}

}  // namespace quiver::tests
