// The course ladder's JSON of an Amazons game: [{"qsrc":4,"qdst":22,"adst":19}, …], vertex ids throughout.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/games/position.hpp"

namespace quiver::wire {

// The moves of a game; whether they are legal is for the rules to say.
base::Result<std::vector<games::Event>> read_course_json(std::string_view text);

// An error if an event is not an Amazons move: the course knows no eliminations.
base::Result<std::string> write_course_json(const std::vector<games::Event>& events);

}  // namespace quiver::wire
