// A disk that is full, or may not be written: a real one, mounted where only the programs of the test see it.
#include "client_sdk/wire/codec.hpp"
#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

class ATournamentsDisk : public TournamentStage {
 protected:
  static constexpr int kCannotMount = 77;

  // Runs the lines where they may mount things, after a disk of this size was put at $DISK; `run N` is a
  // tournament kept there, of 3 N games. What is on the disk in the end is copied to the test's own folder.
  int run(const std::string& size, const std::string& lines) {
    std::string command = "'" + quiver_program() + "'";
    for (const std::string& word :
         cup(random_bots({"a", "b", "c"}) + Arguments{"--concurrency", "4", "--json"}, "disk/t.db"))
      command += " '" + word + "'";
    const std::string script = "mkdir -p '" + folder() + "/disk'\nDISK='" + folder() + "/disk'\ncd '" +
                               folder() + "'\nmount -t tmpfs -o size=" + size +
                               " none \"$DISK\" || exit 77\nrun() {\n" + command + " --games \"$1\"\n}\n" +
                               lines + "\ncp \"$DISK\"/t.db* .\n";
    const std::string path = file("script", script);
    Program& shell = start("/usr/bin/unshare", Arguments{getuid() == 0 ? "-m" : "-rm", "/bin/sh", path});
    const int code = shell.wait();
    said_ = shell.out() + shell.err();
    return code;
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    return content_of_file(folder() + "/" + name);
  }
  [[nodiscard]] const std::string& said() const { return said_; }
  // Everything that was told is kept, and told once.
  void expect_all_kept(const std::vector<std::string>& outputs) {
    const auto kept = games();
    EXPECT_EQ(kept.size(), 198U);
    std::size_t told = 0;
    for (const std::string& name : outputs)
      for (const std::string& line : whole_lines(content(name))) {
        ++told;
        const auto record = wire::parse_record_json(line);
        ASSERT_TRUE(record) << line;
        ASSERT_TRUE(kept.contains(record->number));
        EXPECT_EQ(wire::record_json(kept.at(record->number).record), line);
      }
    EXPECT_EQ(told, 198U);
    EXPECT_EQ(quiver(cup(random_bots({"a", "b", "c"}) + Arguments{"--games", "66"}, "whole.db")).exit_code,
              0);
    EXPECT_EQ(essences(kept), essences(games("whole.db")));
  }

 private:
  std::string said_;
};

}  // namespace

TEST_F(ATournamentsDisk, ThatIsFullLosesNothingAndIsToldOf) {
  const int code = run("400k",
                       "run 66 >1.out 2>1.err\necho $? >1.code\n"
                       "mount -o remount,size=16m \"$DISK\"\n"
                       "run 66 >2.out 2>2.err\necho $? >2.code");
  if (code == kCannotMount) GTEST_SKIP() << "nothing can be mounted here";
  ASSERT_EQ(code, 0) << said();
  EXPECT_EQ(content("1.code"), "2\n");
  EXPECT_EQ(but_for_cores(content("1.err")),
            "quiver: \"" + folder() +
                "/disk/t.db\" cannot be written: database or disk is full; what was reported before "
                "is stored\n");
  EXPECT_EQ(content("2.code"), "0\n") << content("2.err");
  EXPECT_FALSE(content("1.out").empty());
  EXPECT_FALSE(content("2.out").empty());
  expect_all_kept({"1.out", "2.out"});
}

TEST_F(ATournamentsDisk, ThatMayNotBeWrittenIsToldOf) {
  // Some games are played, then nothing can be written, then it can be again.
  const int code = run("16m",
                       "run 6 >1.out 2>1.err || exit 1\n"
                       "mount -o remount,ro \"$DISK\"\n"
                       "run 66 >2.out 2>2.err\necho $? >2.code\n'" +
                           quiver_program() +
                           "' standings --store \"$DISK/t.db\" >table || exit 3\n"
                           "mount -o remount,rw \"$DISK\"\n"
                           "run 66 >3.out 2>3.err\necho $? >3.code");
  if (code == kCannotMount) GTEST_SKIP() << "nothing can be mounted here";
  ASSERT_EQ(code, 0) << said() << content("1.err");
  EXPECT_EQ(content("2.code"), "2\n");
  EXPECT_EQ(content("2.out"), "");
  EXPECT_EQ(but_for_cores(content("2.err")),
            "quiver: \"" + folder() + "/disk/t.db\" cannot be written: Read-only file system\n");
  expect_in(content("table"), "tournament: connect4, round-robin, 18 of 18 games\n");
  EXPECT_EQ(content("3.code"), "0\n") << content("3.err");
  expect_all_kept({"1.out", "3.out"});
}

}  // namespace quiver::tests
