#include "referee/net/transport/connection_limiter.hpp"

#include <algorithm>

namespace quiver::net {

namespace asio = boost::asio;

namespace {

Duration pause_after(unsigned times) {
  if (times < ConnectionLimiter::kFree) return Duration::zero();
  Duration pause = ConnectionLimiter::kFirstPause;
  for (unsigned k = ConnectionLimiter::kFree; k < times && pause < ConnectionLimiter::kLongestPause; ++k)
    pause *= 2;
  return std::min(pause, ConnectionLimiter::kLongestPause);
}

}  // namespace

AddressKey address_key(const asio::ip::address& address) {
  const bool is_v4 = address.is_v4() || address.to_v6().is_v4_mapped();
  if (address.is_v4()) return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes();
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
