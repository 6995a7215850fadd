// The protocol from a bot's side (docs/write-a-bot/protocol.md): reads what the referee says, keeps the match
// up to date, and asks the bot for its moves.
//
// A Turn is thought about only when everything that has arrived is read: what it asks may be settled
// already. At most one match at a time. Blocks; one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "client_sdk/bot/bot.hpp"
#include "client_sdk/bot/link.hpp"
#include "client_sdk/bot/own_match.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::bot {

class Session {
 public:
  Session(Bot& bot, Link& link, std::string title, std::optional<std::uint32_t> matches);

  // Plays until there is nothing more to play. The link is open.
  Ending run();

 private:
  // None: go on.
  using Step = std::optional<Ending>;
  struct Due {
    wire::Turn turn;
    base::Time read_at;
  };

  Step step();
  Step take(const Connection::Next& next);
  Step come_back();

  Step on(const wire::MatchStart& start);
  Step on(const wire::Moved& moved);
  Step on(const wire::Eliminated& eliminated);
  Step on(const wire::Turn& turn);
  Step on(const wire::MatchEnd& end);
  Step on(const wire::Ping& ping);
  Step on(const wire::Error& error);
  Step on(const wire::Goodbye& goodbye);
  template <class Other>
  Step on(const Other&) {
    return std::nullopt;  // answers to others than bots
  }

  // The bot has had enough, if it says so.
  [[nodiscard]] Step leave() const;
  [[nodiscard]] bool is_ours(wire::MatchId match) const { return match_ && match_->number() == match; }
  Step desync(wire::MatchId match, const std::string& sentence);
  // Answers the turn that is due.
  Step answer();
  Step think(const Due& due);
  void send_choice(const wire::Turn& turn, const Choice& choice);
  void warn_if_illegal(const wire::Turn& turn, const games::Move& move) const;
  // Calls the bot; what it throws ends the run.
  template <class Call>
  Step guarded(const Call& call);
  // Tells the bot what has just been taken, unless it knows.
  Step tell(Seat seat, const games::Event& event, const MatchResult::Out* why);
  Step go_out(const wire::Eliminated& eliminated);
  Step failed(const std::string& what);
  // A line on stderr. What comes from the referee in it is made harmless.
  void say(const std::string& line) const;
  // The same for news, which not everybody wants.
  void report(const std::string& line) const;

  Bot& bot_;
  Link& link_;
  std::string title_;        // of the profile
  std::string match_title_;  // of the bot in this match
  std::optional<std::uint32_t> matches_left_;
  std::optional<OwnMatch> match_;
  std::optional<Due> due_;
  base::Time read_at_;  // of the message that is being taken
};

}  // namespace quiver::bot
