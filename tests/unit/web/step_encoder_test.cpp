// What a page is told of a game is the game: every step of random matches, played again from what was told.
#include "referee/web/step_encoder.hpp"

#include "client_sdk/wire/proto_position.hpp"
#include "referee/records/verify.hpp"
#include "referee/web/views.hpp"
#include "tests/property/harness.hpp"
#include "tests/property/recorded_match.hpp"

namespace quiver::tests {

using base::seat;

namespace {

class StepEncoderOf : public PropertyTest {};

// Not every x is one: wide boards have a column of that name.
bool is_elimination(const wire::Record::Entry& entry) {
  return entry.notation.size() == 2 && entry.notation[0] == 'x' && entry.notation[1] <= '3';
}

// The event that a step tells, from nothing but the step.
games::Event event_of(const v1::Step& step) {
  if (step.has_move()) return wire::read_move(step.move()).value();
  return games::Elimination{seat(step.seat())};
}

// Where the piece of a move came to lie, if the move does not say it: seen from the pieces alone.
template <class Game>
std::optional<std::uint32_t> new_cell(const Game&, const Game&, const typename Game::Move&) {
  return std::nullopt;
}
std::optional<std::uint32_t> new_cell(const games::ConnectFour& before, const games::ConnectFour& after,
                                      const games::ConnectFourMove&) {
  for (std::uint32_t v = 0; v < before.graph().num_vertices(); ++v)
    if (before.disc(base::Vertex{v}) != after.disc(base::Vertex{v})) return v;
  return UINT32_MAX;
}
std::optional<std::uint32_t> new_cell(const games::Hex&, const games::Hex& after,
                                      const games::HexMove& move) {
  std::optional<std::uint32_t> found;
  if (move.swap) after.stones(seat(1)).for_each([&](base::Vertex v) { found = v.value(); });
  return found;
}
std::optional<std::uint32_t> new_cell(const games::Position& before, const games::Position& after,
                                      const games::Event& event) {
  if (std::holds_alternative<games::Elimination>(event)) return std::nullopt;
  return before.visit([&](const auto& game) {
    using Game = std::decay_t<decltype(game)>;
    return new_cell(game, *after.as<Game>(), std::get<typename Game::Move>(std::get<games::Move>(event)));
  });
}

void expect_outs(const v1::Step& step, const games::Position& before, const games::Position& after,
                 const wire::Record& record) {
  std::vector<unsigned> gone;
  for (unsigned s = 0; s < after.turn().seats(); ++s)
    if (before.turn().stands(seat(s)) && !after.turn().stands(seat(s))) gone.push_back(s);
  ASSERT_EQ(static_cast<std::size_t>(step.outs_size()), gone.size());
  for (std::size_t k = 0; k < gone.size(); ++k) {
    const v1::SeatOut& out = step.outs(static_cast<int>(k));
    EXPECT_EQ(out.seat(), gone[k]);
    const auto& of_record = record.seats[gone[k]];
    EXPECT_EQ(static_cast<int>(out.reason()), static_cast<int>(of_record.reason.value()));
    EXPECT_EQ(out.detail(), of_record.detail);
  }
}

// Every step of the view leads from the position before to the one that it tells of.
void expect_told(const v1::GameView& view, const wire::Record& record) {
  games::Position position = records::start_of(record).value();
  ASSERT_EQ(static_cast<std::size_t>(view.steps_size()), record.moves.size());
  for (int k = 0; k < view.steps_size(); ++k) {
    const v1::Step& step = view.steps(k);
    const auto& entry = record.moves[static_cast<std::size_t>(k)];
    const games::Position before = position;
    ASSERT_EQ(step.number(), static_cast<std::uint32_t>(k));
    ASSERT_EQ(step.notation(), entry.notation);
    ASSERT_EQ(step.seat(), entry.seat.value());
    ASSERT_EQ(step.has_move(), !is_elimination(entry));
    if (step.has_move()) {
      ASSERT_EQ(before.to_move().value(), step.seat());
    }
    const games::Event event = event_of(step);
    ASSERT_TRUE(position.check(event)) << step.notation();
    position.apply(event);
    ASSERT_EQ(step.ply(), position.ply());
    ASSERT_EQ(step.has_to_move(), !position.outcome().over);
    if (step.has_to_move()) {
      ASSERT_EQ(step.to_move(), position.to_move().value());
    }
    const auto cell = new_cell(before, position, event);
    ASSERT_EQ(step.has_cell() ? std::optional(step.cell()) : std::nullopt, cell) << step.notation();
    ASSERT_DOUBLE_EQ(step.millis(), base::millis(entry.took));
    ASSERT_EQ(step.has_info(), !entry.info.empty());
    expect_outs(step, before, position, record);
  }
  ASSERT_EQ(position.hash(), record.hash);
}

}  // namespace

TEST_P(StepEncoderOf, TellsRandomMatchesStepByStep) {
  on_every_case(3, [](Trial& trial) {
    if (trial.start().outcome().over) return;
    const wire::Record record = random_match(trial.its_case, trial.dice);
    const auto view = web::view_of(record);
    ASSERT_TRUE(view) << view.error().sentence;
    EXPECT_EQ(view->opening(), record.opening);
    EXPECT_FALSE(view->start().has_graph());
    expect_told(*view, record);
  });
}

TEST_P(StepEncoderOf, ShowsHowItEnded) {
  on_every_case(3, [](Trial& trial) {
    if (trial.start().outcome().over) return;
    const wire::Record record = random_match(trial.its_case, trial.dice);
    const v1::GameStatus status = web::view_of(record).value().status();
    const v1::GameSummary summary = web::summary_of(record);
    EXPECT_EQ(status.phase(), v1::GameStatus::OVER);
    EXPECT_EQ(static_cast<int>(status.end()), static_cast<int>(record.end));
    EXPECT_EQ(summary.end(), status.end());
    ASSERT_EQ(status.has_winner(), record.winner.has_value());
    ASSERT_EQ(summary.has_winner(), record.winner.has_value());
    if (record.winner) {
      EXPECT_EQ(status.winner(), record.winner->value());
    }
    EXPECT_FALSE(status.has_running());
    ASSERT_EQ(static_cast<std::size_t>(status.seats_size()), record.seats.size());
    for (int s = 0; s < status.seats_size(); ++s) {
      const auto& seat_record = record.seats[static_cast<std::size_t>(s)];
      EXPECT_EQ(status.seats(s).place(), seat_record.place);
      EXPECT_EQ(summary.seats(s).place(), seat_record.place);
      EXPECT_EQ(status.seats(s).has_reason(), seat_record.reason.has_value());
      EXPECT_EQ(status.seats(s).title(), seat_record.title);
    }
    const auto& moves = record.moves;
    EXPECT_EQ(summary.plies(), std::count_if(moves.begin(), moves.end(),
                                             [](const auto& entry) { return !is_elimination(entry); }));
  });
}

INSTANTIATE_TEST_SUITE_P(Games, StepEncoderOf, every_game(), game_name);

namespace {

games::Options small_board() {
  games::Options options;
  options.rows = 6;
  options.columns = 7;
  return options;
}

}  // namespace

TEST(StepEncoders, RefuseWhatCannotBePlayedThere) {
  const auto none = [](base::Seat) { return web::StepEncoder::Why{}; };
  web::StepEncoder encoder(games::Position::start("connect4", small_board()).value());
  for (const char* notation : {"9", "", "x2", "x7", "\xff", "a1-b2/c3", "44"}) {
    const auto step = encoder.tell({seat(0), notation, {}, {}}, none);
    ASSERT_FALSE(step) << notation;
    EXPECT_EQ(encoder.steps(), 0U);
  }
  EXPECT_TRUE(encoder.tell({seat(0), "4", {}, {}}, none));
  EXPECT_EQ(encoder.steps(), 1U);
  EXPECT_TRUE(encoder.tell({seat(1), "x1", {}, {}}, none));
  EXPECT_FALSE(encoder.tell({seat(0), "4", {}, {}}, none)) << "it is over";
}

TEST(Views, TellOfNoMachineAndOfNoBytesThatAreNoText) {
  wire::Record record = scripted_match("connect4", small_board(), "1 2 x1");
  record.seats[0].log = "/home/ann/secret.log";
  record.seats[0].title = "<script>alert(1)</script>\xff";
  record.seats[1].detail = "bye\xc3";
  const wire::Record given = web::without_paths(record);
  EXPECT_EQ(given.seats[0].log, "");
  const auto view = web::view_of(given).value();
  EXPECT_EQ(view.status().seats(0).title(), "<script>alert(1)</script>?");
  EXPECT_EQ(view.status().seats(1).detail(), "bye?");
  EXPECT_EQ(view.steps(2).outs(0).detail(), "bye?");
  EXPECT_EQ(view.DebugString().find("secret.log"), std::string::npos);
}

TEST(Views, DoNotTellWhereABotIsThatCannotBeStarted) {
  wire::Record record = scripted_match("connect4", small_board(), "1 2 x1");
  record.end = wire::End::kVoid;
  record.sentence = "void: \"/home/ann/rolf\" cannot be started: 1/2 of /proc/self: no";
  EXPECT_EQ(web::without_paths(record).sentence, "void: \"rolf\" cannot be started: 1/2 of self: no");
  record.sentence = "/";
  EXPECT_EQ(web::without_paths(record).sentence, "");
}

TEST(Views, OfWhatIsNoGameAreRefused) {
  wire::Record record = scripted_match("connect4", small_board(), "1 2 x1");
  record.seats.pop_back();
  EXPECT_FALSE(web::view_of(record));
  record = scripted_match("connect4", small_board(), "1 2 x1");
  record.moves[0].notation = "8";
  EXPECT_FALSE(web::view_of(record));
  record = scripted_match("connect4", small_board(), "1 2 x1");
  record.board = "nowhere";
  EXPECT_FALSE(web::view_of(record));
}

}  // namespace quiver::tests
