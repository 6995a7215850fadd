// The messages of the protocol as plain values: what both ends work with. codec.hpp turns them into frames
// and back, docs/write-a-bot/protocol.md says what they mean. No protobuf here. Plain values, any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/team_messages.hpp"

namespace quiver::wire {

using base::Duration;
using base::Seat;
// The referee's number for a running match. Unlike the record id it means nothing once the match is over.
using MatchId = std::uint64_t;

// The referee refuses a client of another major version (Refused::Code::kVersion).
struct Version {
  std::uint32_t major = 1;
  std::uint32_t minor = 1;
  friend auto operator<=>(const Version&, const Version&) = default;
};
inline constexpr Version kProtocol{1, 1};
// Since this one a referee may take submissions.
inline constexpr Version kWithTeams{1, 1};

// Client to referee, and referee to client; the length prefix is not counted.
inline constexpr std::uint32_t kMaxClientFrame = 64U << 10U;
inline constexpr std::uint32_t kMaxHelloFrame = 4U << 10U;  // before the referee knows who it is
inline constexpr std::uint32_t kMaxRefereeFrame = 64U << 20U;
inline constexpr std::size_t kMaxInfoText = 256;
inline constexpr std::size_t kMaxTitle = 64;
inline constexpr int kMaxGames = 16;  // that a Hello names; more are ignored
inline constexpr std::size_t kMaxSentence = 1024;

// Why a seat is out. The numbers are those of the wire.
enum class Reason {
  kIllegalMove = 1,
  kTimeout,
  kCrashed,
  kNotReady,
  kDisconnected,
  kProtocolError,
  kResourceLimit,
  kResigned,
  kBlocked,
};
// "ILLEGAL_MOVE", as on the wire.
std::string_view reason_name(Reason reason);

// Whether it is the bot's own doing and not part of the game: anything but having no move and giving up.
inline bool is_fault(Reason reason) { return reason != Reason::kBlocked && reason != Reason::kResigned; }

// How a match ended.
enum class End { kPlayedOut = 1, kForfeit, kVoid };
std::string_view end_name(End end);

// How much time a seat has: a limit for each move, a bank for the whole match, or both. The increment goes
// into the bank after each move; no move may take longer than `cap`, whatever the bank holds.
struct TimeControl {
  std::optional<Duration> per_move;
  std::optional<Duration> bank;
  Duration increment{0};
  Duration cap = std::chrono::seconds(60);
  // CPU time of all its threads is charged instead of time on the clock, which has a limit behind it:
  // kWallFactor times what the move may use. Only for bots that the referee launched.
  bool by_cpu = false;
  static constexpr int kWallFactor = 10;
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// What a bot says about its move. For people and records only: the referee never acts on it.
struct Info {
  std::optional<double> score;
  std::optional<std::uint32_t> depth;
  std::string text;
  [[nodiscard]] bool empty() const { return !score && !depth && text.empty(); }
  friend bool operator==(const Info&, const Info&) = default;
};

// --- both ways

// Either side may ask; the other answers with a Pong of the same number.
struct Ping {
  std::uint64_t number = 0;
};
struct Pong {
  std::uint64_t number = 0;
};
// A message that was not accepted, and why. From a client, kDesync: its position is not the referee's.
struct Error {
  enum class Code { kSettled = 1, kOutOfTurn, kDesync, kRequest, kStale };
  Code code = Code::kSettled;
  std::string sentence;
  std::optional<MatchId> match;
};

// --- from a client

// The first message of every connection. With `resume_key` from the latest Welcome, the client asks to take
// up the session of a lost connection again.
struct Hello {
  Version version = kProtocol;
  std::string name;
  std::string author;
  std::string token;
  std::vector<std::string> games;
  std::uint32_t capacity = 1;
  std::string resume_key;
};
// Answers MatchStart. A seat that does not send it within Introduction::ready is eliminated.
struct Ready {
  MatchId match = 0;
  std::string title;
};
// Answers Turn: `ply` is the ply of that Turn, which lets the referee recognise an answer that is too old.
struct Play {
  MatchId match = 0;
  std::uint32_t ply = 0;
  games::Move move;
  Info info;
};
// Gives up the seat. With more than two seats the others play on.
struct Resign {
  MatchId match = 0;
};
// The bot threw, or the player that a host speaks for has died. The seat is eliminated as crashed.
struct Failed {
  MatchId match = 0;
  std::string sentence;
};

// The board and start that somebody asks for; nothing in it is checked.
struct Order {
  std::string game;
  games::Options options;
  std::optional<std::string> map;  // the text of a map file, instead of options.map
  std::vector<std::string> bots;
  TimeControl time;
  std::uint32_t games = 1;
  bool swap = false;
  bool first_random = false;
  std::uint32_t concurrency = 1;
  std::uint32_t seed = 0;
  std::string moves;
};
// Asks for a Listing. This one, Order, Kick, Abort and Cancel are for administrators.
struct List {};
// Closes a competitor's connection and eliminates its seats. Answered by Done or Error.
struct Kick {
  std::string name;
};
// Ends a match, which is void then. Answered by Done or Error.
struct Abort {
  MatchId match = 0;
};
// Ends an order: its running matches are void, and no more are played. Answered by Done or Error.
struct Cancel {
  std::uint64_t order = 0;
};

using ClientMessage = std::variant<Hello, Ready, Play, Resign, Ping, Pong, Error, Failed, Order, List, Kick,
                                   Abort, Cancel, SubmitBegin, SubmitPart, SubmitFollow, TeamRequest>;

// --- from the referee

// What a client has to keep to. A frame must be complete within `frame` of its first byte; a lost seat is
// kept for `reconnect`; a match allows `resumes` reconnections.
struct Limits {
  std::uint32_t max_frame = kMaxClientFrame;
  Duration frame{0};
  Duration ping{0};
  Duration reconnect{0};
  std::uint32_t resumes = 0;
};
// Accepts a Hello. `name` is the name that counts: a token's name takes precedence over the one in Hello.
struct Welcome {
  Version version = kProtocol;
  std::string name;
  std::string resume_key;
  Limits limits;
  bool resumed = false;
};
// Rejects a Hello; the referee closes the connection after it.
struct Refused {
  enum class Code { kVersion = 1, kToken, kName, kResume, kFull, kStopping, kNotLocal, kTls, kTooMany };
  Code code = Code::kVersion;
  std::string sentence;
};
// Everything of a MatchStart but the position, which travels as an EncodedStart (codec.hpp).
struct Introduction {
  MatchId match = 0;
  Seat seat;
  std::vector<std::string> names;
  TimeControl time;
  std::uint64_t seed = 0;
  Duration ready{0};
  std::string id;
  std::vector<games::Move> opening = {};  // each one comes as a Moved too
};
// Tells a bot that it has a seat. Sent again from the start when a session is resumed.
struct MatchStart {
  Introduction introduction;
  games::Position start;
};
// A move that was accepted, also the receiver's own. `ply` is the one that it settled, from 0.
struct Moved {
  MatchId match = 0;
  Seat seat;
  std::uint32_t ply = 0;
  games::Move move;
  Duration took{0};
};
// A seat is out. `detail` is a sentence for the bot's author.
struct Eliminated {
  MatchId match = 0;
  Seat seat;
  Reason reason = Reason::kIllegalMove;
  std::string detail;
};
// Asks for a move. `time` counts from when the referee sent this; `hash` is that of the position to move in,
// and a client whose own differs reports a desync.
struct Turn {
  MatchId match = 0;
  std::uint32_t ply = 0;
  Duration time{0};
  std::vector<Duration> banks;
  std::uint64_t hash = 0;
};
// The match is over for all seats. `places` has one entry a seat, 1 for the best; it is empty if the match is
// void.
struct MatchEnd {
  MatchId match = 0;
  End end = End::kPlayedOut;
  std::optional<Seat> winner;
  std::vector<std::uint32_t> places;
  std::string record_id;
  std::string sentence;
};
// The last message of a connection that the referee closes.
struct Goodbye {
  enum class Code {
    kDone = 1,
    kStopping,
    kKicked,
    kReplaced,
    kSilent,
    kMalformed,
    kOversized,
    kSlow,
    kFlood,
    kNotReading,
    kOut
  };
  Code code = Code::kDone;
  std::string sentence;
};
// An Order was accepted. A Record follows for each game, then one OrderDone.
struct Ordered {
  std::uint32_t games = 0;
  std::uint64_t order = 0;
};
// All games of an order have ended, or it was cancelled; `voids` of them have no result.
struct OrderDone {
  std::uint32_t games = 0;
  std::uint32_t voids = 0;
  bool cancelled = false;
};
// A snapshot of who is connected and what is being played.
struct Listing {
  struct Competitor {
    std::string name;
    std::string address;
    std::vector<std::string> games;
    std::uint32_t capacity = 1;
    std::uint32_t playing = 0;
    bool connected = false;
  };
  struct Match {
    MatchId match = 0;
    std::string id;
    std::string game;
    std::vector<std::string> names;
    std::uint32_t ply = 0;
    double seconds = 0;
  };
  struct Order {
    std::uint64_t order = 0;
    std::string game;
    std::vector<std::string> bots;
    std::uint32_t games = 1;
    std::uint32_t ended = 0;
  };
  std::vector<Competitor> competitors;
  std::vector<Match> matches;
  std::vector<Order> orders;
};
// An administrator's request was carried out.
struct Done {
  std::string sentence;
};

// What remains of a match (proto/quiver/v1/record.proto).
struct Record {
  struct SeatRecord {
    std::string name;
    std::string title;
    std::optional<Reason> reason;
    std::string detail;
    std::uint32_t place = 0;
    TimeControl time;
    std::optional<Duration> left;
    Duration used{0};
    std::string log;
    std::optional<Duration> lag = {};  // what was forgiven; none without a quota
    // Of a bot that the referee launched: what it used, and how it was isolated and limited.
    std::optional<Duration> cpu_on_turn = {};
    std::optional<Duration> cpu_off_turn = {};
    std::string isolation = {};
    std::string limits = {};
    // How long it wanted a processor on its own turns and had none; none where nobody can tell.
    std::optional<Duration> wait = {};
    bool starved = false;  // the game is void, because it would have been in time without that wait
    // What it printed, as lines of JSON (log_line.hpp); null if that is not kept. Not part of a record's
    // file: only its owner may read it.
    std::shared_ptr<const std::string> output = nullptr;
  };
  struct Entry {
    Seat seat;
    std::string notation;
    Duration took{0};
    Info info;
    // What the notation says, in the entries of a match that is being played; none in a record.
    std::optional<games::Event> event = {};
    Duration wait{0};  // of the turn, as in SeatRecord
    // How long the turn was, where CPU time is charged, or a launched bot was eliminated in it.
    std::optional<Duration> wall = {};
    // Of a launched bot: the CPU time of all its threads in the turn.
    std::optional<Duration> cpu = {};
  };
  std::string id;
  std::uint32_t number = 1;
  std::string game;
  std::string board;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  games::Options options;  // as asked for; the map's lines are in it
  std::uint32_t seed = 0;
  std::string started;
  std::vector<SeatRecord> seats;
  std::uint32_t opening = 0;
  std::vector<Entry> moves;
  std::optional<Seat> winner;
  End end = End::kPlayedOut;
  std::string sentence;
  std::uint64_t hash = 0;
  // The worker that played the game for a tournament; none if the tournament's own process did.
  struct Worker {
    std::string name;
    std::string host;
    std::string cpu;
    double load = 0;  // over a minute, per core
    // Where clocks are scaled: how fast the machine is, and what clocks were multiplied by.
    std::optional<double> speed = {};
    std::optional<double> time_scale = {};
  };
  std::optional<Worker> worker = {};
  // How often this game had been void before, because a bot had to wait for a processor.
  std::uint32_t starved = 0;
  std::string event_board = {};  // its name in an event that is played on several boards; empty: on one
};

// The game is void, because a bot had to wait for a processor.
inline bool is_starved(const Record& record) {
  for (const Record::SeatRecord& seat : record.seats)
    if (seat.starved) return true;
  return false;
}

using RefereeMessage = std::variant<Welcome, Refused, MatchStart, Moved, Eliminated, Turn, MatchEnd, Ping,
                                    Pong, Error, Goodbye, Ordered, Record, OrderDone, Listing, Done,
                                    SubmitWanted, SubmitAccepted, SubmitProgress, SubmitReport, TeamAnswer>;

}  // namespace quiver::wire
