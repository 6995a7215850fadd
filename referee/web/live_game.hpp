// A game in progress, as spectators see it.
//
// Nothing is encoded until somebody watches: then the game is encoded from its start, and from there on step
// by step. A view ends where the latest change ended, so that a spectator who gets one, and all changes after
// it, gets every step exactly once. For this layer only: it shows protobuf's types. Lives on the referee's
// thread; the table must outlive it.
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

  // The steps since the last call.
  v1::GameChange advance(base::Time now);
  // The same, when the game is over.
  v1::GameChange finish(const wire::Record& record);
  // The whole game, after finish().
  [[nodiscard]] const v1::GameView& finished_view() const { return view_; }
  // The game up to the last call of advance(), or up to now if nobody is informed of changes.
  const v1::GameView& view(base::Time now);
  // Drops what was encoded: nobody watches any more.
  void forget();

  // The game as the lobby shows it: names, clocks and the position.
  [[nodiscard]] v1::LobbyGame thumbnail() const;
  // The game as one line of a list, and what of it changes.
  [[nodiscard]] v1::LobbyRow row(base::Time now) const;
  [[nodiscard]] v1::RowState row_state(base::Time now) const;

  ListenerList listeners;
  bool changed = false;      // since spectators were last sent something
  bool row_changed = false;  // since the lobby was last sent its line

 private:
  // Encodes the entries that are new, adds them to the view, and to `change` unless it is null.
  void tell_new_steps(v1::GameChange* change);

  const net::MatchSession& table_;
  wire::Record heading_;
  std::optional<StepEncoder> encoder_;
  v1::GameView view_;  // with the steps that were sent
};

}  // namespace quiver::web
