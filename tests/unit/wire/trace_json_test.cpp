// Lines of a trace: everything that was said, and no secret.
#include "client_sdk/wire/trace_json.hpp"

#include "client_sdk/base/random.hpp"
#include "tests/unit/wire/given_messages.hpp"

namespace quiver::tests {

using wire::TracedFrame;
using namespace std::chrono_literals;

namespace {

const std::string kToken = "ab-token-1";
const std::string kKey = "\x01\x02\x03\x04 0123456789";
const std::string kKeyInBase64 = "AQIDBCAwMTIzNDU2Nzg5";

TracedFrame received(std::string payload, std::string error = "") {
  TracedFrame frame;
  frame.connection = 3;
  frame.since = 1500us;
  frame.payload = std::move(payload);
  frame.error = std::move(error);
  return frame;
}
TracedFrame received(const wire::ClientMessage& message) {
  return received(std::string(payload_of(frame_of(message))));
}
TracedFrame sent(const wire::RefereeMessage& message) {
  TracedFrame frame = received(std::string(payload_of(frame_of(message))));
  frame.way = TracedFrame::Way::kSent;
  return frame;
}

wire::Welcome welcome() {
  wire::Welcome one;
  one.name = "ann";
  one.resume_key = kKey;
  return one;
}

void expect_no_secret(const std::string& line) {
  for (const std::string& secret :
       {kToken, kKey, kKeyInBase64, base::hex(std::string_view(kToken)), base::hex(std::string_view(kKey))})
    EXPECT_EQ(line.find(secret), std::string::npos) << line;
}

TEST(TraceJson, WithholdsTheKeyOfAnInvitation) {
  wire::TraceJson json;
  json.line(sent(welcome()));
  const std::string line =
      json.line(sent(wire::TeamAnswer{wire::NewInvitation{kToken, "https://host/join#" + kToken, "soon"}}));
  expect_no_secret(line);
  EXPECT_NE(line.find(R"("key":"withheld","link":"withheld","expires":"soon")"), std::string::npos) << line;
}

TEST(TraceJson, SaysWhenWhoAndWhat) {
  wire::TraceJson json;
  EXPECT_EQ(wire::TraceJson::first_line("2026-01-31T12:00:00Z"),
            R"({"millis":0,"started":"2026-01-31T12:00:00Z"})");
  TracedFrame ping = received(wire::Ping{7});
  ping.arrived = 1400us;
  EXPECT_EQ(
      json.line(ping),
      R"({"millis":1.5,"received":{"ping":{"number":"7"}},"connection":3,"bytes":4,"arrivedMillis":1.4})");
  json.line(sent(welcome()));
  EXPECT_EQ(json.line(sent(wire::Pong{7})),
            R"({"millis":1.5,"sent":{"pong":{"number":"7"}},"connection":3,"peer":"ann","bytes":4})");
  EXPECT_EQ(json.closed(3, 2ms), R"({"millis":2,"connection":3,"peer":"ann","closed":true})");
  EXPECT_EQ(json.line(received(wire::Ping{7})).find("ann"), std::string::npos) << "it is not known any more";
}

TEST(TraceJson, WithholdsTokensAndKeys) {
  wire::TraceJson json;
  wire::Hello hello;
  hello.name = "ann";
  EXPECT_EQ(json.line(received(hello)).find("withheld"), std::string::npos) << "it has none";
  hello.token = kToken;
  hello.resume_key = kKey;
  const std::string asked = json.line(received(hello));
  expect_no_secret(asked);
  EXPECT_NE(asked.find(R"("token":"withheld")"), std::string::npos) << asked;
  EXPECT_NE(asked.find(R"("resumeKey":"withheld")"), std::string::npos) << asked;
  const std::string answer = json.line(sent(welcome()));
  expect_no_secret(answer);
  EXPECT_NE(answer.find(R"("resumeKey":"withheld")"), std::string::npos) << answer;
}

TEST(TraceJson, ShowsBytesThatAreNoMessageUnlessASecretMayBeInThem) {
  wire::TraceJson json;
  const std::string noise = "\xff\xff" + std::string(40, 'x');
  // given a peer that nobody knows yet
  EXPECT_EQ(json.line(received(noise, "no message")),
            R"({"millis":1.5,"connection":3,"bytes":42,"error":"no message"})");
  // when it is known, its bytes are shown
  wire::Hello hello;
  hello.token = kToken;
  json.line(received(hello));
  json.line(sent(welcome()));
  EXPECT_NE(json.line(received(noise, "no message")).find(R"("hex":"ffff7878)"), std::string::npos);
  // but not its secrets
  for (const std::string& secret : {kToken, kKey}) {
    const std::string line = json.line(received("\xff\xff" + secret, "no message"));
    expect_no_secret(line);
    EXPECT_EQ(line.find("hex"), std::string::npos) << line;
  }
}

TEST(TraceJson, TellsOfAFrameThatWasNotRead) {
  wire::TraceJson json;
  TracedFrame frame = received("", "too long");
  frame.announced = 70'000;
  EXPECT_EQ(json.line(frame), R"({"millis":1.5,"connection":3,"bytes":70000,"error":"too long"})");
}

}  // namespace

}  // namespace quiver::tests
