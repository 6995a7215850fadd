// Thousands of matches in which anything happens at any time, held to what a match promises.
#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "tests/property/dice.hpp"
#include "tests/property/watched_match.hpp"

namespace quiver::tests {

namespace {

constexpr int kSequences = 3000;
constexpr int kMostSteps = 400;

Position start_of(std::string_view game, std::optional<std::uint32_t> size,
                  std::optional<std::uint32_t> seats) {
  games::Options options;
  options.size = size;
  options.seats = seats;
  return Position::start(game, options).value();
}

const std::vector<Position>& starts() {
  static const std::vector<Position> all = {start_of("amazons", 5, 2),    start_of("amazons", 6, 2),
                                            start_of("amazons", 5, 4),    start_of("amazons", 6, 4),
                                            start_of("connect4", {}, {}), start_of("connect4", 4, {}),
                                            start_of("quoridor", 5, 2),   start_of("quoridor", 5, 4),
                                            start_of("hex", 3, {}),       start_of("hex", 5, {})};
  return all;
}

std::vector<games::Move> legal_moves(const Position& position) {
  std::vector<games::Move> moves;
  position.for_each_legal_move([&](const games::Move& move) { moves.push_back(move); });
  return moves;
}

// Any move that can be written down, most of them illegal.
games::Move any_move(Dice& dice) {
  const auto vertex = [&] {
    return base::Vertex{static_cast<std::uint32_t>(dice.one_in(20) ? 4'000'000'000 : dice.below(40))};
  };
  static_assert(std::variant_size_v<games::Move> == 4, "a case for each game");
  switch (dice.below(4)) {
    case 0:
      return games::AmazonsMove{vertex(), vertex(), vertex()};
    case 1:
      return games::QuoridorMove{static_cast<games::QuoridorMove::Kind>(dice.below(3)), vertex()};
    case 2:
      return games::HexMove{vertex(), dice.one_in(2)};
    default:
      return games::ConnectFourMove{vertex().value()};
  }
}

wire::TimeControl any_time(Dice& dice) {
  wire::TimeControl time;
  const std::size_t kind = dice.below(3);
  if (kind != 0) time.per_move = Millis(dice.below(3000));
  if (kind != 1) time.bank = Millis(dice.below(10'000));
  time.increment = Millis(dice.below(2) * dice.below(500));
  time.cap = Millis(1 + dice.below(5000));
  return time;
}

match::LagQuota any_quota(Dice& dice) {
  if (dice.one_in(2)) return {};
  return {Millis(dice.below(300)), Millis(dice.below(1500))};
}

match::Setup any_setup(Dice& dice) {
  match::Setup setup{5, "id", dice.pick(starts()), {}, {}};
  Position position = setup.start;
  for (std::size_t k = dice.one_in(3) ? dice.below(6) : 0; k > 0; --k) {
    const games::Move move = dice.pick(legal_moves(position));
    Position next = position;
    next.apply(move);
    if (next.outcome().over) break;
    position = next;
    setup.opening.emplace_back(move);
  }
  for (unsigned s = 0; s < position.turn().seats(); ++s)
    setup.seats.push_back({"bot" + std::to_string(s), any_time(dice), dice.below(1000), any_quota(dice)});
  setup.connect = Millis(dice.below(10'000));
  setup.ready = Millis(dice.below(10'000));
  setup.reconnect = Millis(dice.below(10'000));
  return setup;
}

// What happens to a match. In a wild one much goes wrong; the others are mostly played out.
class Fate {
 public:
  Fate(Watched& watched, Dice& dice, Time now)
      : watched_(watched), dice_(dice), now_(now), wild_(dice.one_in(2)) {}

  void strike() {
    if (dice_.one_in(3)) now_ += Millis(dice_.below(dice_.one_in(5) ? 20'000 : 400));
    const auto deadline = match().deadline();
    if (!deadline || (*deadline <= now_ ? dice_.one_in(8) : !dice_.one_in(25)))
      return watched_.handle(any_event(), now_);
    now_ = std::max(now_, *deadline);
    watched_.let_time_pass(now_);
  }

  void stop() { watched_.handle(match::Stopped{"enough"}, now_); }

  // After the end.
  void strike_in_vain() {
    const std::uint64_t hash = match().position().hash();
    const std::size_t moves = match().record().moves.size();
    for (int k = 0; k < 5; ++k) watched_.handle(any_event(), now_);
    watched_.handle(match::TimePassed{}, now_);
    ASSERT_EQ(match().position().hash(), hash);
    ASSERT_EQ(match().record().moves.size(), moves);
    ASSERT_FALSE(match().deadline());
    ASSERT_FALSE(match().awaited());
  }

 private:
  [[nodiscard]] const match::Match& match() const { return watched_.match(); }

  match::Event any_event() {
    const Seat s = seat(static_cast<unsigned>(dice_.below(match().num_seats())));
    const Seat mover = match().awaited().value_or(s);
    if (!watched_.connected(s) && !dice_.one_in(4)) return match::Connected{s};
    if (!match().playing() && !match().over() && !dice_.one_in(10)) return match::GotReady{s, "title"};
    switch (dice_.below(wild_ ? 40 : 400)) {
      case 0:
        return match::Lost{s};
      case 1:
        return match::Resigned{s};
      case 2:
        return match::Misplaced{s, "something"};
      case 3:
        return match::Faulted{s, static_cast<wire::Reason>(1 + dice_.below(8)), "a fault"};
      case 4:
        return match::Connected{s};
      case 5:
        return match::GotReady{s, "again"};
      case 6:
        return dice_.one_in(2) ? match::Event{match::Stopped{"stop"}} : match::Lost{s};
      case 7:
        return played(s, any_move(dice_));
      case 8:
        return played(mover, any_move(dice_));
      case 9:
        return match::TimePassed{};
      default:
        break;
    }
    if (dice_.one_in(3) || match().position().outcome().over)
      return match::TurnSent{mover, Millis(dice_.below(400))};
    return played(mover, dice_.pick(legal_moves(match().position())));
  }

  match::Event played(Seat s, const games::Move& move) {
    if (!watched_.connected(s)) return match::Connected{s};
    std::uint32_t ply = match().position().ply();
    if (wild_ && dice_.one_in(30)) ply = static_cast<std::uint32_t>(dice_.below(ply + 3));
    const Duration ago = dice_.one_in(3) ? Millis(dice_.below(300)) : Millis(0);
    return match::Played{s, ply, move, {}, now_ - ago};
  }

  Watched& watched_;
  Dice& dice_;
  Time now_;
  bool wild_;
};

TEST(RandomMatches, R10_R12_R21_R22_KeepWhatAMatchPromises) {
  std::array<int, 4> ends{};
  int draws = 0;
  for (int sequence = 0; sequence < kSequences; ++sequence) {
    SCOPED_TRACE("sequence " + std::to_string(sequence) + ", " + how_to_repeat());
    Dice dice("match" + std::to_string(sequence));
    const Time begin = Time{} + std::chrono::hours(1);
    Watched watched(any_setup(dice), begin);
    Fate fate(watched, dice, begin);
    for (int k = 0; k < kMostSteps && !watched.match().over() && !HasFatalFailure(); ++k) fate.strike();
    if (!watched.match().over() && !HasFatalFailure()) fate.stop();
    if (!HasFatalFailure()) fate.strike_in_vain();
    if (!HasFatalFailure()) watched.expect_record();
    const wire::Record record = watched.match().record();
    ++ends[static_cast<std::size_t>(record.end)];
    draws += record.end != wire::End::kVoid && !record.winner ? 1 : 0;
    if (HasFatalFailure()) {
      std::string events;
      for (const std::string& one : watched.history()) events += one + "\n";
      FAIL() << "after the events (kind and milliseconds)\n" << events;
    }
  }
  // The dice have seen all of it.
  EXPECT_GT(ends[static_cast<std::size_t>(wire::End::kPlayedOut)], kSequences / 50);
  EXPECT_GT(ends[static_cast<std::size_t>(wire::End::kForfeit)], kSequences / 50);
  EXPECT_GT(ends[static_cast<std::size_t>(wire::End::kVoid)], kSequences / 50);
  EXPECT_GT(draws, 10);
}

}  // namespace

}  // namespace quiver::tests
