#include "bots/amazons/champion/filling.hpp"

#include <algorithm>
#include <bit>

#include "client_sdk/base/mix.hpp"

namespace quiver::bots::amazons::champion {

namespace {

// In larger regions only single steps with arrows to neighbours are tried: they nearly always waste
// nothing, and all other moves are too many.
constexpr int kMostForAllMoves = 40;

template <unsigned Words>
Bits<Words> flooded(const Ground<Words>& ground, const Bits<Words>& from, const Bits<Words>& free) {
  Bits<Words> all = from;
  for (;;) {
    const Bits<Words> more = grown(ground, all) & free;
    if (more == all) return all;
    all = more;
  }
}

template <unsigned Words>
std::uint64_t key_of(const Region<Words>& region) {
  std::uint64_t key = 0;
  for (const std::uint64_t word : region.empty.words) key = base::mix64(key ^ word);
  for (const std::uint64_t word : region.queens.words) key = base::mix64(key ^ word);
  return key | 1;  // 0 is an empty entry
}

template <unsigned Words>
Region<Words> moved(const Region<Words>& region, const Step& step) {
  using Set = Bits<Words>;
  Region<Words> after = region;
  after.queens ^= Set::of(step.from) | Set::of(step.to);
  after.empty ^= Set::of(step.from) | Set::of(step.to);
  after.empty = after.empty.without(Set::of(step.arrow));
  return after;
}

std::uint64_t packed(const FillingTable::Known& known) {
  const auto byte = [](int value, unsigned at) { return static_cast<std::uint64_t>(value) << at; };
  return byte(known.bounds.lower, 0) | byte(known.bounds.upper, 16) | byte(known.step.from, 32) |
         byte(known.step.to, 40) | byte(known.step.arrow, 48);
}

FillingTable::Known unpacked(std::uint64_t data) {
  const auto cell = [&](unsigned at) { return static_cast<Cell>(data >> at & 0xFF); };
  return {{static_cast<int>(data & 0xFFFF), static_cast<int>(data >> 16 & 0xFFFF)},
          {cell(32), cell(40), cell(48)}};
}

}  // namespace

FillingTable::FillingTable(std::size_t bytes)
    : entries_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1024))) {}

void FillingTable::clear() {
  for (Entry& entry : entries_) {
    entry.check.store(0, std::memory_order_relaxed);
    entry.data.store(0, std::memory_order_relaxed);
  }
}

std::optional<FillingTable::Known> FillingTable::find(std::uint64_t key) const {
  const std::size_t pair = (key >> 1) & (entries_.size() - 2);
  for (std::size_t at = pair; at < pair + 2; ++at) {
    const std::uint64_t data = entries_[at].data.load(std::memory_order_relaxed);
    if ((entries_[at].check.load(std::memory_order_relaxed) ^ data) == key) return unpacked(data);
  }
  return std::nullopt;
}

void FillingTable::keep(std::uint64_t key, const Known& known) {
  const std::size_t pair = (key >> 1) & (entries_.size() - 2);
  const std::uint64_t first = entries_[pair].data.load(std::memory_order_relaxed);
  const bool is_first = (entries_[pair].check.load(std::memory_order_relaxed) ^ first) == key;
  const bool larger = known.bounds.upper >= unpacked(first).bounds.upper;
  Entry& entry = entries_[is_first || larger ? pair : pair + 1];
  entry.data.store(packed(known), std::memory_order_relaxed);
  entry.check.store(key ^ packed(known), std::memory_order_relaxed);
}

template <unsigned Words>
std::vector<Region<Words>> Filling<Words>::regions(const Ground<Words>& ground, const Set& empty,
                                                   const Set& queens) {
  std::vector<Region<Words>> all;
  Set rest = queens;
  queens.for_each([&](unsigned queen) {
    if (!rest.has(queen)) return;
    const Set reached = flooded(ground, Set::of(queen), empty | queens);
    rest = rest.without(reached);
    const Region<Words> region{reached & empty, reached & queens};
    if (region.empty.any()) all.push_back(region);
  });
  return all;
}

template <unsigned Words>
Bounds Filling<Words>::moves(const std::vector<Region<Words>>& regions, int goal) {
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

template <unsigned Words>
FillingTable::Known Filling<Words>::solve(const Region<Words>& region, int goal) {
  Known known = reach(region, std::min(goal, region.size()));
  while (!known.bounds.exact() && known.bounds.lower < goal && left_ > 0)
    known = reach(region, std::min(goal, known.bounds.upper));
  return known;
}

// Whether the region has `goal` moves, which is not more than its cells.
template <unsigned Words>
FillingTable::Known Filling<Words>::reach(const Region<Words>& region, int goal) {
  Search search{region, region.size(), goal, {{1, region.size()}, {}}, 0};
  const std::uint64_t key = key_of(region);
  if (const auto known = table_.find(key)) search.known = *known;
  Bounds& bounds = search.known.bounds;
  if (search.size == 1 || bounds.exact() || bounds.lower >= goal || bounds.upper < goal || left_ == 0)
    return search.known;
  const std::size_t begin = candidates_.size();
  generate(region, true);
  bool complete = try_all(search, begin, 0);
  const bool all_moves = complete && search.size <= kMostForAllMoves;
  if (all_moves) {
    const std::size_t large = candidates_.size();
    generate(region, false);
    complete = try_all(search, large, 0);
  }
  for (int waste = 1; complete && search.size - waste > bounds.lower; ++waste)
    complete = try_all(search, begin, waste);
  if (complete && all_moves) bounds.upper = std::max(bounds.lower, std::min(bounds.upper, search.most));
  candidates_.resize(begin);
  table_.keep(key, search.known);
  return search.known;
}

template <unsigned Words>
void Filling<Words>::generate(const Region<Words>& region, bool small) {
  const auto reached = [&](unsigned from, const Set& free) {
    return kernel_.reached(ground_, static_cast<Cell>(from), free);
  };
  const auto near = [&](unsigned cell) -> const Set& { return ground_.neighbours(static_cast<Cell>(cell)); };
  const std::size_t begin = candidates_.size();
  region.queens.for_each([&](unsigned from) {
    const Set empty = region.empty | Set::of(from);
    reached(from, region.empty).for_each([&](unsigned to) {
      const bool step = near(from).has(to);
      if (small && !step) return;
      const Set free = empty.without(Set::of(to));
      const Set arrows = small  ? near(to) & free
                         : step ? reached(to, free).without(near(to))
                                : reached(to, free);
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

template <unsigned Words>
bool Filling<Words>::try_all(Search& search, std::size_t begin, int waste) {
  Bounds& bounds = search.known.bounds;
  const std::size_t end = candidates_.size();
  for (std::size_t at = begin; at < end; ++at) {
    // By value and by index: deeper searches grow the list.
    const Step step = candidates_[at].step;
    if (candidates_[at].waste < 0) {
      if (!spend()) return false;
      candidates_[at].waste = static_cast<std::int16_t>(waste_of(search.region, step));
    }
    if (candidates_[at].waste != waste) continue;
    Bounds found = after(search.region, step, search.goal - 1);
    found += {1, 1};
    search.most = std::max(search.most, found.upper);
    if (found.lower > bounds.lower || search.known.step.none()) {
      bounds.lower = std::max(bounds.lower, found.lower);
      search.known.step = step;
    }
    if (bounds.lower >= search.goal) return false;
    if (left_ == 0) return false;
  }
  return true;
}

template <unsigned Words>
Bounds Filling<Words>::after(const Region<Words>& region, const Step& step, int goal) {
  const Region<Words> whole = moved(region, step);
  Bounds sum;
  const Set reached = flooded(ground_, Set::of(step.to), whole.empty | whole.queens);
  if (reached == (whole.empty | whole.queens)) {  // nearly always still one
    if (!whole.empty.any()) return sum;
    return reach(whole, std::min(std::max(goal, 1), whole.size())).bounds;
  }
  return moves(regions(ground_, whole.empty, whole.queens), goal);
}

template <unsigned Words>
int Filling<Words>::waste_of(const Region<Words>& region, const Step& step) const {
  const Region<Words> whole = moved(region, step);
  return (whole.empty.without(flooded(ground_, whole.queens, whole.empty | whole.queens))).count();
}

template <unsigned Words>
Step Filling<Words>::any_move(const Region<Words>& region) const {
  Step step;
  region.queens.for_each([&](unsigned from) {
    (ground_.neighbours(static_cast<Cell>(from)) & region.empty).for_each([&](unsigned to) {
      step = {static_cast<Cell>(from), static_cast<Cell>(to), static_cast<Cell>(from)};
    });
  });
  return step;
}

template class Filling<2>;
template class Filling<4>;

}  // namespace quiver::bots::amazons::champion
