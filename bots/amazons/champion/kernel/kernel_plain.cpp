// The kernel that every processor runs: rays of one queen by tables, floods word by word.
#include "bots/amazons/champion/kernel/network_inputs.hpp"

namespace quiver::bots::amazons::champion {

namespace {

template <unsigned Words>
struct PlainFlood {
  using Set = Bitset<Words>;
  using Sum = SumOfCounts<Set>;
  const BitboardLayout<Words>& layout;

  [[nodiscard]] const Set& set(const Set& bits) const { return bits; }
  [[nodiscard]] Bitset<Words> grown(const Bitset<Words>& from) const { return champion::grown(layout, from); }

  // All eight directions in step: one loop that ends with the longest ray, not eight that end anywhere.
  [[nodiscard]] Bitset<Words> rays(const Bitset<Words>& from, const Bitset<Words>& free) const {
    const unsigned down = layout.stride();
    const Bitset<Words> inner = free & layout.not_first(), outer = free & layout.not_last();
    Bitset<Words> e = from, w = from, s = from, n = from, se = from, sw = from, ne = from, nw = from, all;
    for (;;) {
      e = e.up(1) & inner, w = w.down(1) & outer;
      s = s.up(down) & free, n = n.down(down) & free;
      se = se.up(down + 1) & inner, nw = nw.down(down + 1) & outer;
      sw = sw.up(down - 1) & outer, ne = ne.down(down - 1) & inner;
      const Bitset<Words> found = e | w | s | n | se | nw | sw | ne;
      if (!found.any()) return all;
      all |= found;
    }
  }
};

// The part of a ray before the first cell that is not free: below the lowest such bit.
template <unsigned Words>
Bitset<Words> upwards(const Bitset<Words>& ray, const Bitset<Words>& free) {
  Bitset<Words> part = ray & free;
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
Bitset<Words> downwards(const Bitset<Words>& ray, const Bitset<Words>& free) {
  Bitset<Words> part = ray & free;
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

// Classical ray attacks of chess programs: mask the ray, find the first blocker, cut the ray there.
template <unsigned Words>
Bitset<Words> reachable_by_tables(const BitboardLayout<Words>& layout, Cell cell, const Bitset<Words>& free) {
  Bitset<Words> all;
  for (unsigned d = 0; d < BitboardLayout<Words>::kUpwards; ++d) all |= upwards(layout.ray(cell, d), free);
  for (unsigned d = BitboardLayout<Words>::kUpwards; d < 8; ++d) all |= downwards(layout.ray(cell, d), free);
  return all;
}

template <unsigned Words>
void features_plain(const BitboardLayout<Words>& layout, const Bitset<Words>& empty,
                    const Bitset<Words>& mine, const Bitset<Words>& theirs, Features& features) {
  compute_features(PlainFlood<Words>{layout}, layout, empty, mine, theirs, features);
}

template <unsigned Words>
bool inputs_plain(const BitboardLayout<Words>& layout, const Bitset<Words>& empty, const Bitset<Words>& mine,
                  const Bitset<Words>& theirs, bool half_done, NetworkInputs& inputs) {
  return compute_inputs(PlainFlood<Words>{layout}, layout, empty, mine, theirs, half_done, inputs);
}

}  // namespace

template <unsigned Words>
const Kernel<Words>& Kernel<Words>::plain() {
  static const Kernel kernel{reachable_by_tables<Words>, features_plain<Words>, inputs_plain<Words>, "plain"};
  return kernel;
}

template const Kernel<2>& Kernel<2>::plain();
template const Kernel<4>& Kernel<4>::plain();

}  // namespace quiver::bots::amazons::champion
