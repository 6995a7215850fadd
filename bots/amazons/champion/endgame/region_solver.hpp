// How many moves the queens of one side can make in a region that nobody else can reach, exactly or within
// bounds.
//
// A region is what queens of one side can reach through empty cells and each other's cells. Every move there
// fills one of its empty cells, so their number is the first upper bound. RegionSolver searches depth first
// for a sequence of as many moves as wanted: after each move the region falls apart into independent ones,
// whose numbers add up and are stored in a table. Some regions waste cells whatever is played; proving that
// takes all sequences, so the work is bounded and the answer may stay an interval. Threads may share a table;
// a RegionSolver answers one question.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bots/amazons/champion/kernel/kernel.hpp"
#include "bots/search/lockless_entry.hpp"

namespace quiver::bots::amazons::champion {

// Of a number of moves.
struct Bounds {
  int lower = 0, upper = 0;

  [[nodiscard]] bool exact() const { return lower == upper; }
  Bounds& operator+=(const Bounds& more) {
    lower += more.lower, upper += more.upper;
    return *this;
  }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

template <unsigned Words>
struct Region {
  Bitset<Words> empty, queens;

  [[nodiscard]] int size() const { return empty.count(); }
};

// Known bounds of regions; forgets some when it is full. What it holds is true for one layout.
class RegionTable {
 public:
  struct Solution {
    Bounds bounds;
    BitMove move;  // makes the lower bound; none if that is not known
  };

  explicit RegionTable(std::size_t bytes);

  void clear();
  [[nodiscard]] std::optional<Solution> find(std::uint64_t key) const;
  void store(std::uint64_t key, const Solution& known);

 private:
  std::vector<LocklessEntry> entries_;  // pairs: the first keeps the larger region
};

template <unsigned Words>
class RegionSolver {
 public:
  using Set = Bitset<Words>;
  using Solution = RegionTable::Solution;
  static constexpr int kAsManyAsCan = 1000;

  // `work` is how many positions it may search.
  RegionSolver(const BitboardLayout<Words>& layout, const Kernel<Words>& kernel, RegionTable& table,
               unsigned work)
      : layout_(layout), kernel_(kernel), table_(table), left_(work) {}

  // What `queens` can get to through `empty` and each other, apart from each other's regions; those without
  // any empty cell are left out.
  [[nodiscard]] static std::vector<Region<Words>> regions(const BitboardLayout<Words>& layout,
                                                          const Set& empty, const Set& queens);

  // Searches until `goal` is reached or known to be out of reach, or the work is done.
  Bounds moves(const std::vector<Region<Words>>& regions, int goal = kAsManyAsCan);
  // The same for one region, with a move that begins it.
  Solution solve(const Region<Words>& region, int goal = kAsManyAsCan);
  // Some legal move in the region.
  [[nodiscard]] BitMove any_move(const Region<Words>& region) const;

 private:
  // A move, ordered by how many empty neighbours its arrow takes its cell from.
  struct Candidate {
    BitMove move;
    std::uint8_t order = 0;
    std::int16_t waste = -1;  // cells that nobody reaches any more; -1: not computed yet
  };
  // One region's search.
  struct Search {
    const Region<Words>& region;
    int size = 0, goal = 0;
    Solution known;
    int most = 0;  // the best that any move tried so far may come to
  };

  // A null-window question: does the region have `goal` moves? Answers with improved bounds.
  Solution reach(const Region<Words>& region, int goal);
  // Appends to candidates_, ordered by the empty neighbours of the arrow.
  void generate(const Region<Words>& region, bool small);
  // False: work or goal ended it.
  bool try_all(Search& search, std::size_t begin, int waste);
  // The moves that are left in the region after `move`.
  Bounds after(const Region<Words>& region, const BitMove& move, int goal);
  [[nodiscard]] int waste_of(const Region<Words>& region, const BitMove& move) const;
  bool spend() { return left_ > 0 && --left_ > 0; }

  const BitboardLayout<Words>& layout_;
  const Kernel<Words>& kernel_;
  RegionTable& table_;
  unsigned left_;
  std::vector<Candidate> candidates_;  // of all searches under way, one after the other
};

}  // namespace quiver::bots::amazons::champion
