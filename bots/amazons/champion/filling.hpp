// How many moves queens of one side can make where nobody else can get to, exactly or within bounds.
//
// A region is what queens of one side can reach through empty cells and each other's cells; every move there
// fills one of its empty cells, so their number is the first upper bound. Filling searches depth first for a
// way to as many moves as wanted: after each move the region falls apart into independent ones, whose
// numbers add up and are kept in a table. Some regions waste cells whatever is done; finding that out takes
// all ways, so the work is bounded and the answer may stay an interval. A table may be shared by any number
// of threads; a Filling belongs to one question.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include "bots/amazons/champion/kernel.hpp"

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
  Bits<Words> empty, queens;

  [[nodiscard]] int size() const { return empty.count(); }
};

// What was found out about regions; forgets some when it is full. What it holds is true for one ground.
class FillingTable {
 public:
  struct Known {
    Bounds bounds;
    Step step;  // makes the lower bound; none if that is not known
  };

  explicit FillingTable(std::size_t bytes);

  void clear();
  [[nodiscard]] std::optional<Known> find(std::uint64_t key) const;
  void keep(std::uint64_t key, const Known& known);

 private:
  // Two words, each readable on its own: an entry torn by two writers has a wrong check and is nobody's.
  struct Entry {
    std::atomic<std::uint64_t> check = 0, data = 0;
  };

  std::vector<Entry> entries_;  // pairs: the first keeps the larger region
};

template <unsigned Words>
class Filling {
 public:
  using Set = Bits<Words>;
  using Known = FillingTable::Known;
  static constexpr int kAsManyAsCan = 1000;

  // `work` is how many positions it may look at.
  Filling(const Ground<Words>& ground, const Kernel<Words>& kernel, FillingTable& table, unsigned work)
      : ground_(ground), kernel_(kernel), table_(table), left_(work) {}

  // What `queens` can get to through `empty` and each other, apart from each other's regions; those without
  // any empty cell are left out.
  [[nodiscard]] static std::vector<Region<Words>> regions(const Ground<Words>& ground, const Set& empty,
                                                          const Set& queens);

  // Searches until `goal` is reached or known to be out of reach, or the work is done.
  Bounds moves(const std::vector<Region<Words>>& regions, int goal = kAsManyAsCan);
  // The same for one region, with a move that begins it.
  Known solve(const Region<Words>& region, int goal = kAsManyAsCan);
  // Some legal move in the region.
  [[nodiscard]] Step any_move(const Region<Words>& region) const;

 private:
  // A move, ordered by how many empty neighbours its arrow takes its cell from.
  struct Candidate {
    Step step;
    std::uint8_t order = 0;
    std::int16_t waste = -1;  // cells that nobody reaches any more; -1: not looked at yet
  };
  // One region's search.
  struct Search {
    const Region<Words>& region;
    int size = 0, goal = 0;
    Known known;
    int most = 0;  // the best that any move tried so far may come to
  };

  Known reach(const Region<Words>& region, int goal);
  void generate(const Region<Words>& region, bool small);
  // False: work or goal ended it.
  bool try_all(Search& search, std::size_t begin, int waste);
  Bounds after(const Region<Words>& region, const Step& step, int goal);
  [[nodiscard]] int waste_of(const Region<Words>& region, const Step& step) const;
  bool spend() { return left_ > 0 && --left_ > 0; }

  const Ground<Words>& ground_;
  const Kernel<Words>& kernel_;
  FillingTable& table_;
  unsigned left_;
  std::vector<Candidate> candidates_;  // of all searches under way, one after the other
};

}  // namespace quiver::bots::amazons::champion
