// What clients send.
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

void fill(v1::Hello& out, const Hello& in) {
  fill(*out.mutable_version(), in.version);
  out.set_name(in.name);
  out.set_author(in.author);
  out.set_token(in.token);
  for (const std::string& game : in.games) out.add_games(game);
  out.set_capacity(in.capacity);
  out.set_resume_key(in.resume_key);
}
// The peer is unknown at this point: lists and texts that are only shown are cut. The name and the token are
// taken whole, because cutting them could turn one into another; the frame limit of a Hello bounds them.
Hello read(const v1::Hello& in) {
  Hello out{read(in.version()), in.name(),      text(in.author(), kMaxTitle), in.token(), {},
            in.capacity(),      in.resume_key()};
  for (int k = 0; k < std::min(in.games_size(), kMaxGames); ++k)
    out.games.push_back(text(in.games(k), kMaxTitle));
  out.capacity = std::max(out.capacity, 1U);
  return out;
}

void fill(v1::Ready& out, const Ready& in) {
  out.set_match(in.match);
  out.set_title(in.title);
}
Ready read(const v1::Ready& in) { return {in.match(), text(in.title(), kMaxTitle)}; }

void fill(v1::Play& out, const Play& in) {
  out.set_match(in.match);
  out.set_ply(in.ply);
  fill_move(*out.mutable_move(), in.move);
  if (!in.info.empty()) fill_info(*out.mutable_info(), in.info);
}
Result<Play> read(const v1::Play& in) {
  auto move = read_move(in.move());
  if (!move) return move.error();
  return Play{in.match(), in.ply(), *move, read_info(in.info())};
}

void fill(v1::Resign& out, const Resign& in) { out.set_match(in.match); }
void fill(v1::Failed& out, const Failed& in) {
  out.set_match(in.match);
  out.set_sentence(plain(in.sentence));
}

void fill(v1::Order& out, const Order& in) {
  out.set_game(in.game);
  fill_options(*out.mutable_board(), in.options);
  if (in.map) out.mutable_board()->set_map(*in.map);
  for (const std::string& bot : in.bots) out.add_bots(bot);
  fill(*out.mutable_time(), in.time);
  out.set_games(in.games);
  out.set_swap(in.swap);
  out.set_first_random(in.first_random);
  out.set_concurrency(in.concurrency);
  out.set_seed(in.seed);
  out.set_moves(in.moves);
}
Order read(const v1::Order& in) {
  Order out;
  out.game = in.game();
  out.options = read_options(in.board());
  if (in.board().has_map()) out.map = in.board().map();
  out.bots.assign(in.bots().begin(), in.bots().end());
  out.time = read(in.time());
  out.games = std::max(in.games(), 1U);
  out.swap = in.swap();
  out.first_random = in.first_random();
  out.concurrency = std::max(in.concurrency(), 1U);
  out.seed = in.seed();
  out.moves = in.moves();
  return out;
}

void fill(v1::List&, const List&) {}
void fill(v1::Kick& out, const Kick& in) { out.set_name(in.name); }
void fill(v1::Abort& out, const Abort& in) { out.set_match(in.match); }
void fill(v1::Cancel& out, const Cancel& in) { out.set_order(in.order); }

struct IntoClient {
  v1::ClientMessage& out;
  void operator()(const Hello& in) const { fill(*out.mutable_hello(), in); }
  void operator()(const Ready& in) const { fill(*out.mutable_ready(), in); }
  void operator()(const Play& in) const { fill(*out.mutable_play(), in); }
  void operator()(const Resign& in) const { fill(*out.mutable_resign(), in); }
  void operator()(const Ping& in) const { fill(*out.mutable_ping(), in); }
  void operator()(const Pong& in) const { fill(*out.mutable_pong(), in); }
  void operator()(const Error& in) const { fill(*out.mutable_error(), in); }
  void operator()(const Failed& in) const { fill(*out.mutable_failed(), in); }
  void operator()(const Order& in) const { fill(*out.mutable_order(), in); }
  void operator()(const List& in) const { fill(*out.mutable_list(), in); }
  void operator()(const Kick& in) const { fill(*out.mutable_kick(), in); }
  void operator()(const Abort& in) const { fill(*out.mutable_abort(), in); }
  void operator()(const Cancel& in) const { fill(*out.mutable_cancel(), in); }
  void operator()(const SubmitBegin& in) const { fill(*out.mutable_submit_begin(), in); }
  void operator()(const SubmitPart& in) const { fill(*out.mutable_submit_part(), in); }
  void operator()(const SubmitFollow& in) const { fill(*out.mutable_submit_follow(), in); }
  void operator()(const TeamRequest& in) const { fill(*out.mutable_team_request(), in); }
};

}  // namespace

void append_frame(std::string& out, const ClientMessage& message) {
  v1::ClientMessage envelope;
  std::visit(IntoClient{envelope}, message);
  append(out, envelope);
}

Result<ClientMessage> decode_client_message(std::string_view payload) {
  v1::ClientMessage in;
  if (!parse(in, payload)) return bad_input("these bytes are not a message");
  switch (in.body_case()) {
    case v1::ClientMessage::kHello:
      return ClientMessage{read(in.hello())};
    case v1::ClientMessage::kReady:
      return ClientMessage{read(in.ready())};
    case v1::ClientMessage::kPlay:
      return lift<ClientMessage>(read(in.play()));
    case v1::ClientMessage::kResign:
      return ClientMessage{Resign{in.resign().match()}};
    case v1::ClientMessage::kPing:
      return ClientMessage{Ping{in.ping().number()}};
    case v1::ClientMessage::kPong:
      return ClientMessage{Pong{in.pong().number()}};
    case v1::ClientMessage::kError:
      return lift<ClientMessage>(read(in.error()));
    case v1::ClientMessage::kFailed:
      return ClientMessage{Failed{in.failed().match(), text(in.failed().sentence(), kMaxSentence)}};
    case v1::ClientMessage::kOrder:
      return ClientMessage{read(in.order())};
    case v1::ClientMessage::kList:
      return ClientMessage{List{}};
    case v1::ClientMessage::kKick:
      return ClientMessage{Kick{in.kick().name()}};
    case v1::ClientMessage::kAbort:
      return ClientMessage{Abort{in.abort().match()}};
    case v1::ClientMessage::kCancel:
      return ClientMessage{Cancel{in.cancel().order()}};
    case v1::ClientMessage::kSubmitBegin:
      return ClientMessage{read(in.submit_begin())};
    case v1::ClientMessage::kSubmitPart:
      return ClientMessage{SubmitPart{std::move(*in.mutable_submit_part()->mutable_content())}};
    case v1::ClientMessage::kSubmitFollow:
      return ClientMessage{read(in.submit_follow())};
    case v1::ClientMessage::kTeamRequest:
      return lift<ClientMessage>(read(in.team_request()));
    case v1::ClientMessage::BODY_NOT_SET:
      break;
  }
  return bad_input("the message has no known body");
}

}  // namespace quiver::wire
