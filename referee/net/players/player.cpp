#include "referee/net/players/player.hpp"

#include <algorithm>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "referee/net/transport/connection.hpp"

namespace quiver::net {

namespace {

std::string new_secret() { return base::hex(std::string_view(base::secret_bytes(16))); }

}  // namespace

Player::Player(Kind kind, std::string name, std::string credential, unsigned capacity)
    : kind_(kind), name_(std::move(name)), credential_(std::move(credential)), seats_(capacity) {}

PlayerPtr Player::remote(const Identity& identity, const wire::Hello& hello) {
  PlayerPtr player(new Player(Kind::kRemote, identity.name, hello.token,
                              std::min<unsigned>(hello.capacity, kMostCapacity)));
  player->admin_ = identity.admin;
  player->games_ = hello.games;
  return player;
}

PlayerPtr Player::launched(const std::string& name, bool untimed) {
  PlayerPtr player(new Player(Kind::kLaunched, name, new_secret()));
  player->untimed_ = untimed;
  return player;
}

PlayerPtr Player::person(const std::string& name) {
  return PlayerPtr(new Player(Kind::kPerson, name, new_secret()));
}

bool Player::plays(std::string_view game) const {
  return std::find(games_.begin(), games_.end(), game) != games_.end();
}

void Player::attach(ConnectionPtr connection, Time now) {
  connection_ = std::move(connection);
  address_ = connection_->address();
  has_said_hello_ = true;
  // A ping on the old connection will not be answered on this one.
  pings_.cancel();
  pings_.note_activity(now);
}

ConnectionPtr Player::detach() {
  pings_.cancel();
  return std::exchange(connection_, nullptr);
}

// A copy of the pointer, here and below: what is read may close the connection and detach it.
void Player::drain() const {
  if (const ConnectionPtr connection = connection_) connection->drain();
}

void Player::cut() const {
  if (const ConnectionPtr connection = connection_) connection->break_off();
}

void Player::note_message() {
  resume_keys_.confirm();
  failure_.clear();
}

void Player::leave(const wire::MatchEnd& end, Time now) {
  seats_.remove(end, now);
  pings_.note_activity(now);
}

void Player::note_pairing(const std::string& opponent, bool moves_first) {
  last_opponent_ = opponent;
  if (moves_first) ++first_moves_;
}

}  // namespace quiver::net
