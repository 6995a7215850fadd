// Tournaments that more and more entrants join, with more and more games, broken off at any moment: the games
// that were planned keep their numbers and their entrants, and in the end everybody has played everybody.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "referee/tournament/schedule.hpp"
#include "tests/property/dice.hpp"
#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

using tournament::Schedule;

// What a game is: who sits in which seat, and which of their games it is.
struct Planned {
  std::vector<Entrant> seats;
  std::uint32_t pairing = 0;
  std::uint32_t index = 0;
  friend bool operator==(const Planned&, const Planned&) = default;
};

class Growing {
 public:
  Growing(FormatChoice choice, Dice& dice) : choice_(std::move(choice)), dice_(dice) {}

  // As a new process does, of which the last one may have been killed before it had stored all pairings.
  void start(bool loses_new_pairings) {
    std::vector<Pairing> drawn = drawn_;
    if (!loses_new_pairings && schedule_) take_drawn(drawn);
    schedule_.emplace(format(choice_));
    ASSERT_TRUE(schedule_->restore(drawn, played_));
    schedule_->draw();
    drawn_.clear();
    take_drawn(drawn_);
  }
  void grow() {
    if (dice_.one_in(2)) choice_.games += static_cast<std::uint32_t>(1 + dice_.below(4));
    if (dice_.one_in(4)) return;
    choice_.stages.push_back({choice_.entrants, games_before_});
    // Tables of four are many.
    choice_.entrants += static_cast<std::uint32_t>(choice_.seats == 4 ? 1 : 1 + dice_.below(3));
  }
  // Some of the games, or all.
  void play(bool all) {
    games_before_ = choice_.games;
    std::size_t left = all ? ~std::size_t{0} : dice_.below(schedule_->planned() + 1);
    while (left-- > 0) {
      const auto slot = schedule_->next([&](const Schedule::Slot&) { return all || !dice_.one_in(4); });
      if (!slot) break;
      note(*slot);
      if (!all && dice_.one_in(8)) continue;  // it is being played when the process is killed
      std::vector<double> points(schedule_->pairing(slot->pairing).entrants.size(), 0.5);
      played_.push_back({slot->pairing, slot->index, points});
      schedule_->finish(*slot, points);
    }
  }
  [[nodiscard]] const std::map<std::uint32_t, Planned>& games() const { return games_; }
  [[nodiscard]] const std::vector<Schedule::Result>& played() const { return played_; }
  [[nodiscard]] const FormatChoice& choice() const { return choice_; }
  [[nodiscard]] const Schedule& schedule() const { return *schedule_; }

 private:
  void take_drawn(std::vector<Pairing>& drawn) const {
    drawn.clear();
    for (std::uint32_t k = 1; k <= schedule_->pairings(); ++k) drawn.push_back(schedule_->pairing(k));
  }
  void note(const Schedule::Slot& slot) {
    const Pairing& pairing = schedule_->pairing(slot.pairing);
    Planned planned{{}, slot.pairing, slot.index};
    for (const std::size_t place : seating(pairing, slot.index))
      planned.seats.push_back(pairing.entrants[place]);
    const auto [known, is_new] = games_.emplace(slot.number, planned);
    ASSERT_EQ(known->second, planned) << "game " << slot.number << " was another one before";
  }

  FormatChoice choice_;
  Dice& dice_;
  std::optional<Schedule> schedule_;
  std::vector<Pairing> drawn_;
  std::vector<Schedule::Result> played_;
  std::map<std::uint32_t, Planned> games_;  // all that were ever handed out, by number
  std::uint32_t games_before_ = 0;
};

FormatChoice any_choice(Dice& dice) {
  FormatChoice choice;
  choice.name = dice.pick(std::vector<std::string>{"round-robin", "double-round-robin", "gauntlet"});
  choice.seats = choice.name != "gauntlet" && dice.one_in(4) ? 4 : 2;
  choice.challengers = static_cast<std::uint32_t>(1 + dice.below(2));
  choice.entrants = static_cast<std::uint32_t>(4 + dice.below(choice.seats == 4 ? 2 : 4));
  choice.games = static_cast<std::uint32_t>(1 + dice.below(6));
  return choice;
}

}  // namespace

TEST(LateEntrants, LeaveTheGamesOfOthersAsTheyAre) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("LateEntrants");
  for (int event = 0; event < 300; ++event) {
    Growing growing(any_choice(dice), dice);
    ASSERT_NO_FATAL_FAILURE(growing.start(false));
    growing.play(false);
    for (std::size_t more = dice.below(4); more-- > 0;) {
      growing.grow();
      ASSERT_NO_FATAL_FAILURE(growing.start(dice.one_in(3)));
      ASSERT_NO_FATAL_FAILURE(growing.play(false));
    }
    ASSERT_NO_FATAL_FAILURE(growing.start(false));  // after a kill: what was being played is not stored
    ASSERT_NO_FATAL_FAILURE(growing.play(true));
    EXPECT_TRUE(growing.schedule().exhausted());
    ASSERT_EQ(growing.games().size(), growing.schedule().planned());
    EXPECT_EQ(growing.games().rbegin()->first, growing.games().size()) << "numbered without gaps";
    // Whoever came when: everybody has met the same others as often as if all had been there from the
    // beginning.
    FormatChoice at_once = growing.choice();
    at_once.stages.clear();
    Schedule whole(format(at_once));
    whole.draw();
    std::map<std::vector<Entrant>, std::uint64_t> wanted, found;
    for (std::uint32_t k = 1; k <= whole.pairings(); ++k) {
      std::vector<Entrant> who = whole.pairing(k).entrants;
      std::sort(who.begin(), who.end());
      wanted[who] += whole.pairing(k).games;
    }
    for (const auto& [number, game] : growing.games()) {
      std::vector<Entrant> who = game.seats;
      std::sort(who.begin(), who.end());
      ++found[who];
    }
    ASSERT_EQ(found, wanted) << at_once.name << " of " << at_once.entrants;
  }
}

// With two seats also the order of each list is as if all had been there: so first moves are as balanced.
TEST(LateEntrants, MoveFirstAsOftenAsTheOthers) {
  for (const char* name : {"round-robin", "double-round-robin", "gauntlet"}) {
    FormatChoice late{.name = name, .entrants = 9, .games = 3, .stages = {{3, 1}, {4, 3}, {8, 3}}};
    FormatChoice whole{.name = name, .entrants = 9, .games = 3};
    std::multiset<std::vector<Entrant>> lists, expected;
    std::set<std::pair<std::uint32_t, Entrant>> busy;
    std::uint32_t round = 1;
    for (const Pairing& one : format(late)->draw({})) {
      lists.insert(one.entrants);
      EXPECT_GE(one.round, round) << name;
      round = one.round;
      for (const Entrant entrant : one.entrants)
        EXPECT_TRUE(busy.emplace(one.round, entrant).second) << name << ": twice in round " << one.round;
    }
    for (const Pairing& one : format(whole)->draw({})) expected.insert(one.entrants);
    EXPECT_EQ(lists, expected) << name;
  }
}

}  // namespace quiver::tests
