// A game that goes on, as spectators see it.
//
// Nothing is kept of it until somebody looks: then it is told from its start, and from there on step by step.
// A view always goes as far as the latest change, so that whoever has seen one and hears of all changes after
// it misses nothing and hears nothing twice. For this layer only: it shows protobuf's types. Lives on the
// referee's thread; the table must outlive it.
#pragma once

#include <optional>
#include <string>

#include "client_sdk/base/time.hpp"
#include "quiver/v1/spectator.pb.h"
#include "referee/net/match_session.hpp"
#include "referee/web/broadcast.hpp"
#include "referee/web/step_encoder.hpp"

namespace quiver::web {

// What spectators know of one game. Steps are encoded when somebody watches, and not before.
class LiveGame {
 public:
  LiveGame(const net::MatchSession& table, wire::Record heading);

  [[nodiscard]] const std::string& id() const { return heading_.id; }
  [[nodiscard]] const match::Match& match() const { return table_.match(); }
  [[nodiscard]] const wire::Record& heading() const { return heading_; }

  // What has happened since the last call.
  v1::GameChange advance(base::Time now);
  // The same for the last time.
  v1::GameChange finish(const wire::Record& record);
  // Everything, after finish().
  [[nodiscard]] const v1::GameView& finished_view() const { return view_; }
  // Up to the last call of advance(); if nobody waits for the next one, up to now.
  const v1::GameView& view(base::Time now);
  // Nobody looks any more.
  void forget();

  // The game as the lobby shows it: names, clocks and the position.
  [[nodiscard]] v1::LobbyGame thumbnail() const;

  ListenerList audience;
  bool changed = false;  // and spectators have not heard of it

 private:
  void tell_new_steps(v1::GameChange* change);

  const net::MatchSession& table_;
  wire::Record heading_;
  std::optional<StepEncoder> encoder_;
  v1::GameView view_;  // its steps as far as they were told
};

}  // namespace quiver::web
