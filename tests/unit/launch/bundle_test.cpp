// A bot travels: packed here, unpacked there, and still the same bot.
#include "referee/launch/files/bundle.hpp"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "client_sdk/wire/sha256.hpp"
#include "referee/launch/files/bundle_cache.hpp"
#include "referee/launch/files/bundle_layout.hpp"
#include "referee/launch/isolation.hpp"
#include "tests/unit/launch/running.hpp"

namespace quiver::tests {

using launch::BotSpec;
using launch::BundleLayout;
using launch::pack_bundle;
using launch::Packed;
using launch::unpack_bundle;
namespace fs = std::filesystem;

namespace {

class BundleOfABot : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::canonical(testing::TempDir()).string() + "/quiver-bundle-XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    fs::permissions(folder_, fs::perms(0755));
    make_bot("home");
  }
  void TearDown() override { fs::remove_all(folder_); }

  // A bot that finds a file by its argument, in a folder by its name alone, and beside itself.
  void make_bot(const std::string& where) const {
    fs::create_directories(path(where) + "/data/deep/empty");
    write(where + "/run", "#!/bin/sh\ncat \"$1\" \"$BOOK\" \"$(dirname \"$0\")\"/data/deep/two\n");
    fs::permissions(path(where) + "/run", fs::perms(0755));
    write(where + "/book", "book\n");
    write(where + "/data/one", "one\n");
    write(where + "/data/deep/two", "two\n");
  }
  [[nodiscard]] BotSpec bot_in(const std::string& where) const {
    const std::string at = path(where);
    return parsed(at + "/run name=mine see=" + at + "/data env:BOOK=" + at + "/data/one " + at + "/book -v");
  }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name)) << content;
  }
  static std::string content_of(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static BotSpec parsed(const std::string& text) {
    auto spec = launch::parse_bot_spec(text, "amazons", {});
    EXPECT_TRUE(spec) << (spec ? "" : spec.error().sentence);
    return spec ? *spec : BotSpec{};
  }
  static Packed packed(const BotSpec& bot) {
    auto done = pack_bundle(bot);
    EXPECT_TRUE(done) << (done ? "" : done.error().sentence);
    return done ? std::move(*done) : Packed{};
  }
  [[nodiscard]] BotSpec unpacked(const Packed& bundle) const {
    auto bot = unpack_bundle(bundle.bytes, bundle.name, path("cache"));
    EXPECT_TRUE(bot) << (bot ? "" : bot.error().sentence);
    return bot ? *bot : BotSpec{};
  }
  static void expect_unpackable(const BotSpec& bot, const std::string& why) {
    const auto done = pack_bundle(bot);
    ASSERT_FALSE(done) << why;
    EXPECT_NE(done.error().sentence.find(why), std::string::npos) << done.error().sentence;
  }
  void expect_refused(const std::string& bytes, const std::string& why) const {
    const auto bot = unpack_bundle(bytes, wire::sha256_hex(bytes), path("cache"));
    ASSERT_FALSE(bot) << why;
    EXPECT_NE(bot.error().sentence.find(why), std::string::npos) << bot.error().sentence;
    EXPECT_FALSE(fs::exists(path("cache")));
  }
  static launch::Command command_of(const BotSpec& bot) {
    launch::Command command = shell("");
    command.program = bot.program;
    command.arguments = bot.arguments;
    command.environment.insert(bot.environment.begin(), bot.environment.end());
    return command;
  }

  std::string folder_;
};

wire::Bundle system_bundle(const std::string& program) {
  wire::Bundle bundle;
  bundle.bot.name = "mine";
  bundle.bot.program = {program, false};
  return bundle;
}

}  // namespace

TEST_F(BundleOfABot, RunsWhereItIsUnpacked) {
  const Packed bundle = packed(bot_in("home"));
  fs::remove_all(path("home"));
  const BotSpec bot = unpacked(bundle);
  const std::string place = path("cache") + "/" + bundle.name + "/0/";
  EXPECT_EQ(bot.name, "mine");
  EXPECT_EQ(bot.program, place + "run");
  EXPECT_EQ(bot.arguments, (std::vector<std::string>{place + "book", "-v"}));
  EXPECT_EQ(bot.environment.at("BOOK"), place + "data/one");
  EXPECT_EQ(bot.linked, std::vector<std::string>{place + "data"});
  EXPECT_NE(find_origin(bot.origins, place + "book"), nullptr);
  EXPECT_TRUE(fs::is_empty(place + "data/deep/empty"));
  EXPECT_EQ(fs::status(place + "run").permissions(), fs::perms(0755));
  EXPECT_EQ(fs::status(place + "book").permissions(), fs::perms(0644));
  EXPECT_EQ(run_to_end(command_of(bot)), "book\none\ntwo\n");
}

TEST_F(BundleOfABot, RunsIsolated) {
  const auto launch_policy = launch::make_launch_policy(launch::Isolation::kAuto, QUIVER_SUPERVISOR);
  ASSERT_TRUE(launch_policy);
  if (launch_policy->confinement != launch::Confinement::kFull) GTEST_SKIP() << launch_policy->warning;
  const BotSpec bot = unpacked(packed(bot_in("home")));
  launch::Snapshots snapshots;
  auto files = launch::open_launch_files(bot, true, &snapshots);
  ASSERT_TRUE(files) << files.error().sentence;
  launch::Command command = command_of(bot);
  command.confinement = launch::Confinement::kFull;
  command.files = std::make_shared<const launch::LaunchFiles>(std::move(*files));
  EXPECT_EQ(run_to_end(command), "book\none\ntwo\n");
}

TEST_F(BundleOfABot, IsTheSameWhereverTheFilesAre) {
  make_bot("another/place/of/it");
  const Packed here = packed(bot_in("home"));
  const Packed there = packed(bot_in("another/place/of/it"));
  EXPECT_EQ(here.name, there.name);
  EXPECT_EQ(here.name, wire::sha256_hex(here.bytes));
  EXPECT_EQ(here.bytes.find(folder_), std::string::npos);
  write("another/place/of/it/data/one", "two\n");
  EXPECT_NE(packed(bot_in("another/place/of/it")).name, here.name);
}

TEST_F(BundleOfABot, IsTheSameWhenItIsPackedAgainElsewhere) {
  const Packed bundle = packed(bot_in("home"));
  EXPECT_EQ(packed(unpacked(bundle)).name, bundle.name);
}

TEST_F(BundleOfABot, LeavesOutWhatPythonCompiled) {
  const Packed before = packed(bot_in("home"));
  fs::create_directory(path("home/data/__pycache__"));
  write("home/data/__pycache__/x.pyc", "x");
  EXPECT_EQ(packed(bot_in("home")).name, before.name);
}

TEST_F(BundleOfABot, LeavesTheSystemWhereItIs) {
  const BotSpec bot = unpacked(packed(parsed("/bin/cat name=mine see=/usr/bin " + path("home/book"))));
  EXPECT_EQ(bot.program, "/bin/cat");
  EXPECT_EQ(bot.linked, std::vector<std::string>{"/usr/bin"});
  EXPECT_EQ(content_of(bot.arguments.at(0)), "book\n");
}

TEST_F(BundleOfABot, MovesPathsInsideWords) {
  const std::string data = path("home/data");
  const BotSpec given = parsed(path("home/run") + " see=" + data + " env:LIST=/opt:" + data + ":" + data +
                               "/deep: --book=" + data + "/one --none=" + data + "/none");
  const BotSpec bot = unpacked(packed(given));
  const std::string there = bot.linked.at(0);
  EXPECT_EQ(bot.environment.at("LIST"), "/opt:" + there + ":" + there + "/deep:");
  EXPECT_EQ(bot.arguments,
            (std::vector<std::string>{"--book=" + there + "/one", "--none=" + data + "/none"}));
}

TEST_F(BundleOfABot, IsOfALaunchedBotOnly) {
  expect_unpackable(parsed("remote:far"), "is a remote bot");
  BotSpec person;
  person.remote = true;
  person.person = "key";
  expect_unpackable(person, "is a person");
  BotSpec debugged = bot_in("home");
  launch::prepare_for_debugger(debugged);
  expect_unpackable(debugged, "stands in a debugger");
}

TEST_F(BundleOfABot, HasALimit) {
  fs::resize_file(path("home/data/one"), launch::kMostBundle);
  expect_unpackable(bot_in("home"), "the bot's files are more than 64 MB");
  fs::resize_file(path("home/data/one"), std::uintmax_t{1} << 40U);  // read, it would fill the memory
  expect_unpackable(bot_in("home"), "with a smaller see= folder");
}

TEST_F(BundleOfABot, FollowsLinksToItsOwnFilesAndTheSystemsOnly) {
  fs::create_symlink("deep/two", path("home/data/near"));
  fs::create_directory_symlink("deep", path("home/data/folder"));
  fs::create_symlink("../book", path("home/data/beside"));
  fs::create_symlink("/bin/cat", path("home/data/cat"));
  const std::string there = unpacked(packed(bot_in("home"))).linked.at(0);
  EXPECT_EQ(content_of(there + "/near"), "two\n");
  EXPECT_EQ(content_of(there + "/folder/two"), "two\n");
  EXPECT_EQ(content_of(there + "/beside"), "book\n");
  EXPECT_FALSE(fs::is_symlink(there + "/near"));
  EXPECT_EQ(fs::file_size(there + "/cat"), fs::file_size("/bin/cat"));
  write("secret", "hidden");
  fs::create_symlink("../../secret", path("home/data/out"));
  expect_unpackable(bot_in("home"), "is a link that leads out of the bot's files");
}

TEST_F(BundleOfABot, FollowsNoArgumentOutOfItsFolder) {
  write("secret", "hidden");
  fs::create_symlink("../secret", path("home/out"));
  const std::string out = path("home/out");
  expect_unpackable(parsed(path("home/run") + " " + out), "is a link that leads out of its folder");
  const BotSpec allowed = unpacked(packed(parsed(path("home/run") + " see=" + out + " " + out)));
  EXPECT_EQ(content_of(allowed.arguments.at(0)), "hidden");
}

TEST_F(BundleOfABot, HasNoOtherKindsOfFilesAndNoCircles) {
  const BotSpec bot = bot_in("home");
  ASSERT_EQ(mkfifo(path("home/data/fifo").c_str(), 0666), 0);
  expect_unpackable(bot, "is neither a file nor a folder");
  fs::remove(path("home/data/fifo"));
  fs::create_directory_symlink("..", path("home/data/deep/up"));
  expect_unpackable(bot, "it leads in a circle");
}

TEST_F(BundleOfABot, IsKnownByItsName) {
  Packed bundle = packed(bot_in("home"));
  const std::string name = bundle.name;
  bundle.bytes[bundle.bytes.find("book\n")] = 'B';
  for (const std::string& one : {name, std::string("../cache"), std::string()}) {
    const auto bot = unpack_bundle(bundle.bytes, one, path("cache"));
    ASSERT_FALSE(bot);
    EXPECT_NE(bot.error().sentence.find("its SHA-256 is another"), std::string::npos) << bot.error().sentence;
  }
  EXPECT_FALSE(fs::exists(path("cache")));
}

TEST_F(BundleOfABot, CannotLeadOutOfTheCacheOrShowTheMachine) {
  wire::Bundle bundle = system_bundle("/bin/cat");
  bundle.files["../out"].content = "x";
  expect_refused(wire::encode_bundle(bundle), "does not stay inside its folder");
  for (const char* secret : {"/etc", "/usr/../etc", "/tmp"}) {
    bundle = system_bundle("/bin/cat");
    bundle.bot.visible = {{secret, false}};
    expect_refused(wire::encode_bundle(bundle), "neither in it nor part of the system");
  }
  expect_refused(wire::encode_bundle(system_bundle("/home/x/run")), "neither in it nor part of the system");
}

TEST_F(BundleOfABot, SaysWhatTheMachineLacks) {
  expect_refused(wire::encode_bundle(system_bundle("/usr/bin/python9")),
                 "\"mine\" needs \"/usr/bin/python9\", which is not on this machine");
}

TEST_F(BundleOfABot, IsUnpackedOnce) {
  const Packed bundle = packed(bot_in("home"));
  const std::string run = unpacked(bundle).program;
  struct stat before {};
  struct stat after {};
  ASSERT_EQ(stat(run.c_str(), &before), 0);
  EXPECT_EQ(unpacked(bundle).program, run);
  ASSERT_EQ(stat(run.c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_EQ(std::distance(fs::directory_iterator(path("cache")), {}), 1);
}

TEST_F(BundleOfABot, IsRepaired) {
  const Packed bundle = packed(bot_in("home"));
  const std::string place = path("cache") + "/" + bundle.name;
  const std::vector<std::function<void()>> damages = {
      [&] { std::ofstream(place + "/0/book") << "BOOK\n"; },
      [&] { std::ofstream(place + "/0/more") << "x"; },
      [&] { fs::remove(place + "/0/data/one"); },
      [&] { fs::permissions(place + "/0/run", fs::perms(0644)); },
      [&] { fs::remove_all(place + "/0/data/deep/empty"); },
      [&] {
        fs::rename(place + "/0/book", path("elsewhere"));
        fs::create_symlink(path("elsewhere"), place + "/0/book");
      },
      [&] {
        fs::remove_all(place);
        std::ofstream(place) << "a file";
      },
      [&] {
        fs::remove_all(place);
        fs::create_directory_symlink(path("home"), place);
      },
  };
  for (const auto& damage : damages) {
    ASSERT_FALSE(unpacked(bundle).program.empty());
    damage();
    EXPECT_EQ(run_to_end(command_of(unpacked(bundle))), "book\none\ntwo\n");
    EXPECT_EQ(std::distance(fs::directory_iterator(path("cache")), {}), 1) << "nothing else is left";
    EXPECT_FALSE(fs::is_symlink(place + "/0/book"));
    EXPECT_FALSE(fs::exists(place + "/0/more"));
    EXPECT_TRUE(fs::exists(place + "/0/data/deep/empty"));
  }
}

TEST_F(BundleOfABot, IsUnpackedBySeveralAtOnce) {
  const Packed bundle = packed(bot_in("home"));
  const std::string place = path("cache") + "/" + bundle.name;
  for (int round = 0; round < 10; ++round) {
    // given nothing, or what has to be replaced
    if (round % 2 == 0)
      fs::remove_all(place);
    else
      std::ofstream(place + "/0/book") << "BOOK\n";
    std::vector<std::thread> threads;
    for (int k = 0; k < 4; ++k)
      threads.emplace_back([&] { EXPECT_EQ(content_of(unpacked(bundle).arguments.at(0)), "book\n"); });
    for (std::thread& one : threads) one.join();
    EXPECT_EQ(std::distance(fs::directory_iterator(path("cache")), {}), 1);
  }
}

// A cache of three bundles of about the same size, the first of which is used again last of all.
TEST_F(BundleOfABot, MakesRoomForOthersWhenNobodyUsesIt) {
  std::vector<Packed> bundles;
  char letter = 'a';
  for (const char* name : {"one", "two", "three"}) {
    make_bot(name);
    write(std::string(name) + "/book", std::string(100'000, letter++));
    bundles.push_back(packed(bot_in(name)));
    static_cast<void>(unpacked(bundles.back()));
    // Times of files have ticks.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const auto is_there = [&](std::size_t k) { return fs::exists(path("cache/" + bundles[k].name)); };
  launch::trim_cache(path("cache"), std::uint64_t{1} << 30U);
  EXPECT_TRUE(is_there(0) && is_there(1) && is_there(2));
  static_cast<void>(unpacked(bundles[0]));
  launch::trim_cache(path("cache"), 300'000);
  EXPECT_TRUE(is_there(0) && is_there(2));
  EXPECT_FALSE(is_there(1)) << "it was used the longest ago";

  const BotSpec used = unpacked(bundles[2]);
  launch::trim_cache(path("cache"), 0);
  EXPECT_FALSE(is_there(0));
  EXPECT_TRUE(is_there(2)) << "somebody uses it";
  EXPECT_EQ(run_to_end(command_of(used)).substr(0, 5), "ccccc");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("cache")), {}), 1);
}

TEST_F(BundleOfABot, IsThereForEveryUserWhileOthersMakeRoom) {
  const Packed bundle = packed(bot_in("home"));
  std::atomic<bool> ends{false};
  std::thread trimmer([&] {
    while (!ends) launch::trim_cache(path("cache"), 0);
  });
  std::vector<std::thread> users;
  for (int k = 0; k < 3; ++k)
    users.emplace_back([&] {
      for (int round = 0; round < 30; ++round) {
        const BotSpec used = unpacked(bundle);
        ASSERT_FALSE(used.program.empty());
        EXPECT_EQ(content_of(used.arguments.at(0)), "book\n");
      }
    });
  for (std::thread& one : users) one.join();
  ends = true;
  trimmer.join();
}

TEST_F(BundleOfABot, RemovesWhatAKilledProcessLeft) {
  struct stat space {};
  ASSERT_EQ(stat("/proc/self/ns/pid", &space), 0);
  const std::string left = "cache/quiver-bundle." + std::to_string(space.st_ino) + ".1.1.00000000";
  fs::create_directories(path(left));
  ASSERT_FALSE(unpacked(packed(bot_in("home"))).program.empty());
  EXPECT_FALSE(fs::exists(path(left)));
}

TEST(LayoutOfABundle, KeepsPlacesRelativeToEachOther) {
  const BundleLayout layout(
      {"/home/x/bin/run", "/home/x/data", "/home/x/data/book", "/opt/python", "/models"});
  EXPECT_EQ(layout.place_of("/home/x/bin/run"), "0/bin/run");
  EXPECT_EQ(layout.place_of("/home/x/data/book"), "0/data/book");
  EXPECT_EQ(layout.place_of("/opt/python/quiver"), "1/python/quiver");
  EXPECT_EQ(layout.place_of("/models"), "2/models");
  EXPECT_EQ(layout.place_of("/home/x"), std::nullopt);
  EXPECT_EQ(layout.place_of("/home/x/bin"), std::nullopt);
  EXPECT_EQ(layout.place_of("/opt/python3"), std::nullopt);
}

}  // namespace quiver::tests
