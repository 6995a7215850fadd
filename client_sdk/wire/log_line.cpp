#include "client_sdk/wire/log_line.hpp"

#include <stdexcept>

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/harmless_text.hpp"
#include "quiver/v1/log.pb.h"

namespace quiver::wire {

namespace {

std::string as_json(const v1::LogLine& line) {
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(line, &json).ok())
    throw std::logic_error("a line of a log could not be written as JSON");
  return json + "\n";
}

}  // namespace

std::string log_line_json(const LogLine& line, std::string_view text) {
  v1::LogLine out;
  out.set_ply(line.ply);
  out.set_turn(line.turn);
  out.set_text(base::harmless_text(text, base::Keep::kTabs));
  out.set_part(line.part);
  return as_json(out);
}

std::string log_cut_json() {
  v1::LogLine out;
  out.set_cut(true);
  return as_json(out);
}

}  // namespace quiver::wire
