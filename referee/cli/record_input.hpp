// The options that say which records a command reads; the commands about records share them.
#pragma once

#include <optional>
#include <string>

#include "referee/cli/position_options.hpp"
#include "referee/store/record_files.hpp"

namespace quiver::cli {

class RecordInput {
 public:
  // The event of a store, and the board of a file that does not say it.
  void add_to(Command& command);
  // And the format, where it is not to be guessed.
  void add_format_to(Command& command);

  [[nodiscard]] store::Reading reading() const;
  [[nodiscard]] const std::optional<std::string>& event() const { return event_; }

 private:
  PositionOptions board_;
  std::optional<std::string> event_;
  std::string format_ = "auto";
};

// What the help of those commands says about them.
extern const char* const kRecordInputHelp;

// Visits the records of a file. Throws UsageError if it cannot be read. Where a move in it cannot be played
// the sentence that says so comes back; else an empty one.
std::string visit_records(const std::string& path, const store::Reading& reading,
                          const store::RecordVisitor& visit);

}  // namespace quiver::cli
