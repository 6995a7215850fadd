// The cores of a runner's games, where bots are pinned (--pin). launch/cores/core_pool.hpp has the policy.
#include <algorithm>

#include "referee/run/game_runner.hpp"

namespace quiver::run {

using base::Seat;
using base::seat;

unsigned GameRunner::width_of(const Game& game) const {
  unsigned width = 1;
  for (const std::size_t number : game.bots) {
    const auto seen = widths_.find(number);
    width = std::max({width, source_.bot(number).threads, seen == widths_.end() ? 1U : seen->second});
  }
  return width;
}

void GameRunner::take_cores(Slot& slot) {
  const auto is_launched = [&](std::size_t number) { return !source_.bot(number).remote; };
  if (!policy_.cores || std::none_of(slot.game->bots.begin(), slot.game->bots.end(), is_launched))
    return give_cores_back(slot);
  const unsigned width = width_of(*slot.game);
  if (slot.width == width && !slot.cores.empty()) return;
  give_cores_back(slot);
  slot.cores = policy_.cores->take(width).value_or(launch::Cores{});
  slot.width = width;
}

void GameRunner::give_own_cores_back(Slot& slot) {
  for (const auto& [seat, cores] : slot.own) policy_.cores->give_back(cores);
  slot.own.clear();
}

void GameRunner::give_cores_back(Slot& slot) {
  if (!policy_.cores) return;
  give_own_cores_back(slot);
  if (!slot.cores.empty()) policy_.cores->give_back(slot.cores);
  slot.cores.clear();
}

void GameRunner::pin(const Slot& slot) {
  if (!policy_.cores) return;
  for (std::size_t s = 0; s < slot.bots.size(); ++s) {
    if (!slot.bots[s] || slot.bots[s]->player()->is_untimed()) continue;
    const auto own = slot.own.find(seat(static_cast<unsigned>(s)));
    if (own != slot.own.end())
      slot.bots[s]->run_on(own->second);
    else
      slot.bots[s]->run_on(slot.cores.empty() ? policy_.cores->all() : slot.cores);
  }
}

void GameRunner::adjust_cores(Slot& slot) {
  if (slot.cores.empty()) return;
  for (std::size_t s = 0; s < slot.bots.size(); ++s) {
    if (!slot.bots[s]) continue;
    const unsigned threads = slot.bots[s]->busy_threads();
    if (threads > slot.width && threads > widths_[slot.game->bots[s]]) widen(slot, s, threads);
    if (slot.bots[s]->ponders()) part(slot, s, threads);
  }
}

// Its next games get as many cores from the beginning.
void GameRunner::widen(Slot& slot, std::size_t s, unsigned threads) {
  const std::size_t number = slot.game->bots[s];
  widths_[number] = threads;
  auto cores = policy_.cores->take_idle(threads);
  if (!cores)
    return warn_of(number, " computes with " + std::to_string(threads) + " threads on " +
                               std::to_string(slot.cores.size()) +
                               (slot.cores.size() == 1 ? " core" : " cores") +
                               ", because no others are free; a lower --concurrency frees some");
  policy_.cores->give_back(slot.cores);
  slot.cores = std::move(*cores);
  slot.width = threads;
  pin(slot);
}

void GameRunner::part(Slot& slot, std::size_t s, unsigned threads) {
  const Seat at = seat(static_cast<unsigned>(s));
  if (slot.own.contains(at)) return;
  auto own = policy_.cores->take_idle(threads);
  if (!own)
    return warn_of(slot.game->bots[s],
                   " computes while it is not its turn, on a core that it shares with its opponent: --no-ponder "
                   "or a lower --concurrency keeps clocks honest");
  slot.own[at] = std::move(*own);
  pin(slot);
}

void GameRunner::warn_of(std::size_t bot, const std::string& sentence) {
  if (warned_.insert(bot).second) server_.log().warning(source_.bot(bot).name + sentence);
}

}  // namespace quiver::run
