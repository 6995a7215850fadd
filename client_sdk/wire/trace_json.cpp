#include "client_sdk/wire/trace_json.hpp"

#include <algorithm>
#include <cmath>

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/wire/proto_common.hpp"
#include "quiver/v1/trace.pb.h"

namespace quiver::wire {

namespace {

constexpr const char* kWithheld = "withheld";
// Six bytes that stand as "withheld" in JSON, where bytes are written in base 64.
constexpr const char* kWithheldBytes = "\xc2\x2b\x61\x85\xe9\x5d";
constexpr std::size_t kShownBytes = 32;
constexpr std::uint32_t kMostWithZeros = 64U << 10U;

double to_the_microsecond(Duration d) { return std::round(base::millis(d) * 1000) / 1000; }

std::string json(const v1::TraceLine& line) {
  google::protobuf::util::JsonPrintOptions options;
  // To print what is 0 protobuf keeps a node for each number: gigabytes, for a large board.
  options.always_print_primitive_fields = line.bytes() <= kMostWithZeros;
  std::string out;
  const auto status = google::protobuf::util::MessageToJsonString(line, &out, options);
  return status.ok() ? base::harmless_json(out) : "{}";  // text that is no UTF-8 does not get through parse()
}

// Takes the secrets out of a message, and says which they were.
void withhold(v1::Hello& hello, std::vector<std::string>& secrets) {
  for (const std::string& one : {hello.token(), hello.resume_key()})
    if (!one.empty()) secrets.push_back(one);
  if (!hello.token().empty()) hello.set_token(kWithheld);
  if (!hello.resume_key().empty()) hello.set_resume_key(kWithheldBytes);
}
void withhold(v1::Welcome& welcome, std::vector<std::string>& secrets) {
  if (welcome.resume_key().empty()) return;
  secrets.push_back(welcome.resume_key());
  welcome.set_resume_key(kWithheldBytes);
}

// Whoever has the key of an invitation can use it.
void withhold(v1::NewInvitation& invitation, std::vector<std::string>& secrets) {
  if (invitation.key().empty()) return;
  secrets.push_back(invitation.key());
  invitation.set_key(kWithheld);
  invitation.set_link(kWithheld);
}

}  // namespace

std::string TraceJson::first_line(const std::string& started) {
  v1::TraceLine out;
  out.set_started(started);
  return json(out);
}

std::string TraceJson::line(const TracedFrame& frame) {
  v1::TraceLine out;
  out.set_millis(to_the_microsecond(frame.since));
  out.set_connection(frame.connection);
  out.set_bytes(frame.announced.value_or(static_cast<std::uint32_t>(frame.payload.size())));
  if (frame.arrived) out.set_arrived_millis(to_the_microsecond(*frame.arrived));
  if (!frame.error.empty()) out.set_error(plain(frame.error));
  Known& known = connections_[frame.connection];
  bool read = false;
  if (frame.way == TracedFrame::Way::kSent) {
    read = parse(*out.mutable_sent(), frame.payload);
    if (!read) out.clear_sent();
    if (read && out.sent().has_welcome()) {
      known.name = out.sent().welcome().name();
      withhold(*out.mutable_sent()->mutable_welcome(), known.secrets);
    }
    if (read && out.sent().team_answer().has_invitation())
      withhold(*out.mutable_sent()->mutable_team_answer()->mutable_invitation(), known.secrets);
  } else if (!frame.announced) {
    read = parse(*out.mutable_received(), frame.payload);
    if (!read) out.clear_received();
    if (read && out.received().has_hello()) withhold(*out.mutable_received()->mutable_hello(), known.secrets);
  }
  if (!known.name.empty()) out.set_peer(known.name);
  // Whoever has not been let in may have said its token in bytes that are no message.
  const bool may_be_shown =
      !known.name.empty() &&
      std::none_of(known.secrets.begin(), known.secrets.end(), [&](const std::string& secret) {
        return frame.payload.find(secret) != std::string::npos;
      });
  if (!read && may_be_shown) out.set_hex(base::hex(std::string_view(frame.payload).substr(0, kShownBytes)));
  return json(out);
}

std::string TraceJson::closed(std::uint32_t connection, base::Duration since) {
  v1::TraceLine out;
  out.set_millis(to_the_microsecond(since));
  out.set_connection(connection);
  if (const auto known = connections_.find(connection); known != connections_.end()) {
    if (!known->second.name.empty()) out.set_peer(known->second.name);
    connections_.erase(known);
  }
  out.set_closed(true);
  return json(out);
}

}  // namespace quiver::wire
