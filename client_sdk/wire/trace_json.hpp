// Frames as lines of JSON for people: protobuf's own mapping of quiver.v1.TraceLine.
//
// It keeps state per connection, because only a Welcome says whose connection it is. Tokens, resume keys and
// keys of invitations are replaced by "withheld". Bytes that are not a message are shown only if they cannot
// contain a secret. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/time.hpp"

namespace quiver::wire {

struct TracedFrame {
  enum class Way { kReceived, kSent };
  Way way = Way::kReceived;
  std::uint32_t connection = 0;
  base::Duration since{0};                      // the trace began
  std::optional<base::Duration> arrived = {};   // by the kernel's stamp
  std::string payload = {};                     // a frame without its length
  std::string error = {};                       // why the referee did not take it
  std::optional<std::uint32_t> announced = {};  // of a frame that was not read: how long it would be
};

class TraceJson {
 public:
  // Without line ends.
  static std::string first_line(const std::string& started);
  // One frame. A frame that is no message is shown as hex, at most its first 32 bytes.
  std::string line(const TracedFrame& frame);
  // The connection is gone; forgets its name and its secrets.
  std::string closed(std::uint32_t connection, base::Duration since);

 private:
  struct Known {
    std::string name;
    std::vector<std::string> secrets;
  };
  std::map<std::uint32_t, Known> connections_;
};

}  // namespace quiver::wire
