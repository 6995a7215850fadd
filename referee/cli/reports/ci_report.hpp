// The results of a run of games for a CI job: the expectations, and the reports in JUnit's XML and in TAP. A
// command that plays games makes one, checks the names, opens it, adds each record as its game ends, and
// finishes it.
//
// From open() on the XML file is whole at any time; until finish() it says that the run has not ended, which
// is what a run leaves that was killed. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/options/bot_names.hpp"
#include "referee/cli/options/ci_options.hpp"
#include "referee/cli/options/expectation.hpp"
#include "referee/cli/reports/junit_report.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/reports/replaced_file.hpp"
#include "referee/cli/reports/tap_report.hpp"

namespace quiver::cli {

// One object serves --expect, --junit and --tap, because the exit code depends on all three.
class CiReport {
 public:
  // `suite` is what the games are part of: "match connect4". Throws UsageError if an expectation is
  // malformed.
  CiReport(const CiOptions& options, const std::string& suite);

  // Resolves the bot of each expectation. Throws UsageError if it does not play.
  void set_names(const BotNames& names);
  // When games are about to begin. Throws UsageError if the file cannot be written.
  void open();
  // To be called once per game, when it has ended.
  void add(const wire::Record& record);

  // Games that were to be played and cannot be: an error.
  void add_stopped(const std::string& sentence);

  // Judges what was expected and writes the reports; tells on stderr what did not hold and what could not be
  // written. `signal` has broken the run off, 0: none has; or `failure` has, empty: none has. Returns 2 if
  // something could not be written, or else 1 if an expectation failed, or else 0.
  [[nodiscard]] int finish(int signal, const std::string& failure = "");

 private:
  // Judges the expectations of a run that was played to its end.
  void judge();
  // Marks a run that was not: expectations are skipped, and TAP bails out.
  void break_off(const std::string& why);
  // Writes to stdout; notes a failure instead of throwing, so that the games go on.
  void print(const std::string& text);

  std::vector<Expectation> expectations_;
  std::optional<std::string> junit_path_;
  bool wants_tap_ = false;
  JunitReport junit_;
  std::string unfinished_;  // the document until the end
  std::optional<ReplacedFile> file_;
  TapReport tap_;
  Output out_;
  std::string failure_;  // of stdout
  std::uint32_t games_ = 0;
  std::uint32_t faulty_ = 0;
  bool disappointed_ = false;
};

// What a run exits with, of all that may be said of it: 128 + the signal that ended it, or else 2 if
// something could not be written, or else what finish() returned, or else `games`, by how they went.
int exit_code_of_run(int signal, bool written, int finished, int games);

}  // namespace quiver::cli
