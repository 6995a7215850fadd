#include "client_sdk/wire/team_json.hpp"

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/proto_common.hpp"
#include "client_sdk/wire/proto_team.hpp"

namespace quiver::wire {

namespace {

std::string json(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string out;
  const auto status = google::protobuf::util::MessageToJsonString(message, &out, options);
  return status.ok() ? base::harmless_json(out) : "{}";  // what was made valid UTF-8 can be printed
}

}  // namespace

std::string message_json(const RefereeMessage& message) {
  if (const auto* answer = std::get_if<TeamAnswer>(&message)) {
    v1::TeamAnswer out;
    fill(out, *answer);
    return json(out);
  }
  std::string frame;
  append_frame(frame, message);
  v1::RefereeMessage out;
  return parse(out, std::string_view(frame).substr(kFrameHeader)) ? json(out) : "{}";
}

}  // namespace quiver::wire
