#include "bots/amazons/champion/endgame/region_solver.hpp"

#include <algorithm>
#include <bit>

#include "client_sdk/base/mix.hpp"

namespace quiver::bots::amazons::champion {

namespace {

// In larger regions only single steps with arrows to neighbours are tried: they nearly always waste
// nothing, and all other moves are too many.
constexpr int kMaxForAllMoves = 40;

// Flood fill by sets: all of `free` that is connected with `from`.
template <unsigned Words>
Bitset<Words> flooded(const BitboardLayout<Words>& layout, const Bitset<Words>& from,
                      const Bitset<Words>& free) {
  Bitset<Words> all = from;
  for (;;) {
    const Bitset<Words> more = grown(layout, all) & free;
    if (more == all) return all;
    all = more;
  }
}

// Regions of different positions share entries: the key depends on the region's cells and queens alone.
template <unsigned Words>
std::uint64_t key_of(const Region<Words>& region) {
  std::uint64_t key = 0;
  for (const std::uint64_t word : region.empty.words) key = base::mix64(key ^ word);
  for (const std::uint64_t word : region.queens.words) key = base::mix64(key ^ word);
  return key | 1;  // 0 is an empty entry
}

template <unsigned Words>
Region<Words> moved(const Region<Words>& region, const BitMove& move) {
  using Set = Bitset<Words>;
  Region<Words> after = region;
  after.queens ^= Set::of(move.from) | Set::of(move.to);
  after.empty ^= Set::of(move.from) | Set::of(move.to);
  after.empty = after.empty.without(Set::of(move.arrow));
  return after;
}

// Never 0, which stands for an empty entry: the upper bound is at least 1.
std::uint64_t packed(const RegionTable::Solution& known) {
  const auto byte = [](int value, unsigned at) { return static_cast<std::uint64_t>(value) << at; };
  return byte(known.bounds.lower, 0) | byte(known.bounds.upper, 16) | byte(known.move.from, 32) |
         byte(known.move.to, 40) | byte(known.move.arrow, 48);
}

RegionTable::Solution unpacked(std::uint64_t data) {
  const auto cell = [&](unsigned at) { return static_cast<Cell>(data >> at & 0xFF); };
  return {{static_cast<int>(data & 0xFFFF), static_cast<int>(data >> 16 & 0xFFFF)},
          {cell(32), cell(40), cell(48)}};
}

}  // namespace

RegionTable::RegionTable(std::size_t bytes)
    : entries_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(LocklessEntry), 1024))) {}

void RegionTable::clear() { std::fill(entries_.begin(), entries_.end(), LocklessEntry{}); }

std::optional<RegionTable::Solution> RegionTable::find(std::uint64_t key) const {
  const std::size_t pair = (key >> 1) & (entries_.size() - 2);
  for (std::size_t at = pair; at < pair + 2; ++at)
    if (const std::uint64_t data = entries_[at].find(key); data != 0) return unpacked(data);
  return std::nullopt;
}

// Two slots a key: the first prefers large regions, which cost most to solve again, the second always
// replaces.
void RegionTable::store(std::uint64_t key, const Solution& known) {
  const std::size_t pair = (key >> 1) & (entries_.size() - 2);
  const LocklessEntry& first = entries_[pair];
  const bool is_first = first.find(key) != 0;
  const bool larger = known.bounds.upper >= unpacked(first.data()).bounds.upper;
  entries_[is_first || larger ? pair : pair + 1].store(key, packed(known));
}

template <unsigned Words>
std::vector<Region<Words>> RegionSolver<Words>::regions(const BitboardLayout<Words>& layout, const Set& empty,
                                                        const Set& queens) {
  std::vector<Region<Words>> all;
  Set rest = queens;
  queens.for_each([&](unsigned queen) {
    if (!rest.has(queen)) return;
    const Set reachable = flooded(layout, Set::of(queen), empty | queens);
    rest = rest.without(reachable);
    const Region<Words> region{reachable & empty, reachable & queens};
    if (region.empty.any()) all.push_back(region);
  });
  return all;
}

// Regions do not affect each other, so their moves add up. Stops as soon as the sum decides about `goal`.
template <unsigned Words>
Bounds RegionSolver<Words>::moves(const std::vector<Region<Words>>& regions, int goal) {
  if (regions.size() == 1 && goal > 0 && goal <= regions[0].size()) return reach(regions[0], goal).bounds;
  Bounds open;  // of those still to be solved; there is a move in each
  for (const auto& region : regions) open += {1, region.size()};
  Bounds sum;
  for (const auto& region : regions) {
    const bool out_of_reach = goal != kAsManyAsCan && sum.upper + open.upper < goal;
    if (sum.lower + open.lower >= goal || out_of_reach) break;
    open += {-1, -region.size()};
    sum += solve(region, goal - sum.lower - open.lower).bounds;
  }
  return sum += open;
}

// Each round asks whether the upper bound can be had: a failure lowers it, a success makes it exact.
template <unsigned Words>
RegionTable::Solution RegionSolver<Words>::solve(const Region<Words>& region, int goal) {
  Solution known = reach(region, std::min(goal, region.size()));
  while (!known.bounds.exact() && known.bounds.lower < goal && left_ > 0)
    known = reach(region, std::min(goal, known.bounds.upper));
  return known;
}

// Whether the region has `goal` moves, which is not more than its cells.
template <unsigned Words>
RegionTable::Solution RegionSolver<Words>::reach(const Region<Words>& region, int goal) {
  Search search{region, region.size(), goal, {{1, region.size()}, {}}, 0};
  const std::uint64_t key = key_of(region);
  if (const auto known = table_.find(key)) search.known = *known;
  Bounds& bounds = search.known.bounds;
  if (search.size == 1 || bounds.exact() || bounds.lower >= goal || bounds.upper < goal || left_ == 0)
    return search.known;
  const std::size_t begin = candidates_.size();
  generate(region, true);
  bool complete = try_all(search, begin, 0);
  const bool all_moves = complete && search.size <= kMaxForAllMoves;
  if (all_moves) {
    const std::size_t large = candidates_.size();
    generate(region, false);
    complete = try_all(search, large, 0);
  }
  for (int waste = 1; complete && search.size - waste > bounds.lower; ++waste)
    complete = try_all(search, begin, waste);
  if (complete && all_moves) bounds.upper = std::max(bounds.lower, std::min(bounds.upper, search.most));
  candidates_.resize(begin);
  table_.store(key, search.known);
  return search.known;
}

// `small`: king steps with arrows to neighbours. Otherwise all moves but those, so that none is tried twice.
template <unsigned Words>
void RegionSolver<Words>::generate(const Region<Words>& region, bool small) {
  const auto reachable = [&](unsigned from, const Set& free) {
    return kernel_.reachable(layout_, static_cast<Cell>(from), free);
  };
  const auto near = [&](unsigned cell) -> const Set& { return layout_.neighbours(static_cast<Cell>(cell)); };
  const std::size_t begin = candidates_.size();
  region.queens.for_each([&](unsigned from) {
    const Set empty = region.empty | Set::of(from);
    reachable(from, region.empty).for_each([&](unsigned to) {
      const bool is_king_step = near(from).has(to);
      if (small && !is_king_step) return;
      const Set free = empty.without(Set::of(to));
      const Set arrows = small          ? near(to) & free
                         : is_king_step ? reachable(to, free).without(near(to))
                                        : reachable(to, free);
      arrows.for_each([&](unsigned arrow) {
        const auto around = static_cast<std::uint8_t>((near(arrow) & free).count());
        candidates_.push_back(
            {{static_cast<Cell>(from), static_cast<Cell>(to), static_cast<Cell>(arrow)}, around, -1});
      });
    });
  });
  std::stable_sort(candidates_.begin() + static_cast<std::ptrdiff_t>(begin), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.order < b.order; });
}

// Only moves that waste exactly `waste` cells: the caller tries the thriftiest first.
template <unsigned Words>
bool RegionSolver<Words>::try_all(Search& search, std::size_t begin, int waste) {
  Bounds& bounds = search.known.bounds;
  const std::size_t end = candidates_.size();
  for (std::size_t at = begin; at < end; ++at) {
    // By value and by index: deeper searches grow the list.
    const BitMove move = candidates_[at].move;
    if (candidates_[at].waste < 0) {
      if (!spend()) return false;
      candidates_[at].waste = static_cast<std::int16_t>(waste_of(search.region, move));
    }
    if (candidates_[at].waste != waste) continue;
    Bounds found = after(search.region, move, search.goal - 1);
    found += {1, 1};
    search.most = std::max(search.most, found.upper);
    if (found.lower > bounds.lower || search.known.move.none()) {
      bounds.lower = std::max(bounds.lower, found.lower);
      search.known.move = move;
    }
    if (bounds.lower >= search.goal) return false;
    if (left_ == 0) return false;
  }
  return true;
}

// A move may cut the region into several, which are then solved one by one.
template <unsigned Words>
Bounds RegionSolver<Words>::after(const Region<Words>& region, const BitMove& move, int goal) {
  const Region<Words> whole = moved(region, move);
  Bounds sum;
  const Set reachable = flooded(layout_, Set::of(move.to), whole.empty | whole.queens);
  if (reachable == (whole.empty | whole.queens)) {  // nearly always still one
    if (!whole.empty.any()) return sum;
    return reach(whole, std::min(std::max(goal, 1), whole.size())).bounds;
  }
  return moves(regions(layout_, whole.empty, whole.queens), goal);
}

// Empty cells that no queen can reach any more after the move.
template <unsigned Words>
int RegionSolver<Words>::waste_of(const Region<Words>& region, const BitMove& move) const {
  const Region<Words> whole = moved(region, move);
  return (whole.empty.without(flooded(layout_, whole.queens, whole.empty | whole.queens))).count();
}

template <unsigned Words>
BitMove RegionSolver<Words>::any_move(const Region<Words>& region) const {
  BitMove move;
  region.queens.for_each([&](unsigned from) {
    (layout_.neighbours(static_cast<Cell>(from)) & region.empty).for_each([&](unsigned to) {
      move = {static_cast<Cell>(from), static_cast<Cell>(to), static_cast<Cell>(from)};
    });
  });
  return move;
}

template class RegionSolver<2>;
template class RegionSolver<4>;

}  // namespace quiver::bots::amazons::champion
