// Sends the state of a challenge's games to the connection that asked for it: when it is accepted, whenever
// one of its games begins or ends, until all have ended.
//
// Observes the matches of the referee for games that begin, which it recognises by their ids, and the service
// for those that are over. On the referee's thread.
#pragma once

#include <list>
#include <memory>
#include <string>

#include "client_sdk/wire/team_messages.hpp"
#include "referee/net/match_observer.hpp"
#include "referee/net/transport/connection.hpp"
#include "referee/teams/team_service.hpp"

namespace quiver::teams {

class ChallengeFollowers final : private net::MatchObserver, private TeamObserver {
 public:
  // `page`: where the web page is, or empty. Both others must outlive it.
  ChallengeFollowers(TeamService& service, net::MatchObservers& matches, std::string page);
  ~ChallengeFollowers() override;
  ChallengeFollowers(const ChallengeFollowers&) = delete;
  ChallengeFollowers& operator=(const ChallengeFollowers&) = delete;

  // The challenge is going to be played. Sends its first state.
  void follow(const std::shared_ptr<net::Connection>& connection, const Challenge& challenge);
  [[nodiscard]] std::size_t size() const { return followers_.size(); }

 private:
  struct Follower {
    std::weak_ptr<net::Connection> connection;
    wire::Challenge challenge;
  };

  void on_begin(const net::MatchSession& session, const wire::Record& heading) override;
  void on_challenge_game(const std::string& team, const wire::Record& record) override;
  // Changes the game of this id by `change`, and tells who follows it.
  template <class Change>
  void note(const std::string& game, Change change);
  static void send(const Follower& follower);

  TeamService& service_;
  net::MatchObservers& matches_;
  std::string page_;
  std::list<Follower> followers_;
};

}  // namespace quiver::teams
