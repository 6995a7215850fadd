// Who becomes a team, what administrators do, and challenges.
#include "tests/unit/teams/given_teams.hpp"

namespace quiver::tests {

namespace {

using namespace std::chrono_literals;
using teams::Caller;
using teams::TeamRules;

const Caller kTeacher{"teacher", true};
const Caller kAnn{"ann", false};

TeamRules with_challenges() {
  TeamRules rules;
  rules.kinds = {"python"};
  rules.challenges_per_hour = 2;
  return rules;
}

class Administration : public StoreFolder {
 protected:
  static std::string invited(TeamRun& run, const std::string& display = "Équipe 4",
                             base::Duration valid = 24h) {
    std::optional<base::Result<teams::InvitationKey>> answer;
    run.service->invite(kTeacher, display, valid, run.told(answer));
    run.settle();
    return answer && *answer ? (*answer)->key : "";
  }
  // The token, or the sentence of the refusal.
  static std::string joined(TeamRun& run, const std::string& key, const std::string& id,
                            const std::string& display = "") {
    std::optional<base::Result<teams::Joined>> answer;
    run.service->join(key, id, display, run.told(answer));
    run.settle();
    return *answer ? (*answer)->token : answer->error().sentence;
  }
  static std::string challenged(TeamRun& run, const std::string& opponent, std::uint32_t games = 2) {
    std::optional<base::Result<teams::Challenge>> answer;
    run.service->challenge(kAnn, {opponent, games, ""}, run.told(answer));
    run.settle();
    return *answer ? (*answer)->games.front() : answer->error().sentence;
  }
};

}  // namespace

TEST_F(Administration, InvitesWhoThenIsATeam) {
  std::string token;
  {
    TeamRun run(folder_, with_challenges());
    const std::string key = invited(run);
    EXPECT_EQ(key.size(), 64U);
    EXPECT_EQ(run.service->invitation(key)->display, "Équipe 4");
    EXPECT_FALSE(run.service->invitation("guess"));
    token = joined(run, key, "team-4", " Équipe 4 ");
    EXPECT_EQ(token.size(), 48U) << token;
    EXPECT_EQ(run.service->caller_of(token)->id, "team-4");
    EXPECT_FALSE(run.service->caller_of(token)->admin);
    EXPECT_EQ(run.service->display_of("team-4"), "Équipe 4");
    EXPECT_EQ(run.ladder.displays.at("team-4"), "Équipe 4");
    EXPECT_EQ(joined(run, key, "team-5"), "this link was used already: sign in with the token that it gave");
    EXPECT_EQ(run.submit("team-4"), "");
  }
  TeamRun run(folder_, with_challenges());
  EXPECT_EQ(run.service->caller_of(token)->id, "team-4") << "the store has its hash";
  const auto store = open(store::Access::kRead);
  EXPECT_EQ(store->teams().value().at(0).token_hash, wire::sha256_hex(token));
}

TEST_F(Administration, GivesLinksThatExpireAndAreTakenBack) {
  TeamRun run(folder_, with_challenges());
  const std::string old = invited(run, "", 1h);
  run.now += 1h;
  EXPECT_NE(joined(run, old, "team-4").find("was valid until 2026-11-01T01:00:00Z"), std::string::npos);
  const std::string key = invited(run);
  const std::string hash = wire::sha256_hex(key);
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->revoke(kTeacher, hash, told); }), "");
  EXPECT_EQ(joined(run, key, "team-4"), "this link was taken back: ask for a new one");
  EXPECT_EQ(invited(run, "a\xe2\x80\x8b", 1h), "") << "invisible characters";
  EXPECT_EQ(invited(run, "", 24h * 400), "");
}

TEST_F(Administration, TakesNoNameThatSomebodyHas) {
  TeamRun run(folder_, with_challenges());
  const std::string key = invited(run);
  EXPECT_EQ(joined(run, key, "ann"), "somebody is called ann already: choose another name");
  EXPECT_EQ(joined(run, key, "mcts"), "somebody is called mcts already: choose another name");
  EXPECT_NE(joined(run, key, "ann-v2").find("like the name of a version"), std::string::npos);
  EXPECT_NE(joined(run, key, "Équipe").find("is not a name"), std::string::npos);
  EXPECT_NE(joined(run, key, std::string(27, 'x')).find("is not a name"), std::string::npos);
  EXPECT_NE(joined(run, key, "team-4", std::string(49, 'x')).find("at most 48"), std::string::npos);
  EXPECT_EQ(joined(run, key, "team-4").size(), 48U) << "the link is not used up by that";
  EXPECT_EQ(joined(run, invited(run), "TEAM-4"), "somebody is called TEAM-4 already: choose another name");
}

TEST_F(Administration, DisqualifiesAndReinstates) {
  TeamRun run(folder_, with_challenges());
  run.submit("ann");
  run.admit("first");
  run.submit("ann");
  const auto running = run.host.builds.back().running;
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->disqualify(kTeacher, "ann", "copied", told); }),
            "");
  EXPECT_TRUE(running.expired());
  EXPECT_FALSE(run.ladder.playing.contains("ann"));
  EXPECT_EQ(run.ladder.barred, std::set<std::string>{"ann"});
  EXPECT_EQ(run.host.access.barred.at("ann"), "the team ann was disqualified: copied");
  EXPECT_EQ(run.submit("ann"), "your team was disqualified: copied");
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->activate(kAnn, 1, told); }),
            "your team was disqualified: copied");
  EXPECT_EQ(run.service->team(kAnn)->team.note, "copied");

  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->reinstate(kTeacher, "ann", told); }), "");
  EXPECT_EQ(run.ladder.playing.at("ann").version, 1U);
  EXPECT_TRUE(run.host.access.barred.empty());
  EXPECT_EQ(run.submit("ann"), "");
  // Also whoever has only ever connected.
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->disqualify(kTeacher, "bob", "", told); }), "");
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->disqualify(kTeacher, "nobody", "", told); }),
            "there is no team \"nobody\"");
}

TEST_F(Administration, KeepsADisqualifiedTeamOutAfterARestart) {
  {
    TeamRun run(folder_, with_challenges());
    run.submit("ann");
    run.admit("first");
    run.sentence_of([&](auto told) { run.service->disqualify(kTeacher, "ann", "copied", told); });
  }
  TeamRun run(folder_, with_challenges());
  EXPECT_TRUE(run.ladder.playing.empty());
  EXPECT_EQ(run.ladder.barred, std::set<std::string>{"ann"});
}

TEST_F(Administration, IsForAdministrators) {
  TeamRun run(folder_, with_challenges());
  const std::string only = "only an administrator may do that";
  EXPECT_EQ(run.service->teams(kAnn).error().sentence, only);
  EXPECT_EQ(run.service->audit(kAnn, 10).error().sentence, only);
  EXPECT_EQ(run.service->invitations(kAnn).error().sentence, only);
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->disqualify(kAnn, "bob", "", told); }), only);
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->reinstate(kAnn, "bob", told); }), only);
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->revoke(kAnn, "", told); }), only);
  EXPECT_EQ(run.sentence_of([&](auto told) { run.service->announce(kAnn, "hello", told); }), only);
  std::optional<base::Result<teams::InvitationKey>> answer;
  run.service->invite(kAnn, "", 1h, run.told(answer));
  EXPECT_EQ(answer->error().sentence, only);
}

TEST_F(Administration, IsWrittenDown) {
  {
    TeamRun run(folder_, with_challenges());
    invited(run, "Équipe 4");
    run.submit("ann");
    run.admit("first");
    run.sentence_of([&](auto told) { run.service->withdraw(kAnn, told); });
    run.sentence_of([&](auto told) { run.service->announce(kTeacher, "Deadline on Friday", told); });
    run.service->note(kTeacher, "reveal", "ladder-1", "");
    EXPECT_EQ(run.service->announcement(), "Deadline on Friday");
    EXPECT_NE(
        run.sentence_of([&](auto told) { run.service->announce(kTeacher, "a\nb", told); }).find("one line"),
        std::string::npos);
    run.settle();
  }
  TeamRun run(folder_, with_challenges());
  EXPECT_EQ(run.service->announcement(), "Deadline on Friday");
  std::string all;
  for (const store::AuditEntry& one : run.service->audit(kTeacher, 100).value())
    all += one.who + " " + one.action + " " + one.subject + "\n";
  EXPECT_EQ(all,
            "teacher reveal ladder-1\n"
            "teacher announce \n"
            "ann withdraw ann\n"
            "quiver admit ann\n"
            "teacher invite Équipe 4\n");
  EXPECT_EQ(run.service->audit(kTeacher, 2).value().size(), 2U);
}

TEST_F(Administration, LetsTeamsChallengeEachOther) {
  TeamRun run(folder_, with_challenges());
  EXPECT_EQ(challenged(run, "bob"), "ladder-challenges-1");
  EXPECT_EQ(challenged(run, "bob"), "the games of your last challenge are not over yet");
  wire::Record record;
  for (const char* id : {"ladder-challenges-1", "ladder-challenges-2"}) {
    record.id = id;
    run.ladder.over("ann", record);
  }
  EXPECT_NE(challenged(run, "nobody").find("nobody who plays now"), std::string::npos);
  EXPECT_EQ(challenged(run, "bob", 11), "a challenge has 1 to 10 games");
  EXPECT_EQ(challenged(run, "bob", 1), "ladder-challenges-3");
  record.id = "ladder-challenges-3";
  run.ladder.over("ann", record);
  EXPECT_EQ(challenged(run, "bob"), "your team has challenged 2 times within an hour; try again in 60m");
  run.now += 1h;
  EXPECT_EQ(challenged(run, "bob"), "ladder-challenges-4");
}

}  // namespace quiver::tests
