#include "referee/teams/challenge_followers.hpp"

#include <algorithm>
#include <utility>

#include "client_sdk/wire/messages.hpp"

namespace quiver::teams {

namespace {

using Game = wire::Challenge::Game;

bool has_ended(const Game& game) {
  return game.state == Game::State::kOver || game.state == Game::State::kVoid;
}

std::vector<std::string> names_of(const wire::Record& record) {
  std::vector<std::string> names;
  for (const wire::Record::SeatRecord& seat : record.seats) names.push_back(seat.name);
  return names;
}

}  // namespace

ChallengeFollowers::ChallengeFollowers(TeamService& service, net::MatchObservers& matches, std::string page)
    : service_(service), matches_(matches), page_(std::move(page)) {
  matches_.add(*this);
  service_.add_observer(*this);
}

ChallengeFollowers::~ChallengeFollowers() {
  service_.remove_observer(*this);
  matches_.remove(*this);
}

void ChallengeFollowers::follow(const std::shared_ptr<net::Connection>& connection,
                                const Challenge& challenge) {
  std::erase_if(followers_, [](const Follower& one) { return one.connection.expired(); });
  Follower& follower = followers_.emplace_back();
  follower.connection = connection;
  follower.challenge.event = challenge.event;
  follower.challenge.opponent = challenge.opponent;
  follower.challenge.page = page_;
  for (const std::string& id : challenge.games)
    follower.challenge.games.push_back({Game::State::kWaiting, id});
  send(follower);
}

void ChallengeFollowers::send(const Follower& follower) {
  const auto connection = follower.connection.lock();
  if (!connection || !connection->is_open()) return;
  connection->queue(wire::TeamAnswer{follower.challenge});
  connection->flush();
}

template <class Change>
void ChallengeFollowers::note(const std::string& game, Change change) {
  for (auto one = followers_.begin(); one != followers_.end(); ++one) {
    std::vector<Game>& games = one->challenge.games;
    const auto found = std::find_if(games.begin(), games.end(), [&](const Game& g) { return g.id == game; });
    if (found == games.end()) continue;
    change(*found);
    one->challenge.over = std::all_of(games.begin(), games.end(), has_ended);
    send(*one);
    if (one->challenge.over) followers_.erase(one);
    return;
  }
}

void ChallengeFollowers::on_begin(const net::MatchSession&, const wire::Record& heading) {
  note(heading.id, [&](Game& game) {
    game.state = Game::State::kPlaying;
    game.names = names_of(heading);
  });
}

void ChallengeFollowers::on_challenge_game(const std::string&, const wire::Record& record) {
  note(record.id, [&](Game& game) {
    game.state = record.end == wire::End::kVoid ? Game::State::kVoid : Game::State::kOver;
    game.names = names_of(record);
    if (record.winner) game.winner = record.winner->value();
    game.sentence = record.sentence;
  });
}

}  // namespace quiver::teams
