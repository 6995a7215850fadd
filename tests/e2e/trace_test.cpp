// --trace: every frame stands there, in order, with its time, and no secret does.
#include <mutex>
#include <set>
#include <sstream>

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/random.hpp"
#include "quiver/v1/trace.pb.h"
#include "tests/e2e/daemon.hpp"
#include "tests/e2e/proxy.hpp"

namespace quiver::tests {

namespace {

std::vector<v1::TraceLine> lines_of(const std::string& text) {
  std::vector<v1::TraceLine> lines;
  std::istringstream in(text);
  for (std::string one; std::getline(in, one);) {
    v1::TraceLine line;
    const auto status = google::protobuf::util::JsonStringToMessage(one, &line);
    EXPECT_TRUE(status.ok()) << one;
    lines.push_back(line);
  }
  return lines;
}

// "received play", "sent turn"; empty for a line without a message.
std::string kind_of(const v1::TraceLine& line) {
  if (line.has_received())
    return "received " +
           v1::ClientMessage::descriptor()->FindFieldByNumber(line.received().body_case())->name();
  if (line.has_sent())
    return "sent " + v1::RefereeMessage::descriptor()->FindFieldByNumber(line.sent().body_case())->name();
  return "";
}

template <class Envelope, class Message>
std::string kind_of(const char* way, const Message& message) {
  std::string frame;
  wire::append_frame(frame, message);
  Envelope read;
  EXPECT_TRUE(read.ParseFromString(frame.substr(wire::kFrameHeader)));
  return std::string(way) + Envelope::descriptor()->FindFieldByNumber(read.body_case())->name();
}

std::string base64(const std::string& bytes) {
  v1::Welcome one;  // protobuf writes bytes like this
  one.set_resume_key(bytes);
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(one, &json).ok());
  const std::string before = R"({"resumeKey":")";
  return json.substr(before.size(), json.size() - before.size() - 2);
}

void expect_absent(const std::string& text, const std::string& secret) {
  ASSERT_FALSE(secret.empty());
  for (const std::string& form : {secret, base64(secret), base::hex(std::string_view(secret))})
    EXPECT_EQ(text.find(form), std::string::npos) << "a secret stands in the trace";
}

class Trace : public Stage {
 protected:
  [[nodiscard]] std::string path() const { return folder() + "/trace"; }
  [[nodiscard]] std::string text() const { return content_of_file(path()); }
};

}  // namespace

TEST_F(Trace, HasEveryMoveOfTheRecordInOrder) {
  const Ran ran = quiver(Arguments{"match", "connect4", "--bot", "random", "--bot", "random", "--games", "2",
                                   "--json", "--trace", path()} +
                         patient_clock());
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const auto records = records_in(ran.out);
  ASSERT_EQ(records.size(), 2U);
  const auto lines = lines_of(text());
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(lines[0].has_started());
  // the moves are those of the record, and took what it says: from the Turn to the Play
  std::vector<std::string> moves;
  std::map<std::string, unsigned> kinds;
  double before = 0;
  for (const v1::TraceLine& line : lines) {
    EXPECT_GE(line.millis(), before) << "time never goes back";
    before = line.millis();
    ++kinds[kind_of(line)];
    if (line.received().has_play()) {
      moves.push_back(std::to_string(line.received().play().move().connect4().column() + 1));
      EXPECT_LE(line.arrived_millis(), line.millis());
    }
  }
  std::vector<std::string> recorded;
  for (const wire::Record& record : records)
    for (const auto& one : record.moves) recorded.push_back(one.notation);
  EXPECT_EQ(moves, recorded);
  const auto played = static_cast<unsigned>(moves.size());
  EXPECT_EQ(kinds["sent turn"], played);
  EXPECT_EQ(kinds["sent moved"], 2 * played);
  for (const char* four : {"sent match_start", "received ready", "sent match_end"})
    EXPECT_EQ(kinds[four], 4U) << four;
  for (const char* two : {"received hello", "sent welcome", "sent goodbye"}) EXPECT_EQ(kinds[two], 2U) << two;
  // the board is whole
  for (const v1::TraceLine& line : lines)
    if (line.sent().has_match_start()) {
      EXPECT_EQ(line.sent().match_start().start().graph().row_starts_size(), 43);
    }
}

TEST_F(Trace, HasTheFramesThatSomebodyBetweenSaw) {
  Daemon daemon(*this, {"--no-pairing", "--offer", "random", "--trace", path()});
  // given somebody between alice and the daemon who writes down what goes by, and cuts her off once
  std::mutex mutex;
  std::vector<std::string> seen;
  std::vector<std::string> keys;
  unsigned turns = 0;
  Proxy proxy(daemon.address(), [&](const Proxy::Frame& frame) {
    const std::lock_guard lock(mutex);
    if (frame.from_bot != nullptr) seen.push_back(kind_of<v1::ClientMessage>("received ", *frame.from_bot));
    if (frame.from_referee != nullptr)
      seen.push_back(kind_of<v1::RefereeMessage>("sent ", *frame.from_referee));
    if (frame.is<wire::Welcome>()) keys.push_back(std::get<wire::Welcome>(*frame.from_referee).resume_key);
    return frame.is<wire::Turn>() && ++turns == 2 ? Proxy::Decision::kCutAfter : Proxy::Decision::kPass;
  });
  Program& alice = start(bundled_bot_path("connect4-random"),
                         {"--connect", proxy.url(), "--token", token_of("alice"), "--matches", "1"});
  daemon.await_competitors({"alice"});
  Visitor boss = daemon.admin();
  const wire::Record record = play(boss, order_for("connect4", {"remote:alice", "random"})).at(0);
  expect_clean(record);
  EXPECT_EQ(alice.wait(), 0) << alice.err();
  daemon.await_listing([](const wire::Listing& listing) {
    for (const auto& one : listing.competitors)
      if (one.connected) return false;
    return true;
  });
  EXPECT_EQ(daemon.stop(), 0);
  // then the trace of her two connections is what went by
  const std::string trace = text();
  std::vector<std::string> traced;
  unsigned closed = 0;
  std::string moves;
  std::set<std::uint32_t> hers;
  for (const v1::TraceLine& line : lines_of(trace))
    if (line.peer() == "alice") hers.insert(line.connection());
  for (const v1::TraceLine& line : lines_of(trace)) {
    if (line.received().has_play())
      moves +=
          (moves.empty() ? "" : " ") + std::to_string(line.received().play().move().connect4().column() + 1);
    if (!hers.contains(line.connection())) continue;
    closed += line.closed() ? 1U : 0U;
    if (!line.closed()) traced.push_back(kind_of(line));
  }
  const std::lock_guard lock(mutex);
  EXPECT_EQ(moves, moves_of(record));
  EXPECT_EQ(closed, 2U);
  ASSERT_EQ(keys.size(), 2U);
  for (const std::string& key : keys) expect_absent(trace, key);
  for (const char* name : {"alice", "boss"}) expect_absent(trace, token_of(name));
  EXPECT_EQ(traced, seen);
  EXPECT_NE(trace.find("withheld"), std::string::npos);
}

TEST_F(Trace, CostsNoGameWhenTheDiskIsFull) {
  const Ran ran = quiver(Arguments{"match", "connect4", "--bot", "random", "--bot", "random", "--games", "3",
                                   "--json", "--trace", "/dev/full"} +
                         patient_clock());
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(records_in(ran.out).size(), 3U);
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_NE(ran.err.find("the trace ends here"), std::string::npos) << ran.err;
}

TEST_F(Trace, SaysWhatPeersDidWrong) {
  Daemon daemon(*this, {"--no-pairing", "--trace", path()});
  // given bytes that are no message, with a token in them, from somebody unknown and from alice
  const std::string noise = std::string("\0\0\0\x14", 4) + "\xff\xff\xff\xff\xff\xff" + token_of("alice");
  Visitor stranger = daemon.visitor();
  stranger.send_bytes(noise);
  stranger.expect<wire::Goodbye>();
  Visitor alice = daemon.competitor("alice");
  alice.send_bytes(noise);
  alice.expect<wire::Goodbye>();
  Visitor bob = daemon.competitor("bob");
  bob.send_bytes("\x10\x20\x30\x40");
  bob.expect<wire::Goodbye>();
  EXPECT_EQ(daemon.stop(), 0);
  // then the trace says what was wrong, and not what the token is
  const std::string trace = text();
  expect_absent(trace, token_of("alice"));
  unsigned errors = 0;
  for (const v1::TraceLine& line : lines_of(trace)) errors += line.has_error() ? 1U : 0U;
  EXPECT_EQ(errors, 3U) << trace;
}

}  // namespace quiver::tests
