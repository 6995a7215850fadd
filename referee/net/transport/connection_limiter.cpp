#include "referee/net/transport/connection_limiter.hpp"

#include <algorithm>

namespace quiver::net {

namespace asio = boost::asio;

namespace {

Duration pause_after(unsigned times) {
  if (times < ConnectionLimiter::kFree) return Duration::zero();
  Duration pause = ConnectionLimiter::kFirstPause;
  // Exponential backoff. The loop stops at the longest pause, so that the duration cannot overflow.
  for (unsigned k = ConnectionLimiter::kFree; k < times && pause < ConnectionLimiter::kLongestPause; ++k)
    pause *= 2;
  return std::min(pause, ConnectionLimiter::kLongestPause);
}

}  // namespace

AddressKey address_key(const asio::ip::address& address) {
  const bool is_v4 = address.is_v4() || address.to_v6().is_v4_mapped();
  if (address.is_v4()) return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes();
  // A /64 is what one customer gets, so it counts as one address.
  AddressKey origin = address.to_v6().to_bytes();
  if (!is_v4) std::fill(origin.begin() + 8, origin.end(), std::uint8_t{0});
  return origin;
}

ConnectionLimiter::Permit ConnectionLimiter::enter(const AddressKey& origin, std::size_t most) {
  std::size_t& count = (*visits_)[origin];
  if (count >= most) {
    if (count == 0) visits_->erase(origin);
    return nullptr;
  }
  ++count;
  // The deleter of the shared_ptr gives the place back. It holds the counts, which may outlive the limiter.
  return {visits_.get(), [visits = visits_, origin](void*) {
            const auto found = visits->find(origin);
            if (--found->second == 0) visits->erase(found);
          }};
}

Duration ConnectionLimiter::pause(const AddressKey& origin, Time now) const {
  const auto found = wrong_.find(origin);
  return found == wrong_.end() ? Duration::zero() : std::max(found->second.until - now, Duration::zero());
}

void ConnectionLimiter::note_wrong_token(const AddressKey& origin, Time now) {
  // by_age_ is sorted by time: the front is the one to drop.
  while (!by_age_.empty() && now - by_age_.begin()->first > kMemory) forget(by_age_.begin()->second);
  const auto found = wrong_.find(origin);
  const unsigned times = found == wrong_.end() ? 1 : found->second.times + 1;
  forget(origin);
  if (wrong_.size() >= kMostRemembered) forget(by_age_.begin()->second);
  wrong_[origin] = {times, now, now + pause_after(times)};
  by_age_.insert({now, origin});
}

// By value: a reference might point into what is erased.
void ConnectionLimiter::forget(AddressKey origin) {
  const auto found = wrong_.find(origin);
  if (found == wrong_.end()) return;
  by_age_.erase({found->second.last, origin});
  wrong_.erase(found);
}

}  // namespace quiver::net
