// What determines the results of an event: stored with it, so that a run that resumes it plays the same
// event.
//
// A plan is a list of keys and values in a fixed order, in the words of the command line: "size" is "6". A
// key may occur several times ("bot"). How many games go on at once or where logs go is no part of it.
// A plain value, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

// What stands before the digest of a file: all that a person wants to know is that it is another one.
inline constexpr std::string_view kOtherMap = "a map, ";
inline constexpr std::string_view kOtherList = "a list, ";

class Plan {
 public:
  void add(std::string key, std::string value) { lines_.emplace_back(std::move(key), std::move(value)); }

  // A line "key = value" each, line ends in a value written \n and a backslash twice; what parse() reads.
  [[nodiscard]] std::string text() const;
  static Plan parse(std::string_view text);

  // The first one of that key.
  [[nodiscard]] std::optional<std::string> find(std::string_view key) const;
  // All values of a key, in their order.
  [[nodiscard]] std::vector<std::string> all(std::string_view key) const;
  // As a number; `otherwise` if it is none.
  [[nodiscard]] std::uint32_t number(std::string_view key, std::uint32_t otherwise) const;

  // Each once, in their order.
  [[nodiscard]] std::vector<std::string> keys() const;

  friend bool operator==(const Plan&, const Plan&) = default;

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

// An error that tells the first difference, unless all that differs is that `now` wants more games, or has
// more bots behind those that are there, where the format allows it (round robins and gauntlets), or another
// anchor, which settles no game.
base::Result<void> continues(const Plan& before, const Plan& now);

// `now` as it is stored for an event that was begun as `before`: with the stages in which it has grown, lines
// "stage = ENTRANTS GAMES", which tell what was planned each time that bots were added.
Plan grown(const Plan& before, const Plan& now);
// The stages of a plan; an error if they cannot be read.
base::Result<std::vector<FormatChoice::Stage>> stages_of(const Plan& plan);

}  // namespace quiver::tournament
