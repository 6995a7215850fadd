// The server's ends of the page's WebSockets: spectators of the lobby or a game, and visitors at a table.
//
// A spectator sends nothing: a message closes the connection. A visitor who plays first sends the token of
// the seat.
// Live on the referee's thread; the handler outlives them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "quiver/v1/spectator.pb.h"
#include "referee/net/players/message_budget.hpp"
#include "referee/web/broadcast.hpp"
#include "referee/web/http/http_server.hpp"
#include "referee/web/page_handler.hpp"

namespace quiver::web {

// Watches the lobby until it is closed.
class LobbyListener final : public Listener {
 public:
  explicit LobbyListener(SpectatorHub& hub) : hub_(hub) {}
  void on_open(const PeerPtr& peer) override;
  void on_text(std::string_view message) override;
  void on_closed() override;

 private:
  SpectatorHub& hub_;
  PeerPtr peer_;
};

// Watches the table of an event.
class StandingsListener final : public Listener {
 public:
  StandingsListener(StandingsStream& stream, std::string event) : stream_(stream), event_(std::move(event)) {}
  void on_open(const PeerPtr& peer) override;
  void on_text(std::string_view message) override;
  void on_closed() override;

 private:
  StandingsStream& stream_;
  std::string event_;
  PeerPtr peer_;
};

// Watches a game in progress.
class GameListener final : public Listener {
 public:
  GameListener(PageHandler& handler, std::string id) : handler_(handler), id_(std::move(id)) {}
  void on_open(const PeerPtr& peer) override;
  void on_text(std::string_view message) override;
  void on_closed() override;

 private:
  PageHandler& handler_;
  std::string id_;
  PeerPtr peer_;
};

// Sends a finished game, which is one message, and closes.
class FinishedGameListener final : public Listener {
 public:
  explicit FinishedGameListener(Text story) : story_(std::move(story)) {}
  void on_open(const PeerPtr& peer) override;
  void on_text(std::string_view) override {}
  void on_closed() override {}

 private:
  Text story_;
};

// A visitor's page: takes a seat by its token, then moves and resigns for it, and watches its game.
class SeatListener final : public Listener {
 public:
  explicit SeatListener(PageHandler& handler) : handler_(handler) {}
  void on_open(const PeerPtr& peer) override { peer_ = peer; }
  void on_text(std::string_view message) override;
  void on_closed() override;

  // Something about the table has changed.
  void on_change();

 private:
  // Finds the seat of the token, or closes the connection.
  void sit(const std::string& token);
  // Handles a message of a seated visitor. A refusal is sent back; the connection stays open.
  void on_request(const v1::SeatRequest& request);
  // Sends a message; a page that does not read is dropped.
  void say(const v1::SpectatorMessage& message);
  void say(const Denial& denial);

  PageHandler& handler_;
  PeerPtr peer_;
  std::optional<VisitorGames::Place> place_;
  std::string watched_;  // the game; empty if none
  net::MessageBudget message_budget_;
};

}  // namespace quiver::web
