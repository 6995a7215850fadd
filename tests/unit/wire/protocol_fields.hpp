// Messages as docs/write-a-bot/protocol.md writes them beside their bytes: a line `name = value` a field.
#pragma once

#include <chrono>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "client_sdk/base/random.hpp"
#include "client_sdk/wire/messages.hpp"
#include "tests/unit/games/given.hpp"

namespace quiver::tests {

using Lines = std::vector<std::string>;

// The fields of a message as the page writes them; those that are 0 or empty are not there.
class Fields {
 public:
  Fields& number(const std::string& name, std::uint64_t value, bool always = false) {
    if (value != 0 || always) lines_.push_back(name + " = " + std::to_string(value));
    return *this;
  }
  Fields& micros(const std::string& name, base::Duration d, bool always = false) {
    const auto count = std::chrono::duration_cast<std::chrono::microseconds>(d).count();
    return number(name, static_cast<std::uint64_t>(count), always);
  }
  Fields& text(const std::string& name, const std::string& value) {
    if (!value.empty()) lines_.push_back(name + " = \"" + value + "\"");
    return *this;
  }
  Fields& plain(const std::string& name, const std::string& value) {
    if (!value.empty()) lines_.push_back(name + " = " + value);
    return *this;
  }
  template <class Values>
  Fields& numbers(const std::string& name, const Values& values) {
    std::string list;
    for (const auto& value : values) list += (list.empty() ? "" : " ") + std::to_string(value);
    return plain(name, list);
  }
  Fields& move(const games::Move& move) {
    const auto& one = std::get<games::AmazonsMove>(move);
    return number("move.amazons.from", one.from.value())
        .number("move.amazons.to", one.to.value())
        .number("move.amazons.arrow", one.arrow.value());
  }
  Fields& time(const wire::TimeControl& time) {
    if (time.per_move) micros("time.move_micros", *time.per_move, true);
    if (time.bank) micros("time.bank_micros", *time.bank, true);
    return micros("time.increment_micros", time.increment).micros("time.cap_micros", time.cap);
  }
  [[nodiscard]] const Lines& lines() const { return lines_; }

 private:
  Lines lines_;
};

inline Lines fields_of(const wire::Hello& in) {
  Fields out;
  out.number("version.major", in.version.major).number("version.minor", in.version.minor);
  out.text("name", in.name).text("author", in.author).text("token", in.token);
  for (const std::string& game : in.games) out.text("games", game);
  return out.number("capacity", in.capacity).plain("resume_key", base::hex(in.resume_key)).lines();
}
inline Lines fields_of(const wire::Ready& in) {
  return Fields().number("match", in.match).text("title", in.title).lines();
}
inline Lines fields_of(const wire::Play& in) {
  Fields out;
  out.number("match", in.match).number("ply", in.ply).move(in.move);
  if (in.info.score) {
    std::ostringstream score;
    score << *in.info.score;
    out.plain("info.score", score.str());
  }
  if (in.info.depth) out.number("info.depth", *in.info.depth, true);
  return out.text("info.text", in.info.text).lines();
}
inline Lines fields_of(const wire::Welcome& in) {
  Fields out;
  out.number("version.major", in.version.major).number("version.minor", in.version.minor);
  out.text("name", in.name).plain("resume_key", base::hex(in.resume_key));
  out.number("limits.max_frame_bytes", in.limits.max_frame);
  out.micros("limits.frame_micros", in.limits.frame).micros("limits.ping_micros", in.limits.ping);
  out.micros("limits.reconnect_micros", in.limits.reconnect);
  return out.number("limits.resumes_per_match", in.limits.resumes)
      .number("resumed", in.resumed ? 1 : 0)
      .lines();
}
inline void add_graph(Fields& out, const games::Position& start) {
  std::vector<std::size_t> starts = {0}, targets, directions;
  for (std::uint32_t v = 0; v < start.graph().num_vertices(); ++v) {
    const auto row = start.graph().row(Vertex{v});
    for (std::size_t k = 0; k < row.targets.size(); ++k) {
      targets.push_back(static_cast<std::size_t>(row.targets[k]));
      directions.push_back(row.directions[k]);
    }
    starts.push_back(targets.size());
  }
  out.number("start.graph.rows", start.grid().rows).number("start.graph.columns", start.grid().columns);
  out.numbers("start.graph.row_starts", starts).numbers("start.graph.targets", targets);
  out.numbers("start.graph.directions", directions);
}
inline Lines fields_of(const wire::MatchStart& in) {
  Fields out;
  out.number("match", in.introduction.match).number("seat", in.introduction.seat.value());
  for (const std::string& name : in.introduction.names) out.text("names", name);
  out.time(in.introduction.time).plain("seed", base::hex(in.introduction.seed));
  out.micros("ready_micros", in.introduction.ready).text("id", in.introduction.id);
  const games::Position& start = in.start;
  out.text("start.game", std::string(start.game_name()));
  out.number("start.rows", start.grid().rows).number("start.columns", start.grid().columns);
  for (unsigned s = 0; s < start.turn().seats(); ++s) {
    Ids pieces;
    for (const Vertex v : start.as<games::Amazons>()->queens(seat(s))) pieces.push_back(v.value());
    out.numbers("start.seats.pieces", pieces);
  }
  out.number("start.to_move", start.to_move().value(), true).plain("start.hash", base::hex(start.hash()));
  add_graph(out, start);
  return out.lines();
}
inline Lines fields_of(const wire::Turn& in) {
  Fields out;
  out.number("match", in.match).number("ply", in.ply).micros("time_micros", in.time);
  std::vector<std::int64_t> banks;
  for (const base::Duration bank : in.banks)
    banks.push_back(std::chrono::duration_cast<std::chrono::microseconds>(bank).count());
  return out.numbers("bank_micros", banks).plain("hash", base::hex(in.hash)).lines();
}
inline Lines fields_of(const wire::Moved& in) {
  Fields out;
  out.number("match", in.match).number("seat", in.seat.value()).number("ply", in.ply).move(in.move);
  return out.micros("micros", in.took).lines();
}
inline Lines fields_of(const wire::Eliminated& in) {
  Fields out;
  out.number("match", in.match).number("seat", in.seat.value());
  return out.number("reason", static_cast<unsigned>(in.reason)).text("detail", in.detail).lines();
}
inline Lines fields_of(const wire::MatchEnd& in) {
  Fields out;
  out.number("match", in.match).number("end", static_cast<unsigned>(in.end));
  if (in.winner) out.number("winner", in.winner->value(), true);
  return out.numbers("places", in.places)
      .text("record_id", in.record_id)
      .text("sentence", in.sentence)
      .lines();
}
inline Lines fields_of(const wire::Goodbye& in) {
  return Fields().number("code", static_cast<unsigned>(in.code)).text("sentence", in.sentence).lines();
}
// No other messages are in the dialogue.
template <class Other>
Lines fields_of(const Other&) {
  ADD_FAILURE() << "the dialogue has a message that it should not have";
  return {};
}

template <class Message>
Lines fields_of_any(const Message& message) {
  return std::visit([](const auto& one) { return fields_of(one); }, message);
}

}  // namespace quiver::tests
