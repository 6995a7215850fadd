// What the referee sends.
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/proto_common.hpp"
#include "client_sdk/wire/proto_position.hpp"
#include "client_sdk/wire/proto_record.hpp"
#include "client_sdk/wire/proto_team.hpp"

namespace quiver::wire {

namespace {

// Beside those of this file.
using wire::fill;
using wire::read;

void fill(v1::Welcome& out, const Welcome& in) {
  fill(*out.mutable_version(), in.version);
  out.set_name(in.name);
  out.set_resume_key(in.resume_key);
  v1::Limits& limits = *out.mutable_limits();
  limits.set_max_frame_bytes(in.limits.max_frame);
  limits.set_frame_micros(micros(in.limits.frame));
  limits.set_ping_micros(micros(in.limits.ping));
  limits.set_reconnect_micros(micros(in.limits.reconnect));
  limits.set_resumes_per_match(in.limits.resumes);
  out.set_resumed(in.resumed);
}
Welcome read(const v1::Welcome& in) {
  const v1::Limits& limits = in.limits();
  return {
      read(in.version()), in.name(), in.resume_key(),
      Limits{limits.max_frame_bytes(), from_micros(limits.frame_micros()), from_micros(limits.ping_micros()),
             from_micros(limits.reconnect_micros()), limits.resumes_per_match()},
      in.resumed()};
}

void fill(v1::Refused& out, const Refused& in) {
  out.set_code(static_cast<v1::Refused::Code>(in.code));
  out.set_sentence(plain(in.sentence));
}
Result<Refused> read(const v1::Refused& in) {
  // A newer minor may know further codes: a refusal is a refusal.
  const bool is_known = known(in.code(), Refused::Code::kTooMany);
  return Refused{is_known ? static_cast<Refused::Code>(in.code()) : Refused::Code::kVersion,
                 text(in.sentence(), kMaxSentence)};
}

void fill(v1::MatchStart& out, const Introduction& in) {
  out.set_match(in.match);
  out.set_seat(in.seat.value());
  for (const std::string& name : in.names) out.add_names(name);
  fill(*out.mutable_time(), in.time);
  out.set_seed(in.seed);
  out.set_ready_micros(micros(in.ready));
  out.set_id(in.id);
  for (const games::Move& move : in.opening) fill_move(*out.add_opening(), move);
}
void fill(v1::MatchStart& out, const MatchStart& in) {
  fill(out, in.introduction);
  fill_position(*out.mutable_start(), in.start, true);
}
Result<MatchStart> read(const v1::MatchStart& in) {
  auto start = read_start(in.start());
  if (!start) return start.error();
  if (in.seat() >= start->turn().seats()) return bad_input("the match has no such seat");
  std::vector<games::Move> opening;
  for (const v1::Move& one : in.opening()) {
    auto move = read_move(one);
    if (!move) return move.error();
    opening.push_back(*move);
  }
  return MatchStart{Introduction{in.match(),
                                 base::seat(in.seat()),
                                 {in.names().begin(), in.names().end()},
                                 read(in.time()),
                                 in.seed(),
                                 from_micros(in.ready_micros()),
                                 in.id(),
                                 std::move(opening)},
                    std::move(*start)};
}

void fill(v1::Moved& out, const Moved& in) {
  out.set_match(in.match);
  out.set_seat(in.seat.value());
  out.set_ply(in.ply);
  fill_move(*out.mutable_move(), in.move);
  out.set_micros(micros(in.took));
}
Result<Moved> read(const v1::Moved& in) {
  auto move = read_move(in.move());
  if (!move) return move.error();
  if (in.seat() >= base::kMaxSeats) return bad_input("there is no such seat");
  return Moved{in.match(), base::seat(in.seat()), in.ply(), *move, from_micros(in.micros())};
}

void fill(v1::Eliminated& out, const Eliminated& in) {
  out.set_match(in.match);
  out.set_seat(in.seat.value());
  out.set_reason(static_cast<v1::Reason>(in.reason));
  out.set_detail(plain(in.detail));
}
Result<Eliminated> read(const v1::Eliminated& in) {
  if (in.seat() >= base::kMaxSeats || !known(in.reason(), Reason::kBlocked))
    return bad_input("an elimination of no seat, or for no known reason");
  return Eliminated{in.match(), base::seat(in.seat()), static_cast<Reason>(in.reason()), in.detail()};
}

void fill(v1::Turn& out, const Turn& in) {
  out.set_match(in.match);
  out.set_ply(in.ply);
  out.set_time_micros(micros(in.time));
  for (const Duration bank : in.banks) out.add_bank_micros(micros(bank));
  out.set_hash(in.hash);
}
Turn read(const v1::Turn& in) {
  Turn out{in.match(), in.ply(), from_micros(in.time_micros()), {}, in.hash()};
  for (const std::uint64_t bank : in.bank_micros()) out.banks.push_back(from_micros(bank));
  return out;
}

void fill(v1::MatchEnd& out, const MatchEnd& in) {
  out.set_match(in.match);
  out.set_end(static_cast<v1::End>(in.end));
  if (in.winner) out.set_winner(in.winner->value());
  for (const std::uint32_t place : in.places) out.add_places(place);
  out.set_record_id(in.record_id);
  out.set_sentence(plain(in.sentence));
}
Result<MatchEnd> read(const v1::MatchEnd& in) {
  if (!known(in.end(), End::kVoid) || in.winner() >= base::kMaxSeats)
    return bad_input("an end of no known kind");
  return MatchEnd{in.match(),
                  static_cast<End>(in.end()),
                  in.has_winner() ? std::optional(base::seat(in.winner())) : std::nullopt,
                  {in.places().begin(), in.places().end()},
                  in.record_id(),
                  in.sentence()};
}

void fill(v1::Goodbye& out, const Goodbye& in) {
  out.set_code(static_cast<v1::Goodbye::Code>(in.code));
  out.set_sentence(plain(in.sentence));
}
// A newer minor may know further codes; kOut makes the client give up instead of reconnecting.
Goodbye read(const v1::Goodbye& in) {
  const bool is_known = known(in.code(), Goodbye::Code::kOut);
  return {is_known ? static_cast<Goodbye::Code>(in.code()) : Goodbye::Code::kOut,
          text(in.sentence(), kMaxSentence)};
}

void fill(v1::Ordered& out, const Ordered& in) {
  out.set_games(in.games);
  out.set_order(in.order);
}
void fill(v1::OrderDone& out, const OrderDone& in) {
  out.set_games(in.games);
  out.set_voids(in.voids);
  out.set_cancelled(in.cancelled);
}
void fill(v1::Record& out, const Record& in) { fill_record(out, in); }
void fill(v1::Listing& out, const Listing& in) {
  for (const Listing::Competitor& one : in.competitors) {
    v1::Listing::Competitor& to = *out.add_competitors();
    to.set_name(one.name);
    to.set_address(one.address);
    for (const std::string& game : one.games) to.add_games(game);
    to.set_capacity(one.capacity);
    to.set_playing(one.playing);
    to.set_connected(one.connected);
  }
  for (const Listing::Match& one : in.matches) {
    v1::Listing::Match& to = *out.add_matches();
    to.set_match(one.match);
    to.set_id(one.id);
    to.set_game(one.game);
    for (const std::string& name : one.names) to.add_names(name);
    to.set_ply(one.ply);
    to.set_seconds(one.seconds);
  }
  for (const Listing::Order& one : in.orders) {
    v1::Listing::Order& to = *out.add_orders();
    to.set_order(one.order);
    to.set_game(one.game);
    for (const std::string& bot : one.bots) to.add_bots(bot);
    to.set_games(one.games);
    to.set_ended(one.ended);
  }
}
Listing read(const v1::Listing& in) {
  Listing out;
  for (const auto& one : in.competitors())
    out.competitors.push_back({one.name(),
                               one.address(),
                               {one.games().begin(), one.games().end()},
                               one.capacity(),
                               one.playing(),
                               one.connected()});
  for (const auto& one : in.matches())
    out.matches.push_back({one.match(),
                           one.id(),
                           one.game(),
                           {one.names().begin(), one.names().end()},
                           one.ply(),
                           one.seconds()});
  for (const auto& one : in.orders())
    out.orders.push_back(
        {one.order(), one.game(), {one.bots().begin(), one.bots().end()}, one.games(), one.ended()});
  return out;
}
void fill(v1::Done& out, const Done& in) { out.set_sentence(plain(in.sentence)); }

struct IntoReferee {
  v1::RefereeMessage& out;
  void operator()(const Welcome& in) const { fill(*out.mutable_welcome(), in); }
  void operator()(const Refused& in) const { fill(*out.mutable_refused(), in); }
  void operator()(const MatchStart& in) const { fill(*out.mutable_match_start(), in); }
  void operator()(const Moved& in) const { fill(*out.mutable_moved(), in); }
  void operator()(const Eliminated& in) const { fill(*out.mutable_eliminated(), in); }
  void operator()(const Turn& in) const { fill(*out.mutable_turn(), in); }
  void operator()(const MatchEnd& in) const { fill(*out.mutable_match_end(), in); }
  void operator()(const Ping& in) const { fill(*out.mutable_ping(), in); }
  void operator()(const Pong& in) const { fill(*out.mutable_pong(), in); }
  void operator()(const Error& in) const { fill(*out.mutable_error(), in); }
  void operator()(const Goodbye& in) const { fill(*out.mutable_goodbye(), in); }
  void operator()(const Ordered& in) const { fill(*out.mutable_ordered(), in); }
  void operator()(const Record& in) const { fill(*out.mutable_record(), in); }
  void operator()(const OrderDone& in) const { fill(*out.mutable_order_done(), in); }
  void operator()(const Listing& in) const { fill(*out.mutable_listing(), in); }
  void operator()(const Done& in) const { fill(*out.mutable_done(), in); }
  void operator()(const SubmitWanted& in) const { fill(*out.mutable_submit_wanted(), in); }
  void operator()(const SubmitAccepted& in) const { fill(*out.mutable_submit_accepted(), in); }
  void operator()(const SubmitProgress& in) const { fill(*out.mutable_submit_progress(), in); }
  void operator()(const SubmitReport& in) const { fill(*out.mutable_submit_report(), in); }
  void operator()(const TeamAnswer& in) const { fill(*out.mutable_team_answer(), in); }
};

// As protobuf writes the key and the length of a nested message.
void append_nested_header(std::string& out, std::uint32_t field, std::size_t size) {
  out += static_cast<char>(field << 3U | 2U);  // fields below 16 take one byte
  for (; size >= 0x80; size >>= 7U) out += static_cast<char>(size | 0x80U);
  out += static_cast<char>(size);
}

}  // namespace

void silence_protobuf() { google::protobuf::SetLogHandler(nullptr); }

void append_frame(std::string& out, const RefereeMessage& message) {
  v1::RefereeMessage envelope;
  std::visit(IntoReferee{envelope}, message);
  append(out, envelope);
}

// On the largest boards the graph dominates the frame, so it is serialised once and copied for each seat.
EncodedStart::EncodedStart(const games::Position& start) {
  v1::Position position;
  fill_position(position, start, true);
  append_nested_header(bytes_, v1::MatchStart::kStartFieldNumber, position.ByteSizeLong());
  position.AppendToString(&bytes_);
}

void append_match_start(std::string& out, const Introduction& introduction, const EncodedStart& start) {
  // The fields of a message may come in any order, so the position, made before, stands at the end.
  v1::MatchStart head;
  fill(head, introduction);
  const std::size_t inner = head.ByteSizeLong() + start.bytes().size();
  std::string envelope;
  append_nested_header(envelope, v1::RefereeMessage::kMatchStartFieldNumber, inner);
  const auto header = frame_header(static_cast<std::uint32_t>(envelope.size() + inner));
  out.reserve(out.size() + header.size() + envelope.size() + inner);
  out.append(header.data(), header.size());
  out += envelope;
  head.AppendToString(&out);
  out += start.bytes();
}

Result<RefereeMessage> decode_referee_message(std::string_view payload) {
  v1::RefereeMessage in;
  if (!parse(in, payload)) return bad_input("these bytes are not a message");
  switch (in.body_case()) {
    case v1::RefereeMessage::kWelcome:
      return RefereeMessage{read(in.welcome())};
    case v1::RefereeMessage::kRefused:
      return lift<RefereeMessage>(read(in.refused()));
    case v1::RefereeMessage::kMatchStart:
      return lift<RefereeMessage>(read(in.match_start()));
    case v1::RefereeMessage::kMoved:
      return lift<RefereeMessage>(read(in.moved()));
    case v1::RefereeMessage::kEliminated:
      return lift<RefereeMessage>(read(in.eliminated()));
    case v1::RefereeMessage::kTurn:
      return RefereeMessage{read(in.turn())};
    case v1::RefereeMessage::kMatchEnd:
      return lift<RefereeMessage>(read(in.match_end()));
    case v1::RefereeMessage::kPing:
      return RefereeMessage{Ping{in.ping().number()}};
    case v1::RefereeMessage::kPong:
      return RefereeMessage{Pong{in.pong().number()}};
    case v1::RefereeMessage::kError:
      return lift<RefereeMessage>(read(in.error()));
    case v1::RefereeMessage::kGoodbye:
      return RefereeMessage{read(in.goodbye())};
    case v1::RefereeMessage::kOrdered:
      return RefereeMessage{Ordered{in.ordered().games(), in.ordered().order()}};
    case v1::RefereeMessage::kRecord:
      return lift<RefereeMessage>(read_record(in.record()));
    case v1::RefereeMessage::kOrderDone:
      return RefereeMessage{
          OrderDone{in.order_done().games(), in.order_done().voids(), in.order_done().cancelled()}};
    case v1::RefereeMessage::kListing:
      return RefereeMessage{read(in.listing())};
    case v1::RefereeMessage::kDone:
      return RefereeMessage{Done{in.done().sentence()}};
    case v1::RefereeMessage::kSubmitWanted:
      return RefereeMessage{SubmitWanted{in.submit_wanted().part_bytes()}};
    case v1::RefereeMessage::kSubmitAccepted:
      return RefereeMessage{SubmitAccepted{in.submit_accepted().number()}};
    case v1::RefereeMessage::kSubmitProgress:
      return lift<RefereeMessage>(read(in.submit_progress()));
    case v1::RefereeMessage::kSubmitReport:
      return lift<RefereeMessage>(read(in.submit_report()));
    case v1::RefereeMessage::kTeamAnswer:
      return lift<RefereeMessage>(read(in.team_answer()));
    case v1::RefereeMessage::BODY_NOT_SET:
      break;
  }
  return bad_input("the message has no known body");
}

}  // namespace quiver::wire
