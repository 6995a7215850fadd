#include "tests/bench/replayer.hpp"

#include <stdexcept>

#include "client_sdk/base/mix.hpp"
#include "client_sdk/wire/codec.hpp"
#include "quiver/v1/protocol.pb.h"

namespace quiver::bench {

namespace {

using games::Amazons;
using ProcessHandle = v1::RefereeMessage::BodyCase;

std::vector<games::Move> write_game() {
  Amazons game = Amazons::start({}).value();
  std::vector<games::Move> moves;
  for (std::uint64_t k = 0; !game.outcome().over; ++k) {
    const std::uint64_t kept = base::mix64(k) % game.count_legal_moves();
    std::uint64_t at = 0;
    Amazons::Move chosen{};
    game.for_each_legal_move([&](const Amazons::Move& move) {
      if (at++ == kept) chosen = move;
    });
    moves.emplace_back(chosen);
    game.apply(chosen);
  }
  return moves;
}

// The envelope has nothing but its body, so its first byte is the body's key.
ProcessHandle body_of(std::string_view frame) {
  if (frame.empty()) throw std::runtime_error("an empty frame");
  const auto key = static_cast<unsigned char>(frame[0]);
  return key < 0x80U ? static_cast<ProcessHandle>(key >> 3U) : v1::RefereeMessage::BODY_NOT_SET;
}

void append(std::string& out, const wire::ClientMessage& message) { wire::append_frame(out, message); }

}  // namespace

const std::vector<games::Move>& written_game() {
  static const std::vector<games::Move> game = write_game();
  return game;
}

std::string Replayer::hello(const std::string& name, const std::string& token) {
  wire::Hello hello;
  hello.name = name;
  hello.token = token;
  hello.games = {"amazons"};
  std::string out;
  append(out, hello);
  return out;
}

void Replayer::take(std::string_view bytes, std::string& answers) {
  reader_.feed(bytes);
  for (auto next = reader_.next(); next.status == wire::FrameReader::Status::kFrame; next = reader_.next())
    on_frame(next.frame, answers);
}

void Replayer::play(std::string& answers) {
  to_move_ = false;
  append(answers, wire::Play{match_, ply_, written_game().at(ply_), {}});
  ply_ += 2;
}

void Replayer::on_frame(std::string_view frame, std::string& answers) {
  const ProcessHandle body = body_of(frame);
  if (body == v1::RefereeMessage::kMoved) return;
  if (body == v1::RefereeMessage::kTurn) {
    to_move_ = true;
    return;
  }
  v1::RefereeMessage message;
  if (!message.ParseFromArray(frame.data(), static_cast<int>(frame.size())))
    throw std::runtime_error("bytes that are no message");
  switch (body) {
    case v1::RefereeMessage::kMatchStart:
      ++starts_;
      match_ = message.match_start().match();
      ply_ = message.match_start().seat();
      to_move_ = false;
      append(answers, wire::Ready{match_, ""});
      return;
    case v1::RefereeMessage::kMatchEnd:
      ++ends_;
      to_move_ = false;
      return;
    case v1::RefereeMessage::kEliminated: {
      const v1::Eliminated& out = message.eliminated();
      eliminated_ = {out.match(), base::seat(out.seat()), static_cast<wire::Reason>(out.reason()),
                     out.detail()};
      return;
    }
    case v1::RefereeMessage::kPing:
      return append(answers, wire::Pong{message.ping().number()});
    case v1::RefereeMessage::kError:
      if (message.error().code() == v1::Error::SETTLED) return;  // it answered when it was out already
      break;
    case v1::RefereeMessage::kWelcome:
      return;
    default:
      break;
  }
  throw std::runtime_error("the referee says: " + message.ShortDebugString());
}

FrameSizes frame_sizes() {
  const wire::MatchId match = 500;
  const games::Move& move = written_game()[40];
  const auto micros = [](int count) { return std::chrono::microseconds(count); };
  std::string played;
  std::string told;
  std::string turn;
  append(played, wire::Play{match, 40, move, {}});
  wire::append_frame(told, wire::Moved{match, base::seat(0), 40, move, micros(40)});
  wire::append_frame(turn, wire::Turn{match, 41, micros(10'000'000), {}, base::mix64(1)});
  return {played.size(), told.size() + turn.size(), told.size()};
}

}  // namespace quiver::bench
