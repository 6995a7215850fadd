#include "referee/web/listeners.hpp"

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/wire/proto_position.hpp"
#include "referee/web/json.hpp"

namespace quiver::web {

namespace {

constexpr const char* kNothingToSay = "spectators cannot send messages";

}  // namespace

void LobbyListener::on_open(const PeerPtr& peer) {
  peer_ = peer;
  hub_.watch_lobby(peer);
}
void LobbyListener::on_text(std::string_view) { peer_->close(kClosePolicy, kNothingToSay); }
void LobbyListener::on_closed() {
  if (peer_) hub_.leave(peer_);
}

void StandingsListener::on_open(const PeerPtr& peer) {
  peer_ = peer;
  stream_.watch(event_, peer);
}
void StandingsListener::on_text(std::string_view) { peer_->close(kClosePolicy, kNothingToSay); }
void StandingsListener::on_closed() {
  if (peer_) stream_.leave(peer_);
}

void GameListener::on_open(const PeerPtr& peer) {
  peer_ = peer;
  if (handler_.hub().watch(id_, peer)) return;
  // It has ended since it was asked for.
  if (const Text story = handler_.recent_message(id_)) peer->send(story);
  peer->close(kCloseNormal, "finished");
}
void GameListener::on_text(std::string_view) { peer_->close(kClosePolicy, kNothingToSay); }
void GameListener::on_closed() {
  if (peer_) handler_.hub().leave(peer_);
}

void FinishedGameListener::on_open(const PeerPtr& peer) {
  peer->send(story_);
  peer->close(kCloseNormal, "finished");
}

// --- visitors

void SeatListener::say(const v1::SpectatorMessage& message) {
  if (peer_->waiting() > Broadcast::kMostWaiting) return peer_->drop();
  peer_->send(json(message));
}

void SeatListener::say(const Denial& denial) {
  v1::SpectatorMessage message;
  message.mutable_error()->set_status(denial.status);
  message.mutable_error()->set_sentence(base::plain_text(denial.sentence, wire::kMaxSentence));
  say(message);
}

void SeatListener::on_text(std::string_view text) {
  if (!message_budget_.spend(base::clock_now())) return peer_->close(kClosePolicy, "too much data at once");
  v1::SeatRequest request;
  if (const auto read = read_json(text, request); !read) return say(Denial{400, read.error().sentence});
  if (place_) return on_request(request);
  if (!request.has_sit()) {
    say(Denial{400, "the first message has to be \"sit\""});
    return peer_->close(kClosePolicy, "the first message has to be \"sit\"");
  }
  sit(request.sit().token());
}

void SeatListener::sit(const std::string& token) {
  const auto place = handler_.visitor_games().find(token);
  if (!place) {
    say(place.error());
    return peer_->close(kClosePolicy, place.error().sentence);
  }
  place_ = *place;
  handler_.join(place_->table, *this);
  handler_.visitor_games().arrive(*place_, base::clock_now());
  handler_.notify_visitors(place_->table);  // the others at the table are notified
}

void SeatListener::on_request(const v1::SeatRequest& request) {
  Granted<void> done;
  if (request.has_play()) {
    const auto move = wire::read_move(request.play().move());
    if (!move) return say(Denial{400, move.error().sentence});
    done = handler_.visitor_games().move(*place_, request.play().ply(), *move);
  } else if (request.has_resign()) {
    done = handler_.visitor_games().resign(*place_);
  } else if (request.has_take_back()) {
    done = handler_.visitor_games().take_back(*place_, base::clock_now());
  } else if (request.has_hint()) {
    done = handler_.visitor_games().hint(*place_, request.hint().bot());
  } else {
    done = Denial{400, "a seated player can only play, take back, ask for a hint or resign"};
  }
  if (!done) say(done.error());
}

void SeatListener::on_change() {
  v1::SpectatorMessage message;
  *message.mutable_seat() = handler_.visitor_games().view(*place_);
  const std::string id = message.seat().game_id();
  const bool restarting = message.seat().restarting();
  say(message);
  if (restarting || id != watched_) {
    // The match before has been broken off: what is still to come of it would end the connection.
    if (!watched_.empty()) handler_.hub().leave(peer_);
    watched_.clear();
  }
  // When the game has begun, the page starts to watch it.
  if (restarting || !watched_.empty() || id.empty()) return;
  if (handler_.hub().watch(id, peer_)) {
    watched_ = id;
    return;
  }
  if (const Text story = handler_.recent_message(id)) {
    watched_ = id;
    peer_->send(story);
    peer_->close(kCloseNormal, "finished");
  }
}

void SeatListener::on_closed() {
  if (!peer_) return;
  handler_.hub().leave(peer_);
  if (!place_) return;
  handler_.part(place_->table, *this);
  handler_.visitor_games().depart(*place_, base::clock_now());
}

}  // namespace quiver::web
