#include "referee/tournament/ratings/sprt_pairs.hpp"

namespace quiver::tournament {

void SprtPairs::add(std::uint32_t index, double points) {
  Pair& pair = waiting_[index / 2];
  // From a double, so compared with room to either side.
  pair.half_points += points > 0.75 ? 2U : points > 0.25 ? 1U : 0U;
  ++pair.games;
  // Pairs that are complete, in the order of the schedule, up to the first that is not.
  for (auto first = waiting_.find(next_); first != waiting_.end() && first->second.games == 2;
       first = waiting_.find(next_)) {
    if (!decided()) sprt_.add(first->second.half_points);
    waiting_.erase(first);
    ++next_;
  }
}

store::Standings::Sprt SprtPairs::state() const {
  store::Standings::Sprt out;
  out.elo0 = sprt_.plan().elo0;
  out.elo1 = sprt_.plan().elo1;
  out.alpha = sprt_.plan().alpha;
  out.beta = sprt_.plan().beta;
  out.llr = sprt_.llr();
  out.lower = sprt_.lower();
  out.upper = sprt_.upper();
  out.pairs = static_cast<std::uint32_t>(sprt_.pairs());
  out.pairs_left = sprt_.pairs_left();
  out.verdict = sprt_.state() == Sprt::State::kAcceptH1   ? "H1"
                : sprt_.state() == Sprt::State::kAcceptH0 ? "H0"
                                                          : "CONTINUE";
  return out;
}

}  // namespace quiver::tournament
