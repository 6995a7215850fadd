#include "referee/web/bots/move_times.hpp"

#include <algorithm>

namespace quiver::web {

namespace {

// Where one bin ends and the next begins, in milliseconds.
constexpr std::array kEdges = {0.0,   1.0,   2.0,    5.0,    10.0,   20.0,    50.0,    100.0,
                               200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0, 20000.0, 60000.0};

std::size_t bin_of(double millis) {
  const auto end = std::upper_bound(kEdges.begin(), kEdges.end(), millis);
  return end == kEdges.begin() ? 0 : static_cast<std::size_t>(end - kEdges.begin()) - 1;
}

double median_of(std::vector<float> all) {
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end());
  const float upper = *middle;
  if (all.size() % 2 == 1) return upper;
  return (static_cast<double>(*std::max_element(all.begin(), middle)) + upper) / 2;
}

void put_bins(v1::MoveTimes& out, const std::vector<float>& all) {
  std::array<std::uint32_t, kEdges.size()> bins{};
  for (const float millis : all) ++bins[bin_of(millis)];
  std::size_t first = 0;
  std::size_t last = bins.size() - 1;
  while (first < last && bins[first] == 0) ++first;
  while (last > first && bins[last] == 0) --last;
  for (std::size_t k = first; k <= last; ++k) {
    v1::TimeBin& bin = *out.add_times();
    bin.set_from_millis(kEdges[k]);
    if (k + 1 < kEdges.size()) bin.set_to_millis(kEdges[k + 1]);
    bin.set_moves(bins[k]);
  }
}

bool any(const std::array<std::uint32_t, 10>& tenths) {
  return std::any_of(tenths.begin(), tenths.end(), [](std::uint32_t count) { return count > 0; });
}

}  // namespace

void MoveTimes::count(Tenths& tenths, double part, double whole) {
  if (whole <= 0) return;
  const double share = std::clamp(part / whole, 0.0, 0.999);
  ++tenths[static_cast<std::size_t>(share * kTenths)];
}

void MoveTimes::add(const GameDigest& game, std::size_t seat) {
  if (seat >= game.seats.size()) return;
  ++games_;
  const SeatTimes& times = game.seats[seat];
  for (const SeatTimes::Move& move : times.moves) {
    all_.push_back(move.millis);
    if (times.per_move) count(move_shares_, move.millis, *times.per_move);
    if (longest_.longest_game().empty() || move.millis > longest_.longest_millis()) {
      longest_.set_longest_millis(move.millis);
      longest_.set_longest_game(game.summary.id());
      longest_.set_longest_step(move.step);
    }
  }
  if (times.bank) count(bank_shares_, times.used, *times.bank);
}

v1::MoveTimes MoveTimes::message() const {
  v1::MoveTimes out = longest_;
  out.set_games(games_);
  out.set_moves(static_cast<std::uint32_t>(all_.size()));
  if (!all_.empty()) {
    out.set_median_millis(median_of(all_));
    put_bins(out, all_);
  }
  if (any(move_shares_))
    for (const std::uint32_t count : move_shares_) out.add_move_shares(count);
  if (any(bank_shares_))
    for (const std::uint32_t count : bank_shares_) out.add_bank_shares(count);
  return out;
}

}  // namespace quiver::web
