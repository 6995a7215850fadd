#include "referee/teams/build/admit_line.hpp"

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/plain_text.hpp"
#include "quiver/v1/admit.pb.h"

namespace quiver::teams {

namespace {

// protobuf takes UTF-8 only.
std::string plain(const std::string& text) { return base::plain_text(text, text.size()); }

}  // namespace

std::string admit_json(const AdmitLine& line) {
  v1::AdmitLine out;
  out.set_stage(plain(line.stage));
  out.set_line(plain(line.line));
  out.set_verdict(plain(line.verdict));
  out.set_kind(plain(line.kind));
  out.set_title(plain(line.title));
  out.set_sentence(plain(line.sentence));
  out.set_bundle(plain(line.bundle));
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(out, &json).ok()) return "{}";
  return base::harmless_json(json);
}

base::Result<AdmitLine> parse_admit_line(std::string_view json) {
  v1::AdmitLine in;
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::stringpiece_internal::StringPiece(json.data(), json.size()), &in);
  if (!status.ok()) return base::bad_input("this is not a line of quiver admit --json");
  return AdmitLine{in.stage(), in.line(), in.verdict(), in.kind(), in.title(), in.sentence(), in.bundle()};
}

}  // namespace quiver::teams
