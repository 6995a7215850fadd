// The protocol from a bot's side (docs/write-a-bot/protocol.md): reads what the referee says, keeps the match
// up to date, and asks the bot for its moves.
//
// The bot is asked about a Turn only after everything that has arrived has been read: the Turn may already
// be outdated. At most one match at a time. Blocks; one thread.
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
  // A Turn that is not answered yet. The deadline counts from when its bytes were read, not from when the SDK
  // got round to it.
  struct Due {
    wire::Turn turn;
    base::Time read_at;
  };

  Step step();
  Step take(const Connection::Next& next);
  // Reconnects. A match that the referee no longer knows is dropped.
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
    return std::nullopt;  // messages that no bot expects, such as answers to administrators
  }

  // Ends the run if the bot says that it leaves.
  [[nodiscard]] Step leave() const;
  [[nodiscard]] bool is_ours(wire::MatchId match) const { return match_ && match_->number() == match; }
  // Reports that the two positions differ and ends the run: nothing that follows could be trusted.
  Step desync(wire::MatchId match, const std::string& sentence);
  // Answers the turn that is due.
  Step answer();
  // Calls the bot and remembers its choice. Without a choice there is something to read first.
  Step think(const Due& due);
  void send_choice(const wire::Turn& turn, const Choice& choice);
  // On stderr, for the bot's author. The move is sent anyway: the referee is the one that judges it.
  void warn_if_illegal(const wire::Turn& turn, const games::Move& move) const;
  // Calls the bot; what it throws ends the run.
  template <class Call>
  Step guarded(const Call& call);
  // Notifies the bot of the latest event, unless it has been notified already.
  Step tell(Seat seat, const games::Event& event, const MatchResult::Out* why);
  // Tells the bot that a seat is out, and asks whether it leaves if the seat is its own.
  Step go_out(const wire::Eliminated& eliminated);
  // Tells the referee, waits until it has read that, and ends the run with kExitFailed.
  Step failed(const std::string& what);
  // Prints a line on stderr; text from the referee is escaped.
  void say(const std::string& line) const;
  // The same for progress reports, which --quiet suppresses.
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
