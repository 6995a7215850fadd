// Tournaments that are broken off again and again come to what they would have come to in one go.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "referee/tournament/schedule.hpp"
#include "tests/property/dice.hpp"
#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

using tournament::Schedule;
using Slot = Schedule::Slot;

// What a game comes to depends on the chance of the tournament and on the game alone, never on when.
std::vector<double> result_of(const Pairing& pairing, std::uint32_t index, std::uint64_t chance) {
  std::uint64_t mixed = chance;
  for (const Entrant one : pairing.entrants) mixed = (mixed ^ one) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ pairing.number) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ index) * 0x9E3779B97F4A7C15;
  const std::uint64_t drawn = (mixed >> 40U) % 3;
  if (pairing.entrants.size() == 2) return {0.5 * static_cast<double>(drawn), 1 - 0.5 * double(drawn)};
  return drawn == 0
             ? std::vector<double>{3, 2, 1, 0}
             : (drawn == 1 ? std::vector<double>{0, 1.5, 1.5, 3} : std::vector<double>{1.5, 1.5, 1.5, 1.5});
}

// All that a store would have.
struct Kept {
  std::vector<Pairing> drawn;
  std::vector<Schedule::Result> played;
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> games;  // by number: pairing and index
};

class Playing {
 public:
  Playing(const FormatChoice& choice, std::uint64_t chance) : choice_(choice), chance_(chance) { start(); }

  Kept one_after_the_other() {
    while (const auto slot = schedule_->next([](const Slot&) { return true; })) finish(*slot);
    EXPECT_TRUE(schedule_->complete());
    EXPECT_TRUE(schedule_->exhausted());
    return kept_;
  }
  Kept broken_off_by(Dice& dice) {
    std::vector<Slot> going;
    std::map<std::uint32_t, bool> just_void;  // by pairing
    while (!schedule_->exhausted()) {
      const std::size_t what = dice.below(20);
      if (what == 0) {
        going.clear();
        just_void.clear();
        start();
      } else if (what == 1 && !going.empty() && !just_void[going.back().pairing]) {
        just_void[going.back().pairing] = true;
        EXPECT_TRUE(schedule_->repeat(going.back()));
        going.pop_back();
      } else if (what < 10 && going.size() < 5) {
        const bool choosy = dice.one_in(3);
        const auto slot = schedule_->next([&](const Slot&) { return !choosy || dice.one_in(2); });
        if (slot) going.push_back(*slot);
      } else if (!going.empty()) {
        const std::size_t which = dice.below(going.size());
        just_void[going[which].pairing] = false;
        finish(going[which]);
        going.erase(going.begin() + static_cast<std::ptrdiff_t>(which));
      }
    }
    EXPECT_TRUE(going.empty());
    EXPECT_TRUE(schedule_->complete());
    return kept_;
  }

 private:
  // As a new process does.
  void start() {
    schedule_.emplace(format(choice_));
    ASSERT_TRUE(schedule_->restore(kept_.drawn, kept_.played));
    draw();
    ASSERT_EQ(schedule_->played(), kept_.played.size());
  }
  void draw() {
    for (auto drawn = schedule_->draw(); !drawn.empty(); drawn = schedule_->draw())
      kept_.drawn.insert(kept_.drawn.end(), drawn.begin(), drawn.end());
  }
  void finish(const Slot& slot) {
    const std::vector<double> points = result_of(schedule_->pairing(slot.pairing), slot.index, chance_);
    EXPECT_TRUE(kept_.games.emplace(slot.number, std::pair(slot.pairing, slot.index)).second)
        << "number " << slot.number << " came twice";
    kept_.played.push_back({slot.pairing, slot.index, points});
    schedule_->finish(slot, points);
    draw();
  }

  FormatChoice choice_;
  std::uint64_t chance_;
  std::optional<Schedule> schedule_;
  Kept kept_;
};

FormatChoice some_tournament(Dice& dice) {
  const std::vector<std::string> names{"round-robin", "double-round-robin", "gauntlet",
                                       "swiss",       "knockout",           "double-elimination"};
  FormatChoice choice;
  choice.name = dice.pick(names);
  choice.seats = choice.name.ends_with("round-robin") && dice.one_in(3) ? 4 : 2;
  choice.entrants = choice.seats + static_cast<std::uint32_t>(dice.below(choice.seats == 4 ? 3 : 8));
  choice.games = 1 + static_cast<std::uint32_t>(dice.below(5));
  if (choice.name == "gauntlet")
    choice.challengers = 1 + static_cast<std::uint32_t>(dice.below(choice.entrants - 1));
  return choice;
}

std::string text(const FormatChoice& choice) {
  return choice.name + " of " + std::to_string(choice.entrants) + ", " + std::to_string(choice.seats) +
         " seats, " + std::to_string(choice.games) + " games, " + std::to_string(choice.challengers) +
         " challengers";
}

}  // namespace

TEST(ARestoredSchedule, IsAsIfItHadNeverStopped) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("ARestoredSchedule");
  for (int k = 0; k < 600; ++k) {
    const FormatChoice choice = some_tournament(dice);
    SCOPED_TRACE("tournament " + std::to_string(k) + ", " + text(choice));
    const std::uint64_t chance = dice.below(1U << 30U);
    const Kept at_once = Playing(choice, chance).one_after_the_other();
    const Kept again = Playing(choice, chance).broken_off_by(dice);
    ASSERT_EQ(again.drawn, at_once.drawn);
    ASSERT_EQ(again.games, at_once.games);
    ASSERT_EQ(again.played.size(), at_once.played.size());
    if (testing::Test::HasFailure()) return;
  }
}

// What a pairing is to have, it has, each game once.
TEST(ARestoredSchedule, PlaysWhatWasPlanned) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("PlaysWhatWasPlanned");
  for (int k = 0; k < 200; ++k) {
    const FormatChoice choice = some_tournament(dice);
    SCOPED_TRACE(text(choice));
    const Kept kept = Playing(choice, dice.below(1U << 30U)).broken_off_by(dice);
    std::map<std::uint32_t, std::set<std::uint32_t>> indices;
    for (const auto& [number, game] : kept.games) EXPECT_TRUE(indices[game.first].insert(game.second).second);
    for (const Pairing& pairing : kept.drawn) {
      const std::set<std::uint32_t>& had = indices[pairing.number];
      const std::uint32_t planned = pairing.entrants.size() > 1 ? pairing.games : 0;
      if (choice.name == "knockout" || choice.name == "double-elimination") {
        EXPECT_GE(had.size(), planned);
      } else {
        EXPECT_EQ(had.size(), planned);
      }
      if (!had.empty()) {
        EXPECT_EQ(*had.rbegin() + 1, had.size());
      }
    }
  }
}

// Two games a pair were played, in part; then four are wanted.
TEST(ARestoredSchedule, GoesOnWithMoreGames) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("GoesOnWithMoreGames");
  for (int k = 0; k < 100; ++k) {
    FormatChoice choice = some_tournament(dice);
    if (choice.name == "swiss" || choice.name == "knockout" || choice.name == "double-elimination")
      choice.name = "round-robin";
    SCOPED_TRACE(text(choice));
    const Kept few = Playing(choice, 1).one_after_the_other();
    choice.games += 1 + static_cast<std::uint32_t>(dice.below(4));
    const Kept many = Playing(choice, 1).one_after_the_other();
    Schedule grown(format(choice));
    ASSERT_TRUE(grown.restore(few.drawn, few.played));
    EXPECT_TRUE(grown.draw().empty());
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> games = few.games;
    while (const auto slot = grown.next([](const Slot&) { return true; })) {
      games.emplace(slot->number, std::pair(slot->pairing, slot->index));
      grown.finish(*slot, std::vector<double>(choice.seats, 0.5));
    }
    EXPECT_EQ(games, many.games);
  }
}

}  // namespace quiver::tests
