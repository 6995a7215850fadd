// Messages of spectator.proto as JSON and back: protobuf's own mapping. For this layer only: it shows
// protobuf's types. Any thread.
#pragma once

#include <string_view>

#include "client_sdk/base/result.hpp"
#include "referee/web/http/http_server.hpp"

namespace google::protobuf {
class Message;
}

namespace quiver::web {

// On one line, with all fields but the optional ones that are not set.
Text json(const google::protobuf::Message& message);

// Whether a body is said to be JSON.
inline bool is_json(const Request& request) { return request.content_type.starts_with("application/json"); }
// Unknown fields are an error.
base::Result<void> read_json(std::string_view from, google::protobuf::Message& out);

}  // namespace quiver::web
