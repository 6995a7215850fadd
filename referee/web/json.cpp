#include "referee/web/json.hpp"

#include <stdexcept>

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::web {

Text json(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  // The page reads all fields: a missing one would be undefined there, not 0.
  options.always_print_primitive_fields = true;
  auto out = std::make_shared<std::string>();
  if (!google::protobuf::util::MessageToJsonString(message, out.get(), options).ok())
    throw std::logic_error("a message could not be written as JSON");
  return out;
}

base::Result<void> read_json(std::string_view from, google::protobuf::Message& out) {
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::stringpiece_internal::StringPiece(from.data(), from.size()), &out);
  if (status.ok()) return {};
  // The sentence of protobuf may quote the request: made harmless and cut.
  return base::bad_input("this is not a valid request: " +
                         base::plain_text(base::escaped(status.message().as_string(), 200), 400));
}

}  // namespace quiver::web
