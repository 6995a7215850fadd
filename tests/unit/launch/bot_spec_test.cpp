// What --bot arguments mean.
#include "referee/launch/bot_spec.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace quiver::tests {

using launch::BotSpec;
using launch::parse_bot_spec;
using launch::parse_network_spec;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

wire::TimeControl ten_seconds() {
  wire::TimeControl time;
  time.bank = seconds(10);
  return time;
}

BotSpec spec(const std::string& text) {
  auto parsed = parse_bot_spec(text, "amazons", ten_seconds());
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().sentence);
  return parsed ? *parsed : BotSpec{};
}

std::string sentence(const std::string& text) {
  const auto parsed = parse_bot_spec(text, "amazons", ten_seconds());
  return parsed ? "" : parsed.error().sentence;
}

}  // namespace

TEST(BotSpec, IsAProgramWithArguments) {
  const BotSpec bot = spec("/bin/sh -c 'exit 3' x=1");
  EXPECT_FALSE(bot.remote);
  EXPECT_EQ(bot.program, "/bin/sh");
  EXPECT_EQ(bot.name, "sh");
  EXPECT_EQ(bot.arguments, (std::vector<std::string>{"-c", "exit 3", "x=1"}));
  EXPECT_EQ(bot.time, ten_seconds());
}

TEST(BotSpec, FindsABareNameAsAShellDoes) {
  EXPECT_TRUE(spec("sh").program.ends_with("/sh"));
  EXPECT_TRUE(spec("sh").program.starts_with("/"));
}

TEST(BotSpec, PassesFilesOnAsAbsolutePaths) {
  const BotSpec bot = spec("/bin/sh . no-such-file");
  EXPECT_TRUE(bot.arguments[0].starts_with("/"));
  EXPECT_EQ(bot.arguments[1], "no-such-file");
}

TEST(BotSpec, FindsTheScriptBehindTheOptionsOfPython) {
  const std::string path = testing::TempDir() + "my_script.py";
  std::ofstream(path) << "import quiver\n";
  const BotSpec bot = spec("python3 memory=64M -X dev -u " + path + " --depth 3");
  EXPECT_EQ(bot.program, "/usr/bin/python3");
  EXPECT_EQ(bot.name, "my_script");
  EXPECT_EQ(bot.arguments, (std::vector<std::string>{"-X", "dev", "-u", path, "--depth", "3"}));
  EXPECT_NE(std::find(bot.visible.begin(), bot.visible.end(), path), bot.visible.end());
  EXPECT_EQ(bot.environment.at("PYTHONUNBUFFERED"), "1");
  EXPECT_EQ(bot.limits.memory_bytes, 64U << 20U);
  EXPECT_EQ(spec("python3 name=mine -X dev " + path).name, "mine");
  EXPECT_EQ(spec("/usr/bin/python3 " + path).name, "my_script");
  EXPECT_EQ(spec("python3 -c 'import quiver'").name, "python3");
  std::filesystem::remove(path);
}

TEST(BotSpec, TakesSettingsRightAfterTheProgram) {
  const BotSpec bot = spec(
      "/bin/sh name=Deep.Blue move-time=500ms clock=1m+2s memory=64M cpu=3s env:A=b env:C= move-time "
      "move-time=1s");
  EXPECT_EQ(bot.name, "Deep.Blue");
  EXPECT_EQ(bot.time.per_move, milliseconds(500));
  EXPECT_EQ(bot.time.bank, seconds(60));
  EXPECT_EQ(bot.time.increment, seconds(2));
  EXPECT_EQ(bot.limits.memory_bytes, 64U << 20U);
  EXPECT_EQ(bot.limits.cpu, seconds(3));
  EXPECT_EQ(bot.environment, (std::map<std::string, std::string>{{"A", "b"}, {"C", ""}}));
  // The first word that is no setting begins the bot's own arguments.
  EXPECT_EQ(bot.arguments, (std::vector<std::string>{"move-time", "move-time=1s"}));
}

TEST(BotSpec, CanGoWithoutLimits) {
  const BotSpec bot = spec("/bin/sh memory=none cpu=none");
  EXPECT_FALSE(bot.limits.memory_bytes);
  EXPECT_FALSE(bot.limits.cpu);
}

TEST(BotSpec, IsRemote) {
  const BotSpec bot = spec("remote:alice move-time=1s");
  EXPECT_TRUE(bot.remote);
  EXPECT_EQ(bot.name, "alice");
  EXPECT_EQ(bot.time.per_move, seconds(1));
}

TEST(BotSpec, IsRefusedWithASentence) {
  EXPECT_EQ(sentence(""), "a bot has to be named");
  EXPECT_EQ(sentence("'sh"), "\"'sh\" has a quote that is not closed");
  EXPECT_EQ(sentence("remote:"), "\"remote:\" is not remote:NAME; \"\" is not a name: it is empty");
  EXPECT_EQ(sentence("remote:a b"), "a remote bot takes no arguments from here");
  EXPECT_EQ(sentence("/bin/sh name=.x"), "\".x\" is not a name: it begins with a dot");
  EXPECT_EQ(sentence("/bin/sh move-time=2"), "\"2\" is not a duration; write 500ms, 2s or 1m");
  EXPECT_EQ(sentence("/bin/sh move-time=0s"), "\"0s\" must be more than 0");
  EXPECT_EQ(sentence("/bin/sh memory=much"), "\"much\" is not an amount of memory; write 512M or 2G");
  EXPECT_EQ(sentence("/bin/sh env:=x"), "\"env:=x\" is not env:NAME=VALUE");
  EXPECT_TRUE(sentence("/no/such").starts_with("\"/no/such\" is neither a bundled bot ("));
  EXPECT_TRUE(sentence("/etc/passwd").starts_with("\"/etc/passwd\" is not executable;"));
  EXPECT_EQ(sentence("text:"), "text: has to be followed by a program, as in text:./my-bot");
  EXPECT_EQ(sentence("botzone:/etc/passwd"), "\"/etc/passwd\" after botzone: is not an executable file");
}

TEST(BotSpec, IsAPythonFile) {
  std::string folder = testing::TempDir() + "quiver-python-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/my bot.py") << "pass";
  const BotSpec bot = spec("'" + folder + "/my bot.py' env:PYTHONPATH=/opt/mine --depth 3");
  EXPECT_EQ(bot.name, "my_bot");
  EXPECT_EQ(bot.program, "/usr/bin/python3");
  EXPECT_EQ(bot.arguments, (std::vector<std::string>{folder + "/my bot.py", "--depth", "3"}));
  EXPECT_EQ(bot.visible.front(), folder + "/my bot.py");
  EXPECT_TRUE(bot.environment.at("PYTHONPATH").ends_with("/opt/mine"));  // after the SDK's, if it is there
  std::filesystem::remove_all(folder);
}

TEST(BotSpec, GetsANameOfItsOwn) {
  std::vector<BotSpec> bots = {spec("/bin/sh"), spec("/bin/sh"), spec("remote:sh"), spec("/bin/sh")};
  launch::make_names_differ(bots);
  EXPECT_EQ(bots[0].name, "sh-2");  // a remote bot's name is its own
  EXPECT_EQ(bots[1].name, "sh-3");
  EXPECT_EQ(bots[2].name, "sh");
  EXPECT_EQ(bots[3].name, "sh-4");
}

TEST(BotSpec, OfAPersonGivesWayToBotsOfItsName) {
  BotSpec person;
  person.remote = true;
  person.person = "a key";
  person.name = "sh";
  std::vector<BotSpec> bots = {person, person, spec("/bin/sh")};
  launch::make_names_differ(bots);
  EXPECT_EQ(bots[0].name, "sh-2");
  EXPECT_EQ(bots[1].name, "sh-3");
  EXPECT_EQ(bots[2].name, "sh");
}

TEST(NetworkSpec, IsRemoteOrOffered) {
  const std::map<std::string, std::string> offers = {{"launch_policy", "/bin/sh -c true"}};
  const auto remote = parse_network_spec("remote:bob", offers, "amazons", ten_seconds());
  ASSERT_TRUE(remote);
  EXPECT_TRUE(remote->remote);
  const auto offered = parse_network_spec("launch_policy clock=2s", offers, "amazons", ten_seconds());
  ASSERT_TRUE(offered);
  EXPECT_EQ(offered->name, "launch_policy");
  EXPECT_EQ(offered->program, "/bin/sh");
  EXPECT_EQ(offered->time.bank, seconds(2));
}

TEST(NetworkSpec, IsNeverAPathOrACommand) {
  const std::map<std::string, std::string> offers = {{"launch_policy", "/bin/sh"}};
  for (const char* text : {"/bin/sh", "sh", "./sh", "launch_policy -c evil", "launch_policy env:LD_PRELOAD=x",
                           "launch_policy memory=none", "remote:a name=b", ""})
    EXPECT_FALSE(parse_network_spec(text, offers, "amazons", ten_seconds())) << text;
}

TEST(BotSpec, ShowsABotTheFilesItsArgumentsNameButNotWhereLinksLead) {
  namespace fs = std::filesystem;
  std::string folder = testing::TempDir() + "quiver-spec-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/book") << "x";
  fs::create_symlink("book", folder + "/near");
  fs::create_symlink("/etc/passwd", folder + "/far");
  const auto spec = parse_bot_spec(
      "/bin/cat " + folder + "/book " + folder + "/near " + folder + "/far --depth", "amazons", {});
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->visible, (std::vector<std::string>{"/bin/cat", folder + "/book", folder + "/near"}));
  EXPECT_EQ(spec->arguments.size(), 4U);
  const auto told = parse_bot_spec("/bin/cat see=" + folder + "/far", "amazons", {});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->visible.back(), folder + "/far");
  EXPECT_FALSE(parse_bot_spec("/bin/cat see=/tmp", "amazons", {}));
  EXPECT_FALSE(parse_bot_spec("/bin/cat see=" + folder + "/nothing", "amazons", {}));
  fs::remove_all(folder);
}

TEST(BotSpec, HasLimitsOfItsOwn) {
  const auto spec =
      parse_bot_spec("/bin/cat processes=7 files=8 scratch=9M log=10K memory=none", "amazons", {});
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->limits.processes, 7U);
  EXPECT_EQ(spec->limits.files, 8U);
  EXPECT_EQ(spec->limits.scratch_bytes, 9U << 20U);
  EXPECT_EQ(spec->limits.log_bytes, 10U << 10U);
  EXPECT_FALSE(spec->limits.memory_bytes);
  EXPECT_FALSE(parse_bot_spec("/bin/cat processes=many", "amazons", {}));
  EXPECT_FALSE(parse_bot_spec("/bin/cat scratch=0", "amazons", {}));
}

}  // namespace quiver::tests
