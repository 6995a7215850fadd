// A ladder: competitors play continuously for as long as it runs. One season is one event of a store.
//
// Launched bots are entered at the start, remote ones when they connect. An entry is one version of a
// competitor: a launched bot whose files have changed, or a remote one that calls itself by another title,
// is a new entry, and the one before drops out. An entry also drops out if it has been away for long, fails
// many games in a row, or cannot be started; returning makes it active again. Bots enter and leave while the
// ladder runs: those of a folder, and the versions of teams, whose programs are bundles (team_ladder.hpp).
// Games and ratings are stored as games end; games of challenges are played beside the others, unrated. Lives
// on the referee's thread.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/run/game_source.hpp"
#include "referee/tournament/challenges.hpp"
#include "referee/tournament/commit_notifier.hpp"
#include "referee/tournament/ladder_boards.hpp"
#include "referee/tournament/ladder_pairing.hpp"
#include "referee/tournament/scoreboard.hpp"
#include "referee/tournament/season_end.hpp"
#include "referee/tournament/team_ladder.hpp"

namespace quiver::tournament {

// The same for all versions of a competitor of a ladder. "remote:ann", what the team ann submitted and what
// is launched as "ann" are three competitors. An entry's own name may be that of a version.
std::string competitor_of(const store::Entrant& entrant);

// What the ladder's options say.
struct LadderRules {
  base::Duration rest = std::chrono::seconds(1);     // between two games of one entry
  base::Duration inactive = std::chrono::hours(24);  // who is away for so long drops out
  std::uint32_t faults = 10;                         // in a row, and it drops out
  std::optional<std::uint32_t> games;                // after so many more it ends
  wire::TimeControl time;                            // of remote bots
  wire::TimeControl team_time;                       // of what teams submit
  std::uint32_t seed = 0;
  SeasonEnd end;
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

class Ladder final : public run::GameSource, public TeamLadder {
 public:
  using Clock = std::function<base::Time()>;

  // `board` is the season so far, with its entrants; committed games are added to it. All references must
  // outlive the ladder. `clock` is passed in for tests.
  // `openings` has one book for each board of the season.
  Ladder(const History& history, Scoreboard& board, LadderRules rules, std::vector<OpeningBook> openings,
         CommitNotifier& notifier, LadderObserver& observer, Clock clock);

  // Enters a bot that is launched here; `fingerprint` tells its versions apart. Those that are there from the
  // beginning are entered before the first game; enter_done() then drops entries of launched bots and teams
  // that were not entered.
  void enter(const launch::BotSpec& bot, const std::string& spec, const std::string& fingerprint);
  void enter_done();
  // A bot that was entered by this name does not play any more; a game that runs ends normally.
  void leave(const std::string& name, const std::string& why);

  // TeamLadder
  void enter_team(const TeamBot& bot) override;
  void leave_team(const std::string& team, const std::string& why) override;
  void set_display(const std::string& team, const std::string& display) override;
  void set_barred(std::set<std::string> names) override;
  [[nodiscard]] bool is_name_taken(const std::string& name) const override;
  base::Result<void> challenge(const std::string& team, const std::string& opponent, std::uint32_t games,
                               const std::string& board, Queued then) override;
  void on_challenge_over(ChallengeOver over) override;
  // Challenges are played from now on; they must outlive the ladder.
  void set_challenges(Challenges& challenges) { challenges_ = &challenges; }

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
  void stop() override;

 private:
  // One version of one competitor.
  struct Entry {
    store::Entrant kept;
    std::string competitor;  // the same for all its versions
    std::string team;        // whose it is; empty: nobody's
    launch::BotSpec bot;
    bool bundled = false;       // a team's version: its files never change
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
  Entrant add_entry(const launch::BotSpec& bot, const std::string& spec, const std::string& version,
                    const std::string& title = "");
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
  // What the bot calls itself, as its latest game says.
  void note_title(Entrant entrant, const std::string& title);
  [[nodiscard]] std::string display_of(const std::string& team) const;
  // A challenge's game that can be played now; every other game is one of those if there are any.
  std::optional<run::Game> next_challenge(const run::PlayerPool& pool);
  [[nodiscard]] bool is_challenge(const run::Game& game) const;
  void end_challenge(const run::Game& game, const wire::Record& record);
  // The entry of the team that plays now; none if none does.
  [[nodiscard]] std::optional<Entrant> playing_of(const std::string& team) const;
  [[nodiscard]] base::Result<Entrant> opponent_of(const std::string& team, const std::string& word) const;
  // The entries that could play now: active, connected, rested and free.
  [[nodiscard]] std::vector<Candidate> candidates(const run::PlayerPool& pool) const;
  [[nodiscard]] run::Game make_game(Entrant first, Entrant second);
  void on_void(const run::Game& game, const wire::Record& record, const std::optional<base::Seat>& unable);
  // The season is over: nothing more is to be played. Announces it once, as it does that nobody new is
  // admitted.
  bool has_ended();
  [[nodiscard]] bool is_settled_now();
  // A remote bot that comes when nobody new is admitted any more.
  void turn_away(const std::string& name);
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
  LadderBoards boards_;
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
  bool closed_ = false;                          // nobody new is admitted, and it has said so
  bool ended_ = false;                           // the season is, and it has said so
  std::optional<std::uint32_t> settled_games_;   // as many had been played when it was last looked at
  bool settled_ = false;                         // then
  base::Time settled_next_;                      // not to be looked at again before
  std::set<std::string> turned_away_;            // names of remote bots
  bool waits_ = false;                           // and has said so
  std::map<std::string, std::string> displays_;  // of teams
  std::set<std::string> barred_;                 // names of remote bots
  Challenges* challenges_ = nullptr;
  std::uint32_t challenges_played_ = 0;
  bool challenge_was_last_ = false;
};

}  // namespace quiver::tournament
