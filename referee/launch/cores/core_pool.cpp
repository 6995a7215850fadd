#include "referee/launch/cores/core_pool.hpp"

#include <algorithm>
#include <tuple>

namespace quiver::launch {

unsigned CorePool::users(int id) const {
  const auto found = users_.find(id);
  return found == users_.end() ? 0 : found->second;
}

unsigned CorePool::users_of_core(int core) const {
  unsigned all = 0;
  for (const Cpu& one : cpus_)
    if (one.core == core) all += users(one.id) + (foreign_.contains(one.id) ? 1U : 0U);
  return all;
}

void CorePool::set_foreign(int id, bool foreign) {
  if (foreign)
    foreign_.insert(id);
  else
    foreign_.erase(id);
}

bool CorePool::has_foreign(const Cores& cores) const {
  return std::any_of(cores.begin(), cores.end(), [&](int id) { return foreign_.contains(id); });
}

std::size_t CorePool::num_idle() const {
  return static_cast<std::size_t>(
      std::count_if(cpus_.begin(), cpus_.end(), [&](const Cpu& one) {
        return users(one.id) == 0 && !foreign_.contains(one.id);
      }));
}

Cores CorePool::take(unsigned threads) {
  const std::size_t wanted = std::clamp<std::size_t>(threads, 1, cpus_.size());
  Cores cores;
  const auto cost = [&](const Cpu& one) {
    return std::tuple(std::find(cores.begin(), cores.end(), one.id) != cores.end(), foreign_.contains(one.id),
                      users(one.id), users_of_core(one.core), one.id);
  };
  while (cores.size() < wanted) {
    const auto best = std::min_element(cpus_.begin(), cpus_.end(),
                                       [&](const Cpu& a, const Cpu& b) { return cost(a) < cost(b); });
    cores.push_back(best->id);
    ++users_[best->id];
  }
  std::sort(cores.begin(), cores.end());
  ++taken_;
  return cores;
}

std::optional<Cores> CorePool::take_idle(unsigned threads) {
  if (num_idle() < std::max(threads, 1U)) return std::nullopt;
  return take(threads);
}

void CorePool::give_back(const Cores& cores) {
  for (const int id : cores)
    if (const auto found = users_.find(id); found != users_.end() && --found->second == 0)
      users_.erase(found);
  if (!cores.empty() && taken_ > 0) --taken_;
}

std::vector<Cores> plan_cores(const std::vector<Cpu>& cpus, unsigned games, unsigned threads) {
  CorePool pool(cpus);
  std::vector<Cores> plan;
  for (unsigned game = 0; game < games; ++game) plan.push_back(pool.take(threads));
  return plan;
}

std::string crowding_warning(std::size_t num_cores, unsigned games, unsigned threads) {
  const std::size_t wanted = std::size_t{games} * std::max(threads, 1U);
  if (wanted <= num_cores) return "";
  const std::string cores = num_cores == 1 ? "1 core" : std::to_string(num_cores) + " cores";
  const std::string each = threads > 1 ? " of up to " + std::to_string(threads) + " threads a bot" : "";
  const std::size_t fit = num_cores / std::max(threads, 1U);
  return std::to_string(games) + (games == 1 ? " game" : " games at once") + each + " on " + cores +
         ": bots wait for each other while their clocks run, and search less in the same time" +
         (fit >= 1 && games > 1 ? "; --concurrency " + std::to_string(fit) + " gives each game cores of its own" : "");
}

}  // namespace quiver::launch
