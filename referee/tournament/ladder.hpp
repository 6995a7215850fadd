// A ladder: competitors play continuously for as long as it runs. One season is one event of a store.
//
// Launched bots are entered at the start, remote ones when they connect. An entry is one version of a
// competitor: a launched bot whose files have changed, or a remote one that calls itself by another title,
// is a new entry, and the one before drops out. An entry also drops out if it has been away for long, fails
// many games in a row, or cannot be started; returning makes it active again. Games and ratings are stored
// as games end. Lives on the referee's thread.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/run/game_source.hpp"
#include "referee/tournament/commit_notifier.hpp"
#include "referee/tournament/ladder_pairing.hpp"
#include "referee/tournament/opening_book.hpp"
#include "referee/tournament/scoreboard.hpp"

namespace quiver::tournament {

// The same for all versions of a competitor of a ladder. "remote:ann" and what is launched as "ann" are two
// competitors; an entry's own name may be that of a version.
std::string competitor_of(const store::Entrant& entrant);

// What the ladder's options say.
struct LadderRules {
  base::Duration rest = std::chrono::seconds(1);     // between two games of one entry
  base::Duration inactive = std::chrono::hours(24);  // who is away for so long drops out
  std::uint32_t faults = 10;                         // in a row, and it drops out
  std::optional<std::uint32_t> games;                // after so many more it ends
  wire::TimeControl time;                            // of remote bots
  std::uint32_t seed = 0;
};

// Observes a ladder. All calls come on the referee's thread.
class LadderObserver {
 public:
  virtual ~LadderObserver() = default;
  // The game is committed, and the scoreboard has it.
  virtual void on_game(const store::Game& game) = 0;
  // A game was void and counts for nobody.
  virtual void on_void(const wire::Record& record) = 0;
  // "ann has entered", "ann is out: …".
  virtual void on_news(const std::string& sentence) = 0;
};

class Ladder final : public run::GameSource {
 public:
  using Clock = std::function<base::Time()>;

  // `board` is the season so far, with its entrants; committed games are added to it. All references must
  // outlive the ladder. `clock` is passed in for tests.
  Ladder(const History& history, Scoreboard& board, LadderRules rules, OpeningBook openings,
         CommitNotifier& notifier, LadderObserver& observer, Clock clock);

  // Enters a bot that is launched here; `fingerprint` tells its versions apart. To be called before the first
  // game, once for each; enter_done() then drops entries of launched bots that were not entered.
  void enter(const launch::BotSpec& bot, const std::string& spec, const std::string& fingerprint);
  void enter_done();

  // GameSource
  [[nodiscard]] const launch::BotSpec& bot(std::size_t number) const override { return entries_[number].bot; }
  std::optional<run::Game> next(const run::PlayerPool& pool) override;
  // A launched bot whose files have changed is a new entry from this game on, or an old one that is back.
  base::Result<std::size_t> identify(const run::Game& game, base::Seat seat,
                                     const std::string& fingerprint) override;
  [[nodiscard]] bool wants_latest_files() const override { return true; }
  [[nodiscard]] bool finished() const override;
  void on_over(const run::Game& game, const wire::Record& record,
               const std::optional<base::Seat>& unable) override;
  void stop() override { stopped_ = true; }

 private:
  // One version of one competitor.
  struct Entry {
    store::Entrant kept;
    std::string competitor;  // the same for all its versions
    launch::BotSpec bot;
    bool here = false;          // it is launched, or connected
    std::uint32_t running = 0;  // games that go on
    std::uint32_t games = 0;
    std::uint32_t firsts = 0;
    std::uint32_t faults = 0;  // in a row
    std::uint32_t voids = 0;   // in a row
    base::Time not_before;     // for its next game
    base::Time seen;
    std::map<Entrant, std::uint32_t> met;
  };

  // A new entry, stored and announced. A name that is taken gets a suffix: "ann-v2".
  Entrant add_entry(const launch::BotSpec& bot, const std::string& spec, const std::string& version);
  [[nodiscard]] std::optional<Entrant> find(const std::string& competitor, const std::string& version) const;
  // The one of this competitor that plays now.
  [[nodiscard]] std::optional<Entrant> active_of(const std::string& competitor) const;
  // Enters or reactivates the remote bots that are connected, and notes who is absent.
  void welcome(const std::vector<std::string>& connected);
  void drop_inactive();
  // Makes this entry the one that plays; other versions of the same competitor drop out.
  void activate(Entrant entrant);
  // Takes an entry out until it comes back. Its games stay.
  void drop(Entrant entrant, const std::string& why);
  void commit_entry(Entrant entrant);
  // The entries that could play now: active, connected, rested and free.
  [[nodiscard]] std::vector<Candidate> candidates(const run::PlayerPool& pool) const;
  [[nodiscard]] run::Game make_game(Entrant first, Entrant second);
  void on_void(const run::Game& game, const wire::Record& record, const std::optional<base::Seat>& unable);
  // Announces once that the ladder waits for players.
  void tell_if_nobody_can_play();
  [[nodiscard]] std::size_t num_versions(const std::string& competitor) const;
  // Limits how often a remote bot can become a new entry by changing its title.
  [[nodiscard]] bool may_have_another_version(const Entry& entry) const;
  // Which entry the game counts for: the title may say that it is a new version.
  [[nodiscard]] Entrant played_as(Entrant entrant, const wire::Record::SeatRecord& seat);
  // Adds the game to the counts of both entries; one that failed too often drops out.
  void count(const store::Game& game);
  // Computes and stores ratings, unless that was done a moment ago.
  void rate(const std::vector<std::uint32_t>& entrants);

  Scoreboard& board_;
  LadderRules rules_;
  OpeningBook openings_;
  CommitNotifier& notifier_;
  LadderObserver& observer_;
  Clock clock_;
  std::string event_;
  std::deque<Entry> entries_;  // by the entrant's number; what refers to a bot stays good
  std::map<Entrant, double> elos_;
  std::vector<std::uint32_t> to_rate_;
  base::Time rate_next_;
  std::uint32_t last_number_ = 0;
  std::uint32_t begun_ = 0;
  std::uint32_t running_ = 0;
  bool stopped_ = false;
  bool waits_ = false;  // and has said so
};

}  // namespace quiver::tournament
