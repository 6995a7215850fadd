// The way of a submission, from the upload to the ladder, and what a team may do with its versions.
#include "tests/unit/teams/given_teams.hpp"

namespace quiver::tests {

namespace {

using namespace std::chrono_literals;
using teams::AdmitEnd;
using teams::TeamRules;
using State = store::TeamVersion::State;

TeamRules some_rules() {
  TeamRules rules;
  rules.kinds = {"python", "so"};
  rules.max_size = 100;
  return rules;
}

class Submissions : public StoreFolder {};

// Writes down what it hears.
class Follower final : public teams::TeamObserver {
 public:
  void on_submission(const teams::SubmissionView& one) override {
    heard.push_back(one.team + " " + std::to_string(one.version.number) + " " +
                    std::to_string(static_cast<int>(one.version.state)));
    last = one;
  }
  void on_progress(const std::string& team, std::uint32_t number, const teams::ProgressLine& line) override {
    heard.push_back(team + " " + std::to_string(number) + " " + line.stage + ": " + line.line);
  }
  std::vector<std::string> heard;
  teams::SubmissionView last;
};

}  // namespace

TEST_F(Submissions, AreStoredBuiltAndPlay) {
  TeamRun run(folder_, some_rules());
  Follower follower;
  run.service->add_observer(follower);
  EXPECT_EQ(run.submit("ann", "C:\\bots\\my bot.py"), "");
  EXPECT_EQ(run.version("ann", 1).version.state, State::kBuilding);
  ASSERT_EQ(run.host.builds.size(), 1U);
  const auto& build = run.host.builds.front();
  EXPECT_TRUE(build.request.path.ends_with("/my bot.py")) << build.request.path;
  std::ifstream written(build.request.path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), "print()");
  build.listener.on_line({"build", "nothing to\x1b[31m build"});
  build.listener.on_line({"check", "a game"});
  EXPECT_EQ(run.version("ann", 1).version.state, State::kChecking);
  EXPECT_EQ(run.version("ann", 1).progress.size(), 2U);
  run.admit("first");

  const auto admitted = run.version("ann", 1);
  EXPECT_EQ(admitted.version.state, State::kAdmitted);
  EXPECT_TRUE(admitted.active);
  EXPECT_EQ(admitted.version.title, "Title of first");
  EXPECT_EQ(admitted.version.report,
            "build: nothing to\\x1b[31m build\ncheck: a game\nadmitted: 5 passed, 0 failed\n");
  ASSERT_TRUE(run.ladder.playing.contains("ann"));
  const auto& bot = run.ladder.playing.at("ann");
  EXPECT_EQ(bot.version, 1U);
  EXPECT_EQ(bot.bundle, admitted.version.bundle);
  EXPECT_TRUE(std::filesystem::exists(bot.bot.program)) << bot.bot.program;
  EXPECT_EQ(follower.heard,
            (std::vector<std::string>{"ann 1 0", "ann 1 1", "ann 1 build: nothing to\\x1b[31m build",
                                      "ann 1 2", "ann 1 check: a game", "ann 1 4"}));
  EXPECT_FALSE(std::filesystem::exists(build.request.folder)) << "it is not needed any more";
}

TEST_F(Submissions, ThatAreRefusedLeaveTheOldVersionPlaying) {
  TeamRun run(folder_, some_rules());
  run.submit("ann");
  run.admit("first");
  run.submit("ann", "worse.py");
  run.refuse("it failed the check: it lost its first game by TIMEOUT");
  EXPECT_EQ(run.version("ann", 2).version.state, State::kRefused);
  EXPECT_NE(run.version("ann", 2).version.report.find("TIMEOUT"), std::string::npos);
  EXPECT_EQ(run.ladder.playing.at("ann").version, 1U);
  EXPECT_TRUE(run.version("ann", 1).active);
  EXPECT_EQ(run.sentence_of([&](auto told) {
    run.service->activate({"ann", false}, 2, told);
  }),
            "version 2 was not admitted, so it cannot play");
}

TEST_F(Submissions, AreNotBlamedForWhatThisMachineCannotDo) {
  TeamRun run(folder_, some_rules());
  run.submit("ann");
  run.end_build(
      {AdmitEnd::Verdict::kFailed, "", "", "this machine could not build or check it (exit status 3)", ""});
  EXPECT_EQ(run.version("ann", 1).version.state, State::kInterrupted);
  run.host.fails_to_start = true;
  run.submit("ann");
  EXPECT_EQ(run.version("ann", 2).version.state, State::kInterrupted);
  EXPECT_NE(run.version("ann", 2).version.report.find("no more processes"), std::string::npos);
  run.host.fails_to_start = false;
  run.submit("ann");
  // Another bundle than was named is not taken.
  std::ofstream(run.host.builds.back().request.bundle) << "something else";
  run.end_build({AdmitEnd::Verdict::kAdmitted, "python", "", "fine", std::string(64, 'a')});
  EXPECT_EQ(run.version("ann", 3).version.state, State::kInterrupted);
  EXPECT_FALSE(run.ladder.playing.contains("ann"));
}

TEST_F(Submissions, WaitForEachOther) {
  TeamRun run(folder_, some_rules());
  run.submit("ann");
  run.submit("bob");
  EXPECT_EQ(run.version("bob", 1).version.state, State::kWaiting);
  EXPECT_EQ(run.version("bob", 1).waiting, 1U);
  run.submit("ann", "second.py");
  EXPECT_EQ(run.version("ann", 2).waiting, 2U);
  EXPECT_NE(run.submit("ann", "third.py").find("still waits to be built"), std::string::npos);
  EXPECT_EQ(run.host.builds.size(), 1U);
  run.refuse("no");
  EXPECT_EQ(run.version("bob", 1).version.state, State::kBuilding);
  EXPECT_EQ(run.version("ann", 2).waiting, 1U);
}

TEST_F(Submissions, AreRefusedWithASentence) {
  TeamRules rules = some_rules();
  rules.per_hour = 2;
  TeamRun run(folder_, rules);
  EXPECT_EQ(run.submit("ann", "a.py", ""), "the submission is empty");
  EXPECT_NE(run.submit("ann", "a.py", std::string(101, 'x')).find("larger than 100 bytes"),
            std::string::npos);
  EXPECT_EQ(run.submit("ann", "a.cpp", "x", "cpp"),
            "\"cpp\" is not accepted here; accepted are python and so");
  EXPECT_EQ(run.submit("ann", "../.."), "the submission needs the name of a file");
  EXPECT_NE(run.submit("ann", "a\xe2\x80\xae.py").find("invisible"), std::string::npos);
  EXPECT_NE(run.submit("nobody").find("needs a token"), std::string::npos);
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(run.submit("ann"), "");
    run.refuse("no");
  }
  EXPECT_EQ(run.submit("ann"), "your team has submitted 2 times within an hour; try again in 60m");
  run.now += 59min;
  EXPECT_EQ(run.submit("ann"), "your team has submitted 2 times within an hour; try again in 1m");
  run.now += 1min;
  EXPECT_EQ(run.submit("ann"), "");
}

TEST_F(Submissions, CloseAtTheirTime) {
  TeamRules rules = some_rules();
  rules.closes = std::chrono::sys_days(std::chrono::year{2026} / 11 / 2);
  TeamRun run(folder_, rules);
  EXPECT_FALSE(run.service->accepts().closed);
  EXPECT_EQ(run.service->accepts().closes, "2026-11-02T00:00:00Z");
  EXPECT_EQ(run.submit("ann"), "");
  run.now += 24h;
  EXPECT_TRUE(run.service->accepts().closed);
  EXPECT_EQ(run.submit("ann"), "submissions closed at 2026-11-02T00:00:00Z");
}

TEST_F(Submissions, WithoutAnyKindAreNotTaken) {
  TeamRun run(folder_, {});
  EXPECT_EQ(run.submit("ann"), "no submissions are taken here");
}

TEST_F(Submissions, SurviveTheEndOfTheReferee) {
  {
    TeamRun run(folder_, some_rules());
    run.submit("ann", "built.py", "built");
    run.submit("bob", "waits.py", "waits");
    run.host.builds.back().listener.on_line({"check", "half of it"});
    run.settle();
  }
  {
    TeamRun run(folder_, some_rules());
    // What was being built comes first again, and needs nothing but the store.
    EXPECT_EQ(run.version("ann", 1).version.state, State::kBuilding);
    EXPECT_EQ(run.version("bob", 1).waiting, 1U);
    std::ifstream written(run.host.builds.front().request.path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), "built");
    run.admit("built");
    run.admit("waits");
    EXPECT_EQ(run.ladder.playing.size(), 2U);
  }
  TeamRun run(folder_, some_rules());
  ASSERT_EQ(run.ladder.playing.size(), 2U) << "and so do those that play";
  EXPECT_TRUE(std::filesystem::exists(run.ladder.playing.at("bob").bot.program));
  EXPECT_TRUE(run.host.builds.empty());
  std::optional<base::Result<teams::SubmissionView>> answer;
  run.service->read_submission({"ann", false}, "", 1, run.told(answer));
  run.settle();
  EXPECT_NE(answer->value().version.report.find("admitted"), std::string::npos);
  run.service->read_submission({"bob", false}, "ann", 1, run.told(answer));
  EXPECT_FALSE(*answer) << "it is another team's";
  run.service->read_submission({"teacher", true}, "ann", 1, run.told(answer));
  run.settle();
  EXPECT_TRUE(*answer);
}

TEST_F(Submissions, AreRolledBackAndWithdrawn) {
  TeamRun run(folder_, some_rules());
  for (const char* content : {"first", "second"}) {
    run.submit("ann");
    run.admit(content);
  }
  EXPECT_EQ(run.ladder.playing.at("ann").version, 2U);
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->activate({"ann", false}, 1, told); }), "");
  EXPECT_EQ(run.ladder.playing.at("ann").version, 1U);
  EXPECT_TRUE(run.version("ann", 1).active);
  EXPECT_FALSE(run.version("ann", 2).active);

  run.submit("ann");
  const auto running = run.host.builds.back().running;
  EXPECT_FALSE(running.expired());
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->withdraw({"ann", false}, told); }), "");
  EXPECT_TRUE(running.expired()) << "the build is ended";
  EXPECT_EQ(run.version("ann", 3).version.state, State::kRefused);
  EXPECT_FALSE(run.ladder.playing.contains("ann"));
  EXPECT_EQ(run.service->team({"ann", false})->team.state, store::Team::State::kWithdrawn);
  EXPECT_EQ(run.sentence_of([&](auto told) {
    run.service->withdraw({"ann", false}, told);
  }),
            "no version of your team plays or waits");
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->activate({"ann", false}, 2, told); }), "");
  EXPECT_EQ(run.ladder.playing.at("ann").version, 2U);
  EXPECT_EQ(run.service->team({"ann", false})->team.state, store::Team::State::kActive);
}

TEST_F(Submissions, LeaveNoUploadsInTheStore) {
  {
    TeamRun run(folder_, some_rules());
    run.submit("ann", "bot.py", "the upload");
    run.admit("first");
    run.submit("ann", "bot.py", "another upload");
    run.refuse("no");
  }
  const auto store = open(store::Access::kRead);
  EXPECT_FALSE(store->bundle(wire::sha256_hex("the upload")).value());
  EXPECT_FALSE(store->bundle(wire::sha256_hex("another upload")).value());
  EXPECT_EQ(store->bundle(wire::sha256_hex(a_bundle("first"))).value(), a_bundle("first"));
}

TEST_F(Submissions, HaveReportsThatAreNotTooLong) {
  TeamRun run(folder_, some_rules());
  run.submit("ann");
  for (int k = 0; k < 400; ++k) run.host.builds.back().listener.on_line({"build", std::string(1500, 'x')});
  run.refuse("it does not compile");
  const std::string report = run.version("ann", 1).version.report;
  EXPECT_LE(report.size(), store::kMaxReport);
  EXPECT_TRUE(report.ends_with("refused: it does not compile\n"));
}

}  // namespace quiver::tests
