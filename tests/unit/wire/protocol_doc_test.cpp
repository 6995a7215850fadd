// docs/write-a-bot/protocol.md is held to its word: its tables are those of the .proto files, and every byte
// of its dialogue is what it says it is.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/frame.hpp"
#include "quiver/v1/protocol.pb.h"
#include "tests/unit/games/given.hpp"
#include "tests/unit/wire/protocol_fields.hpp"

namespace quiver::tests {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

Lines page() {
  std::ifstream in(QUIVER_PROTOCOL_PAGE);
  EXPECT_TRUE(in) << QUIVER_PROTOCOL_PAGE;
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" `");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" `") - first + 1));
}

// --- the tables

// "number name type" of each row, by the heading above the table.
std::map<std::string, std::set<std::string>> tables() {
  std::map<std::string, std::set<std::string>> all;
  std::string heading;
  bool in_reference = false;
  for (const std::string& line : page()) {
    if (line == "## All messages") in_reference = true;
    if (in_reference && line.starts_with("#### ")) all[heading = line.substr(5)];
    if (!in_reference || !line.starts_with("| ") || line.starts_with("| number")) continue;
    std::istringstream cells(line.substr(1));
    std::string number, name, type;
    std::getline(cells, number, '|');
    std::getline(cells, name, '|');
    std::getline(cells, type, '|');
    EXPECT_FALSE(heading.empty()) << line;
    all[heading].insert(trimmed(number) + " " + trimmed(name) + " " + trimmed(type));
  }
  return all;
}

// "Goodbye.Code", without the package.
std::string short_name(const std::string& full) { return full.substr(std::string("quiver.v1.").size()); }

std::string type_of(const FieldDescriptor& field) {
  const std::string prefix = field.is_repeated()            ? "repeated "
                             : field.has_optional_keyword() ? "optional "
                                                            : "";
  if (field.message_type() != nullptr) return prefix + short_name(field.message_type()->full_name());
  if (field.enum_type() != nullptr) return prefix + short_name(field.enum_type()->full_name());
  return prefix + field.type_name();
}

// The same, by the definitions; of enums, whose third column is prose, without it.
struct Defined {
  std::map<std::string, std::set<std::string>> messages;
  std::map<std::string, std::set<std::string>> enums;

  void add(const Descriptor& message) {
    const auto [at, fresh] = messages.try_emplace(short_name(message.full_name()));
    if (!fresh) return;
    for (int k = 0; k < message.field_count(); ++k) {
      const FieldDescriptor& field = *message.field(k);
      messages[short_name(message.full_name())].insert(std::to_string(field.number()) + " " + field.name() +
                                                       " " + type_of(field));
      if (field.message_type() != nullptr) add(*field.message_type());
      if (field.enum_type() != nullptr) add(*field.enum_type());
    }
  }
  void add(const EnumDescriptor& one) {
    for (int k = 0; k < one.value_count(); ++k)
      enums[short_name(one.full_name())].insert(std::to_string(one.value(k)->number()) + " " +
                                                one.value(k)->name());
  }
};

TEST(ProtocolPage, ItsTablesAreThoseOfTheDefinitions) {
  Defined defined;
  defined.add(*v1::ClientMessage::descriptor());
  defined.add(*v1::RefereeMessage::descriptor());
  auto written = tables();
  EXPECT_EQ(written.size(), defined.messages.size() + defined.enums.size());
  for (const auto& [name, fields] : defined.messages) EXPECT_EQ(written[name], fields) << name;
  for (const auto& [name, values] : defined.enums) {
    std::set<std::string> without_prose;
    for (const std::string& row : written[name])
      without_prose.insert(row.substr(0, row.find(' ', row.find(' ') + 1)));
    EXPECT_EQ(without_prose, values) << name;
  }
}

// --- the dialogue

// A line of a frame: how deep it is, its bytes, what the page says of them.
struct Row {
  std::size_t depth = 0;
  std::string bytes;
  std::string says;
};

struct Frame {
  bool from_bot = false;
  std::vector<Row> rows;

  [[nodiscard]] std::string bytes() const {
    std::string all;
    for (const Row& row : rows) all += row.bytes;
    return all;
  }
  // "name = value", of each field.
  [[nodiscard]] Lines fields() const {
    Lines all;
    for (const Row& row : rows)
      if (row.says.find(" = ") != std::string::npos) all.push_back(row.says);
    return all;
  }
};

Row read_row(const std::string& line) {
  const std::size_t bar = line.find('|');
  EXPECT_NE(bar, std::string::npos) << line;
  Row row{line.find_first_not_of(' ') / 2, "", trimmed(std::string_view(line).substr(bar + 1))};
  std::istringstream digits(line.substr(0, bar));
  for (std::string two; digits >> two;) {
    EXPECT_EQ(two.size(), 2U) << line;
    row.bytes += static_cast<char>(std::stoi(two, nullptr, 16));
  }
  return row;
}

std::vector<Frame> dialogue() {
  std::vector<Frame> frames;
  bool inside = false;
  for (const std::string& line : page()) {
    if (line.starts_with("```frame ")) {
      frames.emplace_back().from_bot = line == "```frame bot";
      inside = true;
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      Row row = read_row(line);
      auto& rows = frames.back().rows;
      // Bytes without a word go on in the next line.
      if (!rows.empty() && rows.back().says.empty()) {
        rows.back().bytes += row.bytes;
        rows.back().says = row.says;
      } else {
        rows.push_back(row);
      }
    }
  }
  return frames;
}

// The payload, by our own reader of frames, which takes it byte by byte.
std::string payload_of(const std::string& bytes) {
  wire::FrameReader reader(wire::kMaxRefereeFrame);
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    reader.feed(std::string_view(bytes).substr(k, 1));
    const auto next = reader.next();
    if (next.status != wire::FrameReader::Status::kFrame) continue;
    EXPECT_EQ(k + 1, bytes.size()) << "the frame ends before the page says so";
    return std::string(next.frame);
  }
  ADD_FAILURE() << "the frame is not complete";
  return "";
}

wire::ClientMessage from_client(const Frame& frame) {
  return wire::decode_client_message(payload_of(frame.bytes())).value();
}
wire::RefereeMessage from_referee(const Frame& frame) {
  return wire::decode_referee_message(payload_of(frame.bytes())).value();
}

TEST(ProtocolPage, EveryFrameIsWhatThePageSays) {
  const std::vector<Frame> frames = dialogue();
  ASSERT_EQ(frames.size(), 10U);
  for (std::size_t k = 0; k < frames.size(); ++k) {
    SCOPED_TRACE("frame " + std::to_string(k) + ", " +
                 (frames[k].rows.size() > 1 ? frames[k].rows[1].says : ""));
    const Lines decoded =
        frames[k].from_bot ? fields_of_any(from_client(frames[k])) : fields_of_any(from_referee(frames[k]));
    EXPECT_EQ(decoded, frames[k].fields());
  }
}

TEST(ProtocolPage, EncodedAgainTheyMeanTheSame) {
  for (const Frame& frame : dialogue()) {
    Frame again;
    again.rows.emplace_back();
    if (frame.from_bot) {
      wire::append_frame(again.rows[0].bytes, from_client(frame));
      EXPECT_EQ(fields_of_any(from_client(again)), frame.fields());
    } else {
      wire::append_frame(again.rows[0].bytes, from_referee(frame));
      EXPECT_EQ(fields_of_any(from_referee(again)), frame.fields());
    }
    EXPECT_EQ(again.bytes().size(), frame.bytes().size()) << frame.rows.at(1).says;
  }
}

TEST(ProtocolPage, TheRefereesMatchStartHasTheVeryBytes) {
  for (const Frame& frame : dialogue()) {
    if (frame.from_bot) continue;
    const wire::RefereeMessage message = from_referee(frame);
    const auto* start = std::get_if<wire::MatchStart>(&message);
    if (start == nullptr) continue;
    std::string bytes;
    wire::append_match_start(bytes, start->introduction, wire::EncodedStart(start->start));
    EXPECT_EQ(base::hex(bytes), base::hex(frame.bytes()));
  }
}

// "length 43" and "hello, 41 bytes" count what follows them.
TEST(ProtocolPage, ItsLengthsCountTheBytesThatFollow) {
  for (const Frame& frame : dialogue()) {
    EXPECT_EQ(frame.rows.at(0).says, "length " + std::to_string(frame.bytes().size() - 4));
    for (std::size_t k = 1; k < frame.rows.size(); ++k) {
      const std::string& says = frame.rows[k].says;
      if (says.find(" = ") != std::string::npos) continue;
      std::size_t inside = 0;
      for (std::size_t at = k + 1; at < frame.rows.size() && frame.rows[at].depth > frame.rows[k].depth; ++at)
        inside += frame.rows[at].bytes.size();
      EXPECT_TRUE(says.ends_with(", " + std::to_string(inside) + " bytes")) << says << ": " << inside;
    }
  }
}

TEST(ProtocolPage, ItsMatchCanBePlayed) {
  const std::vector<Frame> frames = dialogue();
  ASSERT_EQ(frames.size(), 10U);
  ASSERT_TRUE(std::holds_alternative<wire::Hello>(from_client(frames[0])));
  ASSERT_TRUE(std::holds_alternative<wire::Welcome>(from_referee(frames[1])));
  const auto start = std::get<wire::MatchStart>(from_referee(frames[2]));
  ASSERT_TRUE(std::holds_alternative<wire::Ready>(from_client(frames[3])));
  const auto turn = std::get<wire::Turn>(from_referee(frames[4]));
  const auto play = std::get<wire::Play>(from_client(frames[5]));
  const auto moved = std::get<wire::Moved>(from_referee(frames[6]));
  const auto out = std::get<wire::Eliminated>(from_referee(frames[7]));
  const auto end = std::get<wire::MatchEnd>(from_referee(frames[8]));
  ASSERT_TRUE(std::holds_alternative<wire::Goodbye>(from_referee(frames[9])));

  Position position = start.start;
  EXPECT_EQ(position, started("amazons", on_map("0.1")));
  EXPECT_EQ(turn.hash, position.hash());
  EXPECT_EQ(turn.ply, position.ply());
  EXPECT_EQ(position.to_move(), start.introduction.seat);
  EXPECT_EQ(play.ply, turn.ply);
  EXPECT_EQ(play.move, moved.move);
  ASSERT_TRUE(position.check(moved.move));
  position.apply(moved.move);
  EXPECT_FALSE(position.turn().stands(out.seat)) << "BLOCKED follows from the move";
  EXPECT_EQ(out.reason, wire::Reason::kBlocked);
  EXPECT_EQ(position.outcome().winner, end.winner);
  EXPECT_EQ(base::hex(position.hash()), "3a1c3ee3b9bde49a") << "as in docs/write-a-bot/hash.md";
  EXPECT_EQ(end.end, wire::End::kPlayedOut);
}

}  // namespace

}  // namespace quiver::tests
