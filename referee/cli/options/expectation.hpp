// What a CI job expects of a bot: "A>=0.55", a score, or "A:no-faults".
//
// The score of a game is the share of the opponents who were placed below, those placed equal counting half:
// 1, 1/2 or 0 with two seats. Void games do not count. It is counted exactly, in twelfths of a game and
// millionths of a score, so that 11 of 20 are 0.55. A plain value that takes records and makes text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client_sdk/wire/messages.hpp"

namespace quiver::cli {

// One --expect: what it asks for, what the games said so far, and whether it holds.
class Expectation {
 public:
  // Spaces around the operator are fine. What is malformed is an error.
  static base::Result<Expectation> parse(std::string_view text);

  // Whom it is about.
  [[nodiscard]] const std::string& name() const { return name_; }
  // As records call it, where the one given is another word for the same bot; the text stays.
  void set_name(std::string name) { name_ = std::move(name); }
  // "A>=0.55", without spaces.
  [[nodiscard]] const std::string& text() const { return text_; }

  // Void games do not count. A bot that plays against itself is counted in each of its seats.
  void add(const wire::Record& record);

  // Nothing if it holds; or else by how much it does not: "it scored 0.480 (24 of 50), 0.070 too little".
  [[nodiscard]] std::optional<std::string> failure() const;

 private:
  enum class Kind { kAtLeast, kMore, kAtMost, kLess, kNoFaults };

  // `bound` is in millionths; it is not used for kNoFaults.
  Expectation(std::string name, std::string text, Kind kind, std::int64_t bound);
  [[nodiscard]] bool holds() const;
  // How far the score is from the bound, in twelve-millionths of a game for all games together.
  [[nodiscard]] std::int64_t distance() const;

  std::string name_;
  std::string text_;
  Kind kind_ = Kind::kNoFaults;
  std::int64_t bound_ = 0;   // in millionths
  std::int64_t points_ = 0;  // in twelfths, which has room for halves and for sixths
  std::int64_t games_ = 0;
  std::int64_t faults_ = 0;
  std::string first_fault_;
};

}  // namespace quiver::cli
