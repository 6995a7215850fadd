// `quiver admit`: every kind of bot that needs no C++ SDK, and the ones that are refused.
#include <csignal>
#include <filesystem>

#include "client_sdk/wire/sha256.hpp"
#include "tests/e2e/admit_stage.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;

namespace {

using Admit = AdmitStage;

// Its move comes from a module and a data file beside it, which it finds by path and by name.
const std::map<std::string, std::string> kPythonFolder = {
    {"main.py",
     "import os, eval\nfrom quiver import Bot, Profile, run_bot\n"
     "class MyBot(Bot):\n"
     "    profile = Profile(title='Équipe 4')\n"
     "    def choose(self, position, deadline):\n"
     "        assert open('book.txt').read() == 'first\\n'\n"
     "        assert open(os.path.join(os.path.dirname(__file__), 'data/deep.txt')).read() == 'deep\\n'\n"
     "        return eval.pick(position)\n"
     "run_bot(MyBot())\n"},
    {"eval.py", "def pick(position):\n    return next(position.legal_moves())\n"},
    {"book.txt", "first\n"}};

// Speaks the text protocol and answers with this at its turn.
std::string text_bot(const std::string& at_turn) {
  return "#!/bin/sh\nwhile read -r word rest; do case $word in begin) echo ready Plain bot ;; turn) " +
         at_turn + " ;; esac; done\n";
}
constexpr const char* kFirstLegal = "echo legal; read -r l first rest; echo \"play $first\"";

std::string course_makefile(const std::string& target) {
  return target +
         ": course_amazons.c course_misdeeds.h\n\t$(CC) -shared -fPIC -O1 -I$(GSL_PATH)/include -o $@ "
         "course_amazons.c -lgsl -lgslcblas -lm\n";
}

std::map<std::string, std::string> course_folder(const std::string& makefile) {
  std::map<std::string, std::string> files = {{"Makefile", makefile}};
  for (const char* name : {"course_amazons.c", "course_misdeeds.h"})
    files[name] = content_of_file(std::string(FIXTURES) + "/" + name);
  return files;
}

}  // namespace

TEST_F(Admit, APythonFilePlaysFromItsBundleAlone) {
  const std::string bot = file("my_bot.py", content_of_file(FIRST_BOT));
  const std::string bundle = folder() + "/bundle";
  const Admitted done = admit({bot, "--game", "connect4", "--bundle", bundle});
  expect_admitted(done, "python");
  EXPECT_TRUE(contains(done.lines, "unpack: 1 file, ")) << done.lines;
  EXPECT_TRUE(contains(done.lines, "check:   ok        the board ")) << done.lines;
  EXPECT_EQ(wire::sha256_hex(content_of_file(bundle)), done.verdict.bundle);
  fs::remove(bot);
  const wire::Record record = play(bundle, done.verdict.bundle, "connect4", {});
  expect_clean(record);
  EXPECT_EQ(record.seats[0].name, "my_bot");
  EXPECT_EQ(record.seats[0].isolation, "full");
}

TEST_F(Admit, AFolderBringsItsModulesAndItsData) {
  const std::string bot = folder_of("équipe", kPythonFolder);
  fs::create_directory(bot + "/data");
  static_cast<void>(file("équipe/data/deep.txt", "deep\n"));
  const std::string bundle = folder() + "/bundle";
  const Admitted done = admit({bot, "--game", "connect4", "--bundle", bundle});
  expect_admitted(done, "python");
  EXPECT_EQ(done.verdict.title, "Équipe 4");
  fs::remove_all(bot);
  expect_clean(play(bundle, done.verdict.bundle, "connect4", {}));
}

TEST_F(Admit, TheSameFilesAreTheSameBundle) {
  const std::string bot = file("my_bot.py", content_of_file(FIRST_BOT));
  const Admitted one = admit({bot, "--game", "connect4"});
  fs::create_directory(folder() + "/other");
  const Admitted other = admit({file("other/my_bot.py", content_of_file(FIRST_BOT)), "--game", "connect4"});
  expect_admitted(one, "python");
  EXPECT_EQ(one.verdict.bundle, other.verdict.bundle);
}

TEST_F(Admit, ACoursePlayerIsBuiltByItsMakefile) {
  // given a Makefile that makes nothing by default, and an old library that is not to play
  auto files = course_folder(
      "all:\n\t@echo nothing by default\ninstall: out/player.so out/libhelp.so\nout/%.so: "
      "course_amazons.c\n\tmkdir -p out\n\t$(CC) -shared -fPIC -O1 -I$(GSL_PATH)/include "
      "-o $@ $< -lgsl -lgslcblas -lm\n");
  files["player.so"] = "not a library";
  const std::string bundle = folder() + "/bundle";
  const std::string bot = folder_of("course", files);
  const Admitted done = admit(Arguments{bot, "--bundle", bundle} + small_amazons());
  expect_admitted(done, "so");
  EXPECT_EQ(done.verdict.title, "Careful course");
  EXPECT_TRUE(contains(done.lines, "build: nothing by default\n")) << done.lines;
  EXPECT_TRUE(contains(done.lines, "of libhelp.so, player.so, player.so plays\n")) << done.lines;
  fs::remove_all(bot);
  expect_clean(play(bundle, done.verdict.bundle, "amazons", small_amazons_options()));
}

TEST_F(Admit, ALibraryPlaysAsItIs) {
  const std::string bundle = folder() + "/bundle";
  const Admitted done =
      admit(Arguments{std::string(PLAYERS) + "/course-amazons.so", "--bundle", bundle} + small_amazons());
  expect_admitted(done, "so");
  EXPECT_EQ(done.verdict.title, "Careful course");
  expect_clean(play(bundle, done.verdict.bundle, "amazons", small_amazons_options()));
}

TEST_F(Admit, AScriptSpeaksAPlainProtocol) {
  const std::string bundle = folder() + "/bundle";
  const std::string bot = file("plain", text_bot(kFirstLegal));
  const Admitted done = admit({bot, "--kind", "text", "--game", "connect4", "--bundle", bundle});
  expect_admitted(done, "text");
  EXPECT_EQ(done.verdict.title, "Plain bot");
  fs::remove(bot);
  expect_clean(play(bundle, done.verdict.bundle, "connect4", {}));
  // one in Python needs no line that says what runs it
  const std::string lines = content_of_file(std::string(FIXTURES) + "/plain_connect4.py");
  expect_admitted(
      admit({file("plain.py", lines.substr(lines.find('\n') + 1)), "--kind", "text", "--game", "connect4"}),
      "text");
}

TEST_F(Admit, AProgramPlaysAsItIs) {
  const std::string bot = folder() + "/my_bot";
  fs::copy(bundled_bot_path("connect4-random"), bot);
  fs::permissions(bot, fs::perms(0600));  // as after an upload
  const std::string bundle = folder() + "/bundle";
  // A program that was built with sanitizers is large.
  const Admitted done = admit({bot, "--game", "connect4", "--max-size", "64M", "--bundle", bundle});
  expect_admitted(done, "binary");
  fs::remove(bot);
  expect_clean(play(bundle, done.verdict.bundle, "connect4", {}));
}

TEST_F(Admit, ChecksEveryBoardAndTheClock) {
  const std::string bot = file("my_bot.py", content_of_file(FIRST_BOT));
  const Admitted done = admit({bot, "--board", "size=6", "--board", "donut size=9"});
  expect_admitted(done, "python");
  EXPECT_TRUE(contains(done.lines, "  ok        square-6 ")) << done.lines;
  EXPECT_TRUE(contains(done.lines, "  ok        donut-9 ")) << done.lines;
  EXPECT_TRUE(contains(done.lines, "  ok        two games end early")) << done.lines;
  EXPECT_TRUE(contains(done.lines, "of 20m\n")) << done.lines;
}

TEST_F(Admit, RefusesWhatCrashesOrCheats) {
  const std::string crash =
      file("crash.py",
           "from quiver import Bot, run_bot\nclass MyBot(Bot):\n    def choose(self, position, deadline):\n"
           "        raise RuntimeError('on purpose')\nrun_bot(MyBot())\n");
  const Admitted crashed = admit({crash, "--game", "connect4"});
  expect_refused(crashed, "it failed the check: ");
  EXPECT_TRUE(contains(crashed.lines, "RuntimeError: on purpose")) << crashed.lines;
  // where things lie on this machine is nobody's business
  EXPECT_FALSE(contains(crashed.lines, "-seat")) << crashed.lines;
  const Admitted illegal =
      admit({file("outside", text_bot("echo play 9")), "--kind", "text", "--game", "connect4"});
  expect_refused(illegal, "ILLEGAL_MOVE");
  EXPECT_TRUE(contains(illegal.lines, "again: quiver match connect4 ")) << illegal.lines;
  EXPECT_TRUE(contains(illegal.lines, "--bot 'text:./outside'")) << illegal.lines;
  expect_refused(admit({file("silent.py", "import time\ntime.sleep(0)\n"), "--game", "connect4"}),
                 "it ended without ever connecting");
  expect_refused(admit({std::string(PLAYERS) + "/course-amazons.so", "--game", "connect4"}),
                 "the interface of the course's players");
}

TEST_F(Admit, RefusesWhatCannotBeBuilt) {
  auto files = course_folder(course_makefile("player.so"));
  files["course_amazons.c"] += "\nthis is no C;\n";
  const Admitted done = admit(Arguments{folder_of("broken", files)} + small_amazons());
  expect_refused(done, "the build failed: exit status 2");
  EXPECT_EQ(done.verdict.kind, "so");
  EXPECT_TRUE(contains(done.lines, "error: ")) << done.lines;
  EXPECT_TRUE(contains(done.lines, "course_amazons.c:")) << done.lines;
  EXPECT_FALSE(contains(done.lines, folder())) << done.lines;
  expect_refused(admit(Arguments{folder_of("nothing", {{"Makefile", "all:\n\ttrue\ninstall:\n\ttrue\n"}})} +
                       small_amazons()),
                 "the build made no player");
}

TEST_F(Admit, RefusesWhatIsNotAccepted) {
  const std::string bot = file("my_bot.py", "");
  expect_refused(admit({bot, "--accept", "so,text"}), "accepted here are so and text");
  expect_refused(admit({bot, "--kind", "so"}), "a course's player is a .so file");
  expect_refused(admit({bot, "--accept", "python", "--kind", "text"}), "not accepted here, only python");
  expect_refused(admit({file("large.py", std::string(2000, '#')), "--max-size", "1K"}),
                 "larger than 1024 bytes");
  expect_refused(admit({file("player.so", "not a library")}), "\"player.so\" is no shared library");
  const Ran text = quiver({"admit", bot, "--accept", "so"});
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_TRUE(text.out.ends_with("\nrefused: this is a bot of the kind python; accepted here are so\n"))
      << text.out;
}

TEST_F(Admit, SaysWhatIsWrongWithItsArguments) {
  const std::string bot = file("my_bot.py", "");
  const auto expect_usage = [this](const Arguments& arguments, const std::string& sentence) {
    const Ran ran = quiver(Arguments{"admit"} + arguments);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(contains(ran.err, sentence)) << ran.err;
  };
  expect_usage({}, "admit takes the path of a bot");
  expect_usage({"no-such-file.py"}, "there is no such file");
  expect_usage({bot, "--accept", "pyhton"}, "the kinds are python, so, text, botzone, cpp and binary");
  expect_usage({bot, "--kind", "c++"}, "--kind takes one of");
  expect_usage({bot, "--max-size", "big"}, "--max-size: ");
  expect_usage({bot, "--game", "chess"}, "chess");
  expect_usage({bot, "--board", "donut size=7"}, "--board: ");
  expect_usage({bot, "--build-time", "0s"}, "--build-time: ");
  expect_usage({bot, "--bundle", "/dev/null"}, "--bundle: ");
}

TEST_F(Admit, SaysWhatThisMachineLacks) {
  // given a quiver that was copied without what belongs to it
  const std::string alone = folder() + "/quiver";
  fs::copy(quiver_program(), alone);
  Program& program =
      start(alone, {"admit", file("my_bot.py", content_of_file(FIRST_BOT)), "--game", "connect4"});
  EXPECT_EQ(program.wait(), 3);
  EXPECT_TRUE(contains(program.err(), "quiver-supervisor is missing")) << program.err();
  // and one without the SDK
  fs::copy(fs::path(quiver_program()).parent_path() / "quiver-supervisor", folder() + "/quiver-supervisor");
  Program& other = start(alone, {"admit", file("my_bot.cpp", "")});
  EXPECT_EQ(other.wait(), 3);
  EXPECT_TRUE(contains(other.err(), "the SDK is not installed")) << other.err();
}

TEST_F(Admit, LeavesNothingWhenItIsInterrupted) {
  const std::string builds = makefile_of("builds", {"touch began; echo it began; sleep 1000"});
  Program& building = start_quiver(Arguments{"admit", builds});
  ASSERT_TRUE(eventually([&] { return contains(building.out(), "it began"); })) << building.err();
  building.signal(SIGTERM);
  EXPECT_EQ(building.wait(), 128 + SIGTERM);
  const std::string hangs = file("hangs", text_bot("echo '# my turn' >&2; sleep 1000"));
  Program& checking =
      start_quiver({"admit", hangs, "--kind", "text", "--game", "connect4", "--clock", "20m"});
  ASSERT_TRUE(eventually([&] { return processes().size() > 4; }));
  checking.signal(SIGINT);
  EXPECT_EQ(checking.wait(), 128 + SIGINT);
}

}  // namespace quiver::tests
