// The options that say which records a command reads; the commands about records share them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/cli/options/position_options.hpp"
#include "referee/records/record_files.hpp"

namespace quiver::cli {

class RecordInput {
 public:
  // The event of a store, and the board of a file that does not say it.
  void add_to(Command& command);
  // And the format, where it is not to be guessed.
  void add_format_to(Command& command);

  [[nodiscard]] records::Reading reading() const;
  [[nodiscard]] const std::optional<std::string>& event() const { return event_; }

 private:
  PositionOptions board_;
  std::optional<std::string> event_;
  std::string format_ = "auto";
};

// What the help of those commands says about them.
extern const char* const kRecordInputHelp;

struct Visited {
  std::string unplayable;    // the sentence about a move that cannot be played, which ended it; or empty
  std::uint64_t broken = 0;  // lines or games that are no records and were left out

  // "", or "; 1 broken line left out".
  [[nodiscard]] std::string remark() const;
};
// Visits the records of a file. Throws UsageError if it cannot be read. What is no record is told of on
// stderr, with its line, unless that is not wanted.
Visited visit_records(const std::string& path, const records::Reading& reading,
                      const records::RecordVisitor& visit, bool tell = true);

}  // namespace quiver::cli
