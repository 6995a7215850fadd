#include "referee/launch/cores/core_keeper.hpp"

#include <cstddef>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <utility>

namespace quiver::launch {

namespace {

// An abstract address: it has no file, so nobody needs the right to write one, and nothing is left behind.
Descriptor claim_core(int id) {
  Descriptor claim(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const std::string text = "quiver-core-" + std::to_string(id);
  std::memcpy(name.sun_path + 1, text.data(), text.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
  if (!claim || bind(claim.get(), reinterpret_cast<const sockaddr*>(&name), size) != 0) return {};
  return claim;
}

}  // namespace

CoreKeeper::CoreKeeper(std::vector<Cpu> cpus, bool joins) : pool_(cpus), joins_(joins) {
  for (const Cpu& one : cpus) all_.push_back(one.id);
}

void CoreKeeper::forget_others() {
  for (const int id : all_) pool_.set_foreign(id, false);
}

bool CoreKeeper::claim(const Cores& cores) {
  bool good = true;
  for (const int id : cores) {
    if (claims_.contains(id)) continue;
    Descriptor claimed = claim_core(id);
    pool_.set_foreign(id, !claimed);
    if (claimed)
      claims_.emplace(id, std::move(claimed));
    else
      good = false;
  }
  return good;
}

void CoreKeeper::drop_claims() {
  std::erase_if(claims_, [&](const auto& one) { return pool_.users(one.first) == 0; });
}

std::optional<Cores> CoreKeeper::take(unsigned threads) {
  forget_others();
  // A claim that fails shows another core of somebody else's, and those are chosen last: so this ends.
  while (true) {
    Cores cores = pool_.take(threads);
    const bool good = !pool_.has_foreign(cores);
    if (good && claim(cores)) {
      if (joins_ && pool_.num_taken() == 1 && run_thread_on(0, cores)) joined_ = cores;
      return cores;
    }
    pool_.give_back(cores);
    drop_claims();
    if (!good) return std::nullopt;
  }
}

std::optional<Cores> CoreKeeper::take_idle(unsigned threads) {
  forget_others();
  while (true) {
    auto cores = pool_.take_idle(threads);
    if (!cores || claim(*cores)) return cores;
    pool_.give_back(*cores);
    drop_claims();
  }
}

void CoreKeeper::give_back(const Cores& cores) {
  pool_.give_back(cores);
  drop_claims();
  if (joined_ != cores || joined_.empty()) return;
  run_thread_on(0, all_);
  joined_.clear();
}

}  // namespace quiver::launch
