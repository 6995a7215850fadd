// One match as a pure state machine: (event, now) → actions. No sockets, no clock reads, no threads.
//
// A match waits until all seats have connected and are ready, then asks one seat after the other for its move
// until the game is over. It holds the true position, the clocks, and all moves and eliminations so far,
// which a seat that reconnects gets again.
//
// Invariants: There is exactly one end. After the end no event has an effect. An eliminated seat gets no
// message but the end. A seat that cannot move is never asked. No time is negative. The lag allowance never
// exceeds the quota. All seats and observers get the same messages in the same order, an eliminated seat up
// to its own elimination.
//
// A bot is not punished for the machine: where a seat's `starvable` is set, a time-out that would have been
// in time without the bot's wait for a processor (usage.hpp) makes the game void. Whether it would have been
// is seen only when the move comes, so the deadline moves on by that wait (match_starved.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/match/events.hpp"
#include "referee/match/lag_quota.hpp"

namespace quiver::match {

// What a match needs to know from its start. The caller has checked that it is playable.
struct Setup {
  struct SeatSetup {
    std::string name;
    wire::TimeControl time;
    std::uint64_t seed = 0;  // for this seat alone
    LagQuota lag = {};
    bool untimed = false;    // no timeout applies: it may run in a debugger
    bool starvable = false;  // a time-out for want of a processor makes the game void
    unsigned cores = 1;      // on how many it can compute at once, where its CPU time is charged
  };
  wire::MatchId match = 0;
  std::string id;                     // the record's
  games::Position start;              // the game is not over in it
  std::vector<games::Event> opening;  // legal moves from there, after which it is not over either
  std::vector<SeatSetup> seats;       // one per seat of the game
  Duration connect = std::chrono::seconds(10);
  Duration ready = std::chrono::seconds(10);
  Duration reconnect = std::chrono::seconds(30);
};

class Match {
 public:
  // Waits for the seats. The connect timeout starts now.
  Match(Setup setup, Time now);

  // `now` never goes back. Appends to `actions`.
  void handle(const Event& event, Time now, std::vector<Action>& actions);

  // When TimePassed is due, if nothing else happens.
  [[nodiscard]] std::optional<Time> deadline() const;

  [[nodiscard]] bool over() const { return phase_ == Phase::kOver; }
  [[nodiscard]] bool playing() const { return phase_ == Phase::kPlaying; }
  // The seat that has been asked for a move and has not moved.
  [[nodiscard]] std::optional<Seat> awaited() const;
  [[nodiscard]] bool is_out(Seat s) const { return seats_[s.value()].reason.has_value(); }
  // Why a seat was eliminated, and the details.
  [[nodiscard]] std::optional<wire::Reason> reason(Seat s) const { return seats_[s.value()].reason; }
  [[nodiscard]] const std::string& detail(Seat s) const { return seats_[s.value()].detail; }
  // Has sent Ready: it has to answer pings.
  [[nodiscard]] bool is_ready(Seat s) const { return seats_[s.value()].ready; }
  [[nodiscard]] bool is_connected(Seat s) const { return seats_[s.value()].link == Link::kConnected; }
  // How often the seat has reconnected.
  [[nodiscard]] unsigned resumes(Seat s) const;

  [[nodiscard]] const games::Position& position() const { return position_; }
  [[nodiscard]] unsigned num_seats() const { return position_.turn().seats(); }
  [[nodiscard]] wire::MatchId id() const { return setup_.match; }
  [[nodiscard]] const std::string& record_id() const { return setup_.id; }
  [[nodiscard]] const std::string& name(Seat s) const { return setup_.seats[s.value()].name; }
  [[nodiscard]] const std::string& title(Seat s) const { return seats_[s.value()].title; }
  [[nodiscard]] const wire::TimeControl& time(Seat s) const { return setup_.seats[s.value()].time; }
  // The time left in its bank, if it has one, and the time of all its moves.
  [[nodiscard]] std::optional<Duration> bank(Seat s) const {
    return time(s).bank ? std::optional(seats_[s.value()].bank) : std::nullopt;
  }
  [[nodiscard]] Duration used(Seat s) const { return seats_[s.value()].used; }
  [[nodiscard]] wire::Introduction introduction(Seat s) const;

  // Whose clock runs, if one does, and the time left for this move, which is never negative.
  struct Clock {
    std::optional<Seat> running;
    Duration left{0};
  };
  [[nodiscard]] Clock clock(Time now) const;

  // The game so far: its start, and the moves and eliminations since. The first `opening` are those of the
  // setup.
  [[nodiscard]] const games::Position& start() const { return setup_.start; }
  [[nodiscard]] const std::vector<wire::Record::Entry>& entries() const { return entries_; }
  [[nodiscard]] std::uint32_t opening() const { return opening_; }

  // How it ended; valid once it is over.
  [[nodiscard]] wire::End end() const { return end_; }
  [[nodiscard]] std::optional<Seat> winner() const { return winner_; }
  [[nodiscard]] const std::string& sentence() const { return sentence_; }
  // The message to everybody at the end; valid once it is over.
  [[nodiscard]] wire::MatchEnd end_message() const;
  // The record as far as the match knows it; complete once it is over.
  [[nodiscard]] wire::Record record() const;

 private:
  // kGathering: waits until all seats are ready. There is no way back to an earlier phase.
  enum class Phase { kGathering, kPlaying, kOver };
  enum class Link { kAbsent, kConnected, kLost };
  using Actions = std::vector<Action>;

  // What the match knows about one seat.
  struct SeatState {
    Link link = Link::kAbsent;
    bool ready = false;
    unsigned connections = 0;
    unsigned misplaced = 0;
    Time since;            // connected: when; lost: when
    Duration bank{0};      // what is left of it
    Duration used{0};      // by all moves together
    Duration forgiven{0};  // of its lag quota
    std::string title;
    std::string lacks;  // the latest Waiting, until it is ready
    std::string remark;
    std::optional<wire::Reason> reason;  // set: the seat is eliminated
    std::string detail;
    unsigned out_as = 0;             // order in which seats were eliminated, from 1
    std::optional<Duration> waited;  // for a processor, in all its turns; none: never measured
    bool starved = false;            // the game is void because of that
  };
  // The move that the match waits for.
  struct Asked {
    Seat seat;
    Time at;
    std::optional<Time> started;  // the clock runs since
    Duration limit{0};
    Duration allowance{0};  // for the network, beyond the limit
    bool changed = false;   // the position has changed since the seat was first asked
    Usage used = {};        // of the turn, at the time of the next
    std::optional<Time> measured = {};
  };
  // An elimination that is about to happen.
  struct Out {
    Seat seat;
    wire::Reason reason = wire::Reason::kTimeout;
    std::string detail;
    std::optional<Duration> took = {};  // the time of its turn; none: until now
  };

  void on(const Connected& event, Time now, Actions& actions);
  void on(const Lost& event, Time now, Actions& actions);
  void on(const Waiting& event, Time now, Actions& actions);
  void on(const GotReady& event, Time now, Actions& actions);
  void on(const Played& event, Time now, Actions& actions);
  void on(const Resigned& event, Time now, Actions& actions);
  void on(const Misplaced& event, Time now, Actions& actions);
  void on(const Missing& event, Time now, Actions& actions);
  void on(const Faulted& event, Time now, Actions& actions);
  void on(const TurnSent& event, Time now, Actions& actions);
  void on(const Measured& event, Time now, Actions& actions);
  void on(const TimePassed& event, Time now, Actions& actions);
  void on(const Stalled& event, Time now, Actions& actions);
  void on(const Stopped& event, Time now, Actions& actions);

  [[nodiscard]] SeatState& state(Seat s) { return seats_[s.value()]; }
  [[nodiscard]] const SeatState& state(Seat s) const { return seats_[s.value()]; }
  // How many seats are not eliminated.
  [[nodiscard]] unsigned standing() const;
  // The seats that get messages: connected and not eliminated, and `also`.
  [[nodiscard]] std::uint8_t recipients(std::optional<Seat> also = std::nullopt) const;

  // What a seat can be late with.
  enum class Overdue { kMove, kMoveWithoutConnection, kReading, kConnection, kReturn, kReady };
  struct Due {
    Time when;
    Overdue what = Overdue::kMove;
  };
  // The deadline of this seat, and what it has to do by then.
  [[nodiscard]] std::optional<Due> due(Seat s) const;
  [[nodiscard]] Due due_of_move(const SeatState& seat) const;
  // The verdict if it has not.
  [[nodiscard]] Out out_for(Seat s, Overdue what) const;
  [[nodiscard]] std::string late_move(Seat s) const;
  // The number that its next move has among its own, from 1.
  [[nodiscard]] unsigned number_of_move(Seat s) const;
  // The time on its clock for the current move at `when`, at most its limit.
  [[nodiscard]] Duration spent(Seat s, Time when) const;
  // Takes the time of its last turn off its clock, and returns it.
  Duration charge(const Out& out, Time now);

  // Starts the game once every seat that is not eliminated is ready.
  void begin_if_ready(Time now, Actions& actions);
  // Asks the seat to move, whose clock starts when its Turn has been sent.
  void ask(Time now, Actions& actions);
  [[nodiscard]] wire::Turn turn_message(Time now) const;
  // What the next move may take: the smallest of cap, time per move and bank.
  [[nodiscard]] Duration limit_of(Seat s) const;
  [[nodiscard]] bool is_untimed(Seat s) const { return setup_.seats[s.value()].untimed; }
  // The part of this lag that the quota still allows for one move.
  [[nodiscard]] Duration allowance_for(Seat s, Duration lag) const;
  // Whether the clock of the seat to move had run out at that time.
  [[nodiscard]] bool is_late(Time received) const;
  // What the turn may take on the clock: the limit or, where CPU time is charged, kWallFactor times that.
  [[nodiscard]] Duration wall_limit() const;
  // What is charged for the turn, if the move came at that time; and what of it is the network's.
  struct Charge {
    Duration took{0};
    Duration forgiven{0};
  };
  [[nodiscard]] Charge charge_at(Time received) const;

  // --- starved bots (match_starved.cpp), all about the seat to move
  // Its wait so far, at most its turn, what it used, and how long its turn was.
  struct TurnWait {
    std::optional<Duration> wait = {};
    std::optional<Duration> cpu = {};   // only of a launched bot
    std::optional<Duration> wall = {};  // only where CPU time is charged
  };
  [[nodiscard]] TurnWait wait_until(Time when) const;
  static void add_wait(SeatState& seat, const TurnWait& turn);
  static void note(const TurnWait& turn, wire::Record::Entry& entry);
  // How much later its deadline is than by the clock alone, and how much it can be.
  [[nodiscard]] Duration extension() const;
  [[nodiscard]] Duration most_extension() const;
  // wall_limit(), if its bank had not paid for its waits.
  [[nodiscard]] Duration wall_limit_without_wait() const;
  // Of a bot that is late at that time, with its move or without it: it would not be, had it not had to wait.
  [[nodiscard]] bool is_starved(Time when, bool has_moved) const;
  // Its game is void.
  void abandon(Time when, Actions& actions);
  // Where CPU time is charged: when it can have used up its limit at the earliest.
  [[nodiscard]] Time next_measurement() const;
  // Takes a legal move that arrived in time: stops the clock, applies it, and asks the next seat or ends.
  void accept(const Played& event, Time now, Actions& actions);
  // Eliminates the seat, or asks again if the position changed while it was thinking.
  void refuse(const Played& event, const games::RuleBroken& broken, Time now, Actions& actions);
  // The move in the game's notation, for the verdict.
  [[nodiscard]] std::string describe(const games::Move& move) const;

  // log_move applies a move, log_out notes an elimination; both append to the log. Null `actions`: nobody is
  // told, as in the opening.
  void log_move(Seat s, const games::Move& move, Duration took, const wire::Info& info, Actions* actions);
  void log_out(const Out& out, unsigned as, Actions* actions);
  // Notes the seats that the rules eliminated with the last event: in Amazons those that cannot move.
  void notice_blocked(Actions* actions);
  // All of them at once: if nobody is left, the game is drawn.
  void eliminate(const std::vector<Out>& outs, Time now, Actions& actions);
  // After an elimination: ends the match, begins it, or asks for the next move.
  void go_on(Time now, Actions& actions);

  // The only way to an end. Sends MatchEnd to all connected seats, also to eliminated ones.
  void finish(wire::End end, std::optional<Seat> winner, std::string sentence, Actions& actions);
  // The places from 1, one per seat; equal ranks share the better place. Empty if the match is void.
  [[nodiscard]] std::vector<std::uint32_t> places() const;
  [[nodiscard]] std::string sentence_of(std::optional<Seat> winner) const;

  Setup setup_;
  games::Position position_;
  Phase phase_ = Phase::kGathering;
  std::array<SeatState, base::kMaxSeats> seats_;
  Time began_;
  std::optional<Asked> asked_;
  unsigned outs_ = 0;  // eliminations so far
  std::vector<std::variant<wire::Moved, wire::Eliminated>> log_;
  std::vector<wire::Record::Entry> entries_;
  std::uint32_t opening_ = 0;

  wire::End end_ = wire::End::kPlayedOut;
  std::optional<Seat> winner_;
  std::string sentence_;
};

}  // namespace quiver::match
