#include "referee/web/teams/sessions.hpp"

#include <algorithm>

#include "client_sdk/base/random.hpp"
#include "client_sdk/wire/sha256.hpp"

namespace quiver::web {

namespace {

constexpr std::size_t kSecretBytes = 32;

}  // namespace

Granted<std::string> Sessions::begin(const Account& account, const net::AddressKey& address, base::Time now) {
  end_expired(now);
  const auto from_there = std::count_if(sessions_.begin(), sessions_.end(),
                                        [&](const auto& one) { return one.second.address == address; });
  if (static_cast<std::size_t>(from_there) >= limits_.of_one_address)
    return Denial{
        429, "too many are signed in from your address: sign out in another browser, or try again later"};
  end_oldest_of(account.id);
  const std::string secret = base::hex(std::string_view(base::secret_bytes(kSecretBytes)));
  sessions_[wire::sha256_hex(secret)] = {account, address, now};
  return secret;
}

std::optional<Sessions::Found> Sessions::find(std::string_view secret, base::Time now) {
  // Nothing else can be one, and hashing it would be work for whoever sends long cookies.
  if (secret.size() != 2 * kSecretBytes) return std::nullopt;
  std::string hash = wire::sha256_hex(secret);
  const auto found = sessions_.find(hash);
  if (found == sessions_.end()) return std::nullopt;
  if (has_expired(found->second, now)) {
    sessions_.erase(found);
    return std::nullopt;
  }
  found->second.used = now;
  return Found{std::move(hash), found->second.account};
}

void Sessions::end(std::string_view secret) {
  if (secret.size() == 2 * kSecretBytes) sessions_.erase(wire::sha256_hex(secret));
}

void Sessions::sweep(const IsCurrent& is_current, base::Time now) {
  end_expired(now);
  std::erase_if(sessions_, [&](const auto& one) { return !is_current(one.second.account); });
}

void Sessions::end_expired(base::Time now) {
  std::erase_if(sessions_, [&](const auto& one) { return has_expired(one.second, now); });
}

void Sessions::end_oldest_of(const std::string& id) {
  const auto is_its = [&](const auto& one) { return one.second.account.id == id; };
  if (static_cast<std::size_t>(std::count_if(sessions_.begin(), sessions_.end(), is_its)) <
      limits_.of_one_account)
    return;
  auto oldest = sessions_.end();
  for (auto one = sessions_.begin(); one != sessions_.end(); ++one)
    if (is_its(*one) && (oldest == sessions_.end() || one->second.used < oldest->second.used)) oldest = one;
  sessions_.erase(oldest);
}

}  // namespace quiver::web
