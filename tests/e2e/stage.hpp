// A test with real processes and a folder of its own for everything temporary.
//
// Whatever the test starts gets that folder as its TMPDIR, so that its processes and scratch folders can be
// told from everybody else's. At the end nothing of it may be left: no process, no scratch folder.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/wire/messages.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/run.hpp"
#include "tests/e2e/terminal.hpp"

namespace quiver::tests {

using Arguments = std::vector<std::string>;

class Stage : public testing::Test {
 public:
  Stage();
  ~Stage() override;
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // They run until the end of the test at most.
  Program& start(const std::string& path, const Arguments& arguments,
                 const std::map<std::string, std::string>& environment = {});
  Program& start_quiver(const Arguments& arguments);
  // From now on programs run as somebody who is not root, from copies that everybody can read. False if this
  // process cannot make that so.
  bool become_ordinary();
  // The bot that misbehaves, where whoever runs the programs can read it.
  [[nodiscard]] std::string hostile_program() const;
  // The program at a terminal of its own, where a test types and looks.
  Terminal& start_at_terminal(const Arguments& arguments);
  // The same as a person does it, who has a shell there: the program is not the first at its terminal.
  Terminal& start_shell_at_terminal(const std::string& line);
  // Runs the program to its end.
  Ran quiver(const Arguments& arguments);

  // A file in the folder; the same name again overwrites it.
  [[nodiscard]] std::string file(const std::string& name, const std::string& content) const;
  [[nodiscard]] const std::string& folder() const { return folder_; }

  // What runs of all that this test started, and of what that started.
  [[nodiscard]] std::vector<pid_t> processes() const { return processes_of(folder_, started_); }
  [[nodiscard]] std::vector<std::string> scratch_folders() const;

 protected:
  void TearDown() override;
  // What kill -9 of the referee leaves: nobody is there to remove it.
  void allow_scratch_folders() { scratch_allowed_ = true; }
  [[nodiscard]] const std::set<pid_t>& started() const { return started_; }
  // What somebody else has started counts as this test's.
  void adopt(pid_t pid) { started_.insert(pid); }

 private:
  std::string folder_;
  std::vector<std::unique_ptr<Program>> programs_;
  std::vector<std::unique_ptr<Terminal>> terminals_;
  std::set<pid_t> started_;
  bool scratch_allowed_ = false;
  bool ordinary_ = false;
};

// --- the programs

std::string quiver_program();
std::string hostile_bot();
// A bot of ours, as an executable.
std::string bundled_bot_path(const std::string& name);

// A clock that nobody runs out of, however slow the machine is.
Arguments patient_clock();

// --- records

// One JSON object a line.
std::vector<wire::Record> records_in(const std::string& lines);
// "a1-a2/a3 x1 …"
std::string moves_of(const wire::Record& record);
// "ILLEGAL_MOVE", empty if the seat is not out.
std::string reason_of(const wire::Record& record, unsigned seat);
// Nobody is out for anything but having no move.
void expect_clean(const wire::Record& record);
// Plays the moves of the record again, and comes to its hash and its end.
void expect_replays(const wire::Record& record);

// What a program has said on stderr, but for the warning that it plays more games at once than this machine has
// cores.
std::string but_for_cores(const std::string& said);

Arguments operator+(Arguments left, const Arguments& right);

}  // namespace quiver::tests
