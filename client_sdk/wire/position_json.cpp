#include "client_sdk/wire/position_json.hpp"

#include <stdexcept>

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/wire/proto_position.hpp"

namespace quiver::wire {

std::string position_json(const games::Position& position, bool with_graph) {
  v1::Position out;
  fill_position(out, position, with_graph);

  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(out, &json, options).ok())
    throw std::logic_error("a position could not be written as JSON");
  return base::harmless_json(json);
}

}  // namespace quiver::wire
