#include "client_sdk/wire/course_json.hpp"

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/text.hpp"
#include "quiver/v1/course.pb.h"

namespace quiver::wire {

using base::bad_input;
using base::Result;
using base::Vertex;
using games::AmazonsMove;

Result<std::vector<games::Event>> read_course_json(std::string_view text) {
  v1::CourseGame game;
  // protobuf's JSON has no bare arrays at the top; the list becomes the one field of an object.
  const std::string object = "{\"moves\":" + std::string(text) + "}";
  const auto status = google::protobuf::util::JsonStringToMessage(object, &game);
  if (!status.ok())
    return bad_input("this is not the course's JSON: " + base::one_line(std::string(status.message())));
  std::vector<games::Event> events;
  for (const v1::CourseMove& move : game.moves()) {
    if (!move.has_qsrc() || !move.has_qdst() || !move.has_adst())
      return bad_input("move " + std::to_string(events.size() + 1) +
                       " of the course's JSON lacks qsrc, qdst or adst");
    events.emplace_back(
        games::Move{AmazonsMove{Vertex{move.qsrc()}, Vertex{move.qdst()}, Vertex{move.adst()}}});
  }
  return events;
}

Result<std::string> write_course_json(const std::vector<games::Event>& events) {
  std::string json = "[";
  for (const games::Event& event : events) {
    const auto* any = std::get_if<games::Move>(&event);
    const auto* move = any == nullptr ? nullptr : std::get_if<AmazonsMove>(any);
    if (move == nullptr) return bad_input("the course's JSON holds moves of Amazons and nothing else");
    v1::CourseMove one;
    one.set_qsrc(move->from.value());
    one.set_qdst(move->to.value());
    one.set_adst(move->arrow.value());
    std::string text;
    if (!google::protobuf::util::MessageToJsonString(one, &text).ok())
      return bad_input("a move could not be written");
    json += (json.size() > 1 ? ", " : "") + text;
  }
  return json + "]";
}

}  // namespace quiver::wire
