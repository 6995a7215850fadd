// Matches from their start to their record, played by people: no sockets.
#include "referee/net/match_runner.hpp"

#include <gtest/gtest.h>

#include "referee/net/person_players.hpp"

namespace quiver::tests {

using base::seat;
using net::MatchObserver;
using net::MatchSession;

namespace {

using Lines = std::vector<std::string>;

// Writes down what it observes, after its own name.
class Writes : public MatchObserver {
 public:
  Writes(std::string name, Lines& lines) : name_(std::move(name)), lines_(lines) {}

  void on_begin(const MatchSession& session, const wire::Record& heading) override {
    EXPECT_TRUE(heading.moves.empty());
    add("begin " + heading.id + " " + std::to_string(session.number()) + " " + heading.board);
  }
  void on_message(const MatchSession& session, const match::Message& message) override {
    if (const auto* moved = std::get_if<wire::Moved>(&message))
      add("moved " + session.match().entries()[moved->ply].notation);
    if (const auto* out = std::get_if<wire::Eliminated>(&message))
      add("out " + std::to_string(out->seat.value()) + " " + out->detail);
    if (fails && std::holds_alternative<wire::Moved>(message)) throw std::runtime_error("cannot write");
  }
  void on_change(const MatchSession&) override { ++changes; }
  void on_over(const MatchSession& session, const wire::Record& record) override {
    EXPECT_TRUE(session.over());
    EXPECT_EQ(record.started, "today");
    add("over: " + record.sentence);
  }

  bool fails = false;
  unsigned changes = 0;

 private:
  void add(const std::string& line) { lines_.push_back(name_ + " " + line); }

  std::string name_;
  Lines& lines_;
};

class MatchRunners : public testing::Test {
 protected:
  MatchRunners() { runner_.observers().add(all_); }

  std::string comes(const std::string& name) {
    std::string key = people_.add(name);
    people_.set_present(key, true);
    return key;
  }
  wire::MatchId open(const std::vector<std::string>& keys) {
    const auto start = games::Position::start("connect4", {}).value();
    net::NewMatch match{{runner_.next_id(), "game-1", start, {}, {}},
                        {1, "rectangle", {}, 0, "today"},
                        std::make_shared<const wire::EncodedStart>(start),
                        {},
                        {&own_}};
    for (const std::string& key : keys) {
      match.players.push_back(people_.find(key));
      const std::string name = match.players.back() ? match.players.back()->name() : "nobody";
      wire::TimeControl time;
      time.bank = std::chrono::minutes(10);
      match.setup.seats.push_back({name, time});
    }
    const wire::MatchId id = match.setup.match;
    runner_.open(std::move(match));
    return id;
  }
  std::string move(const std::string& key, std::uint32_t ply, unsigned column) {
    const auto moved = people_.move(key, ply, games::ConnectFourMove{column - 1});
    return moved ? "" : moved.error().sentence;
  }
  Lines take_lines() { return std::exchange(lines_, {}); }

  boost::asio::io_context io_;
  net::Log log_{net::Log::Level::kOff};
  net::ServerEvents events_{io_};
  net::StallDetector stalls_{base::clock_now(), [](base::Duration, base::Time) {}};
  net::MatchRunner runner_{io_, log_, events_, stalls_, {2, {}}};
  net::PersonPlayers people_{runner_};
  Lines lines_;
  Writes all_{"all:", lines_};
  Writes own_{"own:", lines_};
};

}  // namespace

TEST_F(MatchRunners, ReportAMatchToAllAndToItsOwnObservers) {
  const std::string ann = comes("ann");
  const std::string bob = comes("bob");
  const wire::MatchId id = open({ann, bob});
  EXPECT_EQ(take_lines(), (Lines{"all: begin game-1 1 rectangle", "own: begin game-1 1 rectangle"}));
  EXPECT_EQ(people_.find(ann)->seats().find(id), seat(0));
  EXPECT_EQ(move(ann, 0, 4), "");
  EXPECT_EQ(take_lines(), (Lines{"all: moved 4", "own: moved 4"}));
  EXPECT_EQ(all_.changes, own_.changes);
  EXPECT_GT(all_.changes, 0U);
  EXPECT_TRUE(people_.resign(bob));
  EXPECT_EQ(take_lines().size(), 2U);
  // Then the seats are free at once, and the session is there until the event loop runs.
  EXPECT_TRUE(people_.find(ann)->is_free());
  ASSERT_NE(runner_.find(id), nullptr);
  EXPECT_TRUE(runner_.find(id)->over());
  io_.poll();
  EXPECT_EQ(runner_.find(id), nullptr);
  EXPECT_EQ(runner_.size(), 0U);
  const std::string over = "over: seat 0, ann, won: bob out (RESIGNED)";
  EXPECT_EQ(take_lines(), (Lines{"all: " + over, "own: " + over}));
}

TEST_F(MatchRunners, RefuseWrongCallsOfPeopleAndChangeNothing) {
  const std::string ann = comes("ann");
  const std::string bob = comes("bob");
  EXPECT_EQ(move(ann, 0, 1), "there is no game that you play in");
  const wire::MatchId id = open({ann, bob});
  EXPECT_EQ(move(bob, 0, 1), "it is not your turn");
  EXPECT_EQ(move(ann, 1, 1), "the position has changed; choose again");
  EXPECT_FALSE(move(ann, 0, 99).empty());
  EXPECT_EQ(runner_.find(id)->match().position().ply(), 0U);
  people_.remove(bob);
  EXPECT_EQ(move(bob, 0, 1), "there is no game that you play in");
  EXPECT_TRUE(runner_.find(id)->over());
}

TEST_F(MatchRunners, EndAMatchThatThrowsAndNoOther) {
  const std::string ann = comes("ann");
  const std::string bob = comes("bob");
  const std::string eve = comes("eve");
  const std::string dan = comes("dan");
  const wire::MatchId first = open({ann, bob});
  const wire::MatchId second = open({eve, dan});
  EXPECT_TRUE(runner_.full());
  own_.fails = true;
  move(ann, 0, 4);
  own_.fails = false;
  EXPECT_TRUE(runner_.find(first)->over());
  EXPECT_EQ(runner_.find(first)->match().end(), wire::End::kVoid);
  EXPECT_FALSE(runner_.find(second)->over());
  EXPECT_EQ(move(eve, 0, 4), "");
}

TEST_F(MatchRunners, AbortAMatchOnce) {
  const std::string ann = comes("ann");
  const wire::MatchId id = open({ann, comes("bob")});
  EXPECT_FALSE(runner_.abort(id + 1, "why"));
  EXPECT_TRUE(runner_.abort(id, "why"));
  EXPECT_FALSE(runner_.abort(id, "why"));
  EXPECT_TRUE(people_.find(ann)->seats().has_ended(id));
  wire::Listing listing;
  runner_.add_to(listing, base::clock_now());
  EXPECT_TRUE(listing.matches.empty());
}

TEST_F(MatchRunners, ListTheMatchesInTheirOrder) {
  const wire::MatchId first = open({comes("ann"), comes("bob")});
  const wire::MatchId second = open({comes("eve"), comes("dan")});
  wire::Listing listing;
  runner_.add_to(listing, base::clock_now());
  ASSERT_EQ(listing.matches.size(), 2U);
  EXPECT_EQ(listing.matches[0].match, first);
  EXPECT_EQ(listing.matches[1].match, second);
  EXPECT_EQ(listing.matches[1].names, (Lines{"eve", "dan"}));
}

TEST_F(MatchRunners, KnowWhoIsAtWork) {
  const std::string ann = comes("ann");
  const std::string bob = people_.add("bob");
  const wire::MatchId id = open({ann, bob});
  // One who is not there yet is not ready; one who is and has no turn has nothing to do.
  EXPECT_TRUE(runner_.is_working(*people_.find(bob)));
  EXPECT_FALSE(runner_.is_working(*people_.find(ann)));
  people_.set_present(bob, true);
  EXPECT_EQ(runner_.find(id)->match().awaited(), seat(0));
  EXPECT_TRUE(runner_.is_working(*people_.find(ann)));
  EXPECT_FALSE(runner_.is_working(*people_.find(bob)));
  // given one who leaves and comes back
  EXPECT_FALSE(runner_.has_resumed(*people_.find(ann), 1));
  people_.set_present(ann, false);
  people_.set_present(ann, true);
  EXPECT_TRUE(runner_.has_resumed(*people_.find(ann), 1));
  EXPECT_FALSE(runner_.has_resumed(*people_.find(ann), 2));
}

}  // namespace quiver::tests
