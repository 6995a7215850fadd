// A network that cuts frames into pieces and stalls in the middle of them changes nothing in a game.
#include <algorithm>

#include "tests/e2e/daemon.hpp"
#include "tests/e2e/proxy.hpp"

namespace quiver::tests {

namespace {

using std::chrono::milliseconds;

struct Network {
  std::string name;
  Proxy::Manner manner;
  friend std::ostream& operator<<(std::ostream& out, const Network& one) { return out << one.name; }
};

const Network kNetworks[] = {
    {"SingleBytes", {{1}, milliseconds(0)}},
    {"OddPieces", {{3, 1, 7, 2, 1000, 5}, milliseconds(0)}},
    {"StallsInTheHeader", {{2, 1U << 20U}, milliseconds(30)}},
    {"StallsInTheMessage", {{5, 1U << 20U}, milliseconds(30)}},
};

class Pieces : public Stage, public testing::WithParamInterface<Network> {
 protected:
  // The moves of a game between two, each through a network like this.
  std::string moves_over(Daemon& daemon, const Proxy::Manner& manner) {
    const auto pass = [](const Proxy::Frame&) { return Proxy::Decision::kPass; };
    Proxy for_alice(daemon.address(), pass, manner);
    Proxy for_bob(daemon.address(), pass, manner);
    Program& alice = start_bot("alice", for_alice.url());
    Program& bob = start_bot("bob", for_bob.url());
    daemon.await_competitors({"alice", "bob"});
    Visitor boss = daemon.admin();
    const wire::Record record = play(boss, order_for("connect4", {"remote:alice", "remote:bob"}, 21)).at(0);
    expect_clean(record);
    EXPECT_EQ(alice.wait(), 0) << alice.err();
    EXPECT_EQ(bob.wait(), 0) << bob.err();
    EXPECT_EQ(for_alice.connections(), 1U) << "nobody had to come back";
    daemon.await_listing([](const wire::Listing& listing) {
      return std::none_of(listing.competitors.begin(), listing.competitors.end(),
                          [](const auto& one) { return one.connected; });
    });
    return moves_of(record);
  }

 private:
  Program& start_bot(const std::string& name, const std::string& url) {
    return start(bundled_bot_path("connect4-random"),
                 {"--connect", url, "--token", token_of(name), "--matches", "1"});
  }
};

}  // namespace

TEST_P(Pieces, ChangeNothing) {
  Daemon daemon(*this);
  const std::string undisturbed = moves_over(daemon, {});
  EXPECT_EQ(moves_over(daemon, GetParam().manner), undisturbed);
  EXPECT_EQ(daemon.stop(), 0);
}

INSTANTIATE_TEST_SUITE_P(Of, Pieces, testing::ValuesIn(kNetworks),
                         [](const auto& one) { return one.param.name; });

}  // namespace quiver::tests
