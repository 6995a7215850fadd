// The near ends of the page's WebSockets: who watches the lobby or a game, and who sits at a table.
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

// Of a game that goes on.
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

// Of one that is over: there is one thing to say.
class FinishedGameListener final : public Listener {
 public:
  explicit FinishedGameListener(Text story) : story_(std::move(story)) {}
  void on_open(const PeerPtr& peer) override;
  void on_text(std::string_view) override {}
  void on_closed() override {}

 private:
  Text story_;
};

class SeatListener final : public Listener {
 public:
  explicit SeatListener(PageHandler& handler) : handler_(handler) {}
  void on_open(const PeerPtr& peer) override { peer_ = peer; }
  void on_text(std::string_view message) override;
  void on_closed() override;

  // Something about the table is different.
  void on_change();

 private:
  void sit(const std::string& token);
  void on_request(const v1::SeatRequest& request);
  void say(const v1::SpectatorMessage& message);
  void say(const Denial& denial);

  PageHandler& handler_;
  PeerPtr peer_;
  std::optional<VisitorGames::Place> place_;
  bool watching_ = false;
  net::MessageBudget message_budget_;
};

}  // namespace quiver::web
