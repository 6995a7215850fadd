// The near ends of the page's WebSockets: who watches the lobby or a game, and who sits at a table.
//
// A spectator has nothing to say: whoever speaks there is closed. A guest says first which seat is theirs.
// Live on the referee's thread; the gateway outlives them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "quiver/v1/spectator.pb.h"
#include "referee/net/player.hpp"
#include "referee/web/broadcast.hpp"
#include "referee/web/gateway.hpp"
#include "referee/web/http.hpp"

namespace quiver::web {

class LobbyListener final : public Listener {
 public:
  explicit LobbyListener(Gallery& gallery) : gallery_(gallery) {}
  void on_open(const PeerPtr& peer) override;
  void on_text(std::string_view message) override;
  void on_closed() override;

 private:
  Gallery& gallery_;
  PeerPtr peer_;
};

// Of a game that goes on.
class GameListener final : public Listener {
 public:
  GameListener(Gateway& gateway, std::string id) : gateway_(gateway), id_(std::move(id)) {}
  void on_open(const PeerPtr& peer) override;
  void on_text(std::string_view message) override;
  void on_closed() override;

 private:
  Gateway& gateway_;
  std::string id_;
  PeerPtr peer_;
};

// Of one that is over: there is one thing to say.
class StoryListener final : public Listener {
 public:
  explicit StoryListener(Text story) : story_(std::move(story)) {}
  void on_open(const PeerPtr& peer) override;
  void on_text(std::string_view) override {}
  void on_closed() override {}

 private:
  Text story_;
};

class SeatListener final : public Listener {
 public:
  explicit SeatListener(Gateway& gateway) : gateway_(gateway) {}
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

  Gateway& gateway_;
  PeerPtr peer_;
  std::optional<Tables::Place> place_;
  bool watching_ = false;
  net::Allowance allowance_;
};

}  // namespace quiver::web
