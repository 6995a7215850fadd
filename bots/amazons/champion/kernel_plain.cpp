// The kernel that every processor runs: rays of one queen by tables, floods word by word.
#include "bots/amazons/champion/sight.hpp"

namespace quiver::bots::amazons::champion {

namespace {

template <unsigned Words>
struct PlainFlood {
  using Set = Bits<Words>;
  using Sum = SumOfCounts<Set>;
  const Ground<Words>& ground;

  [[nodiscard]] const Set& set(const Set& bits) const { return bits; }
  [[nodiscard]] Bits<Words> grown(const Bits<Words>& from) const { return champion::grown(ground, from); }

  // All eight directions in step: one loop that ends with the longest ray, not eight that end anywhere.
  [[nodiscard]] Bits<Words> rays(const Bits<Words>& from, const Bits<Words>& free) const {
    const unsigned down = ground.stride();
    const Bits<Words> inner = free & ground.not_first(), outer = free & ground.not_last();
    Bits<Words> e = from, w = from, s = from, n = from, se = from, sw = from, ne = from, nw = from, all;
    for (;;) {
      e = moved_up(e, 1) & inner, w = moved_down(w, 1) & outer;
      s = moved_up(s, down) & free, n = moved_down(n, down) & free;
      se = moved_up(se, down + 1) & inner, nw = moved_down(nw, down + 1) & outer;
      sw = moved_up(sw, down - 1) & outer, ne = moved_down(ne, down - 1) & inner;
      const Bits<Words> found = e | w | s | n | se | nw | sw | ne;
      if (!found.any()) return all;
      all |= found;
    }
  }
};

// The part of a ray before the first cell that is not free: below the lowest such bit.
template <unsigned Words>
Bits<Words> upwards(const Bits<Words>& ray, const Bits<Words>& free) {
  Bits<Words> part = ray & free;
  for (unsigned k = 0; k < Words; ++k) {
    const std::uint64_t stop = ray.words[k] & ~free.words[k];
    if (stop == 0) continue;
    part.words[k] &= (stop & (0 - stop)) - 1;
    for (unsigned rest = k + 1; rest < Words; ++rest) part.words[rest] = 0;
    break;
  }
  return part;
}

// The same downwards: above the highest such bit.
template <unsigned Words>
Bits<Words> downwards(const Bits<Words>& ray, const Bits<Words>& free) {
  Bits<Words> part = ray & free;
  for (unsigned k = Words; k-- > 0;) {
    const std::uint64_t stop = ray.words[k] & ~free.words[k];
    if (stop == 0) continue;
    const int up_to = 63 - std::countl_zero(stop);
    part.words[k] &= ~std::uint64_t{0} << up_to;
    for (unsigned rest = 0; rest < k; ++rest) part.words[rest] = 0;
    break;
  }
  return part;
}

template <unsigned Words>
Bits<Words> reached_by_tables(const Ground<Words>& ground, Cell cell, const Bits<Words>& free) {
  Bits<Words> all;
  for (unsigned d = 0; d < Ground<Words>::kUpwards; ++d) all |= upwards(ground.ray(cell, d), free);
  for (unsigned d = Ground<Words>::kUpwards; d < 8; ++d) all |= downwards(ground.ray(cell, d), free);
  return all;
}

template <unsigned Words>
void look_plainly(const Ground<Words>& ground, const Bits<Words>& empty, const Bits<Words>& mine,
                  const Bits<Words>& theirs, View& view) {
  look(PlainFlood<Words>{ground}, ground, empty, mine, theirs, view);
}

template <unsigned Words>
bool see_plainly(const Ground<Words>& ground, const Bits<Words>& empty, const Bits<Words>& mine,
                 const Bits<Words>& theirs, bool half_done, Sight& sight) {
  return see(PlainFlood<Words>{ground}, ground, empty, mine, theirs, half_done, sight);
}

}  // namespace

template <unsigned Words>
const Kernel<Words>& Kernel<Words>::plain() {
  static const Kernel kernel{reached_by_tables<Words>, look_plainly<Words>, see_plainly<Words>, "plain"};
  return kernel;
}

template const Kernel<2>& Kernel<2>::plain();
template const Kernel<4>& Kernel<4>::plain();

}  // namespace quiver::bots::amazons::champion
