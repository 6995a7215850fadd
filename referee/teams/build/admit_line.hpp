// The lines that `quiver admit --json` prints, for those who write and those who read them. Pure functions,
// any thread.
#pragma once

#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::teams {

// As in proto/quiver/v1/admit.proto: either a line of the report or the verdict.
struct AdmitLine {
  std::string stage = {}, line = {};
  std::string verdict = {}, kind = {}, title = {}, sentence = {}, bundle = {};

  friend bool operator==(const AdmitLine&, const AdmitLine&) = default;
};

inline constexpr const char* kAdmitted = "admitted";
inline constexpr const char* kRefused = "refused";

// One object without line ends. Text that is no UTF-8 is not in it.
std::string admit_json(const AdmitLine& line);
base::Result<AdmitLine> parse_admit_line(std::string_view json);

}  // namespace quiver::teams
