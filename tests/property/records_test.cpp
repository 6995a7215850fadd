// Records of random matches of every game: the judge finds nothing, the formats lose nothing of the game.
#include <optional>
#include <sstream>

#include "client_sdk/wire/codec.hpp"
#include "referee/records/foreign_games.hpp"
#include "referee/records/game_text.hpp"
#include "referee/records/record_files.hpp"
#include "referee/records/verify.hpp"
#include "tests/property/harness.hpp"
#include "tests/property/recorded_match.hpp"

namespace quiver::tests {

namespace {

class RecordsOf : public PropertyTest {
 protected:
  // But for cases in which nobody can move: no match is begun there.
  void on_every_start(int rounds, const std::function<void(Trial&)>& property) {
    on_every_case(rounds, [&](Trial& trial) {
      if (!trial.start().outcome().over) property(trial);
    });
  }
  static void expect_as_recorded(const wire::Record& record) {
    const auto judged = records::judge(record);
    EXPECT_TRUE(judged) << judged.error().sentence << "\n" << wire::record_json(record);
  }
  static std::vector<records::FoundRecord> read(const std::string& text,
                                                const records::Reading& reading = {}) {
    std::istringstream in(text);
    std::vector<records::FoundRecord> all;
    const auto done = records::read_record_stream(in, reading, [&](const records::FoundRecord& one) {
      all.push_back(one);
      return true;
    });
    EXPECT_TRUE(done) << done.error().sentence << "\n" << text;
    return all;
  }
};

// The record without what the text does not hold.
wire::Record bare(wire::Record record) {
  for (auto& seat : record.seats) {
    const wire::Record::SeatRecord full = seat;
    seat = {};
    seat.name = full.name;
    seat.reason = full.reason;
    seat.detail = full.detail;
    seat.place = full.place;
  }
  for (auto& entry : record.moves) {
    entry.took = base::Duration{0};
    entry.info = {};
  }
  return record;
}

bool has_elimination(const wire::Record& record) {
  for (const auto& entry : record.moves)
    if (entry.notation.starts_with('x')) return true;
  return false;
}

// Where the moves lead, if they can all be played.
std::optional<games::Position> end_of(const wire::Record& record) {
  games::Position position = records::start_of(record).value();
  for (const auto& entry : record.moves) {
    const auto event = position.parse(entry.notation);
    if (!event || !position.check(*event)) return std::nullopt;
    position.apply(*event);
  }
  return position;
}

}  // namespace

TEST_P(RecordsOf, AreAsTheJudgeSays) {
  on_every_start(20, [](Trial& trial) {
    const wire::Record record = random_match(trial.its_case, trial.dice);
    expect_as_recorded(record);
    const auto read = wire::parse_record_json(wire::record_json(record));
    ASSERT_TRUE(read);
    expect_as_recorded(*read);
  });
}

// A change of any one move is noticed, unless the game comes to the same end: a pawn can go round two ways.
TEST_P(RecordsOf, DoNotHideAChangedMove) {
  on_every_start(5, [](Trial& trial) {
    wire::Record record = random_match(trial.its_case, trial.dice);
    if (record.moves.empty()) return;
    const auto end = end_of(record);
    const std::size_t which = trial.dice.below(record.moves.size());
    games::Position before = records::start_of(record).value();
    for (std::size_t k = 0; k < which; ++k) before.apply(before.parse(record.moves[k].notation).value());
    const games::Event other = random_event(before, trial.dice);
    if (other == before.parse(record.moves[which].notation).value()) return;
    record.moves[which].notation = before.format(other);
    if (end_of(record) == end) return;
    EXPECT_FALSE(records::judge(record)) << "move " << which + 1 << " is now " << before.format(other) << "\n"
                                         << wire::record_json(record);
  });
}

TEST_P(RecordsOf, ComeBackFromTextAndFromLines) {
  on_every_start(10, [](Trial& trial) {
    const wire::Record first = random_match(trial.its_case, trial.dice);
    const wire::Record second = random_match(trial.its_case, trial.dice);
    const auto from_text = read(records::game_text(first) + records::game_text(second));
    ASSERT_EQ(from_text.size(), 2U);
    EXPECT_EQ(wire::record_json(from_text[0].record), wire::record_json(bare(first)));
    EXPECT_EQ(wire::record_json(from_text[1].record), wire::record_json(bare(second)));
    EXPECT_EQ(records::game_text(from_text[1].record), records::game_text(second));
    expect_as_recorded(from_text[1].record);
    const auto from_lines = read(wire::record_json(first) + "\n\n" + wire::record_json(second));
    ASSERT_EQ(from_lines.size(), 2U);
    EXPECT_EQ(wire::record_json(from_lines[1].record), wire::record_json(second));
    EXPECT_EQ(from_lines[1].place, "line 3");
  });
}

TEST_P(RecordsOf, ComeBackFromTheCoursesJson) {
  if (GetParam() != "amazons") return;
  on_every_start(10, [](Trial& trial) {
    const wire::Record record = random_match(trial.its_case, trial.dice);
    const auto written = records::course_game(record);
    if (!written) {
      EXPECT_TRUE(has_elimination(record)) << written.error().sentence;
      return;
    }
    records::Reading reading;
    reading.board = trial.its_case.options;
    const auto games = read(written->json + "\n", reading);
    ASSERT_EQ(games.size(), 1U);
    expect_as_recorded(games[0].record);
    if (!written->left_out.empty()) return;
    EXPECT_EQ(games[0].record.hash, record.hash);
    EXPECT_EQ(games[0].record.winner, record.winner);
  });
}

INSTANTIATE_TEST_SUITE_P(Games, RecordsOf, every_game(), game_name);

}  // namespace quiver::tests
