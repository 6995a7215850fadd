// `quiver admit` with bots in C++, built with the SDK.
#include <filesystem>

#include "tests/e2e/admit_stage.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;

namespace {

using AdmitCpp = AdmitStage;

std::string first_bot() { return content_of_file(FIRST_BOT_CPP); }

}  // namespace

TEST_F(AdmitCpp, ASingleFileBecomesAProgram) {
  const std::string bot = file("my_bot.cpp", first_bot());
  const std::string bundle = folder() + "/bundle";
  const Admitted done = admit({bot, "--game", "connect4", "--bundle", bundle});
  expect_admitted(done, "cpp");
  EXPECT_FALSE(contains(done.lines, folder())) << done.lines;
  fs::remove(bot);
  const wire::Record record = play(bundle, done.verdict.bundle, "connect4", {});
  expect_clean(record);
  EXPECT_EQ(record.seats[0].name, "my_bot");
}

TEST_F(AdmitCpp, AProjectIsBuiltByItsCMakeLists) {
  // given a project that also builds a tool, and a bot that reads a file
  std::string bot = first_bot();
  bot.replace(bot.find("int main("), 0, "#include <fstream>\n");
  bot.insert(bot.find("return bot::run_bot"), "if (!std::ifstream(\"book.txt\")) return 7;\n  ");
  const std::string project = folder_of(
      "mine",
      {{"CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.25)\nproject(mine LANGUAGES CXX)\n"
        "find_package(quiver_sdk REQUIRED)\nadd_executable(tool tool.cpp)\n"
        "add_executable(mine mine.cpp)\ntarget_link_libraries(mine PRIVATE quiver::bot)\n"
        "set_target_properties(mine PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_SOURCE_DIR}/bin)\n"},
       {"mine.cpp", bot},
       {"tool.cpp", "int main() {}\n"},
       {"book.txt", "first\n"}});
  const std::string bundle = folder() + "/bundle";
  const Admitted done = admit({project, "--game", "connect4", "--bundle", bundle});
  expect_admitted(done, "cpp");
  EXPECT_TRUE(contains(done.lines, "build: of mine, tool, mine plays\n")) << done.lines;
  fs::remove_all(project);
  expect_clean(play(bundle, done.verdict.bundle, "connect4", {}));
}

TEST_F(AdmitCpp, ABrokenOneIsRefusedWithWhatTheCompilerSays) {
  const Admitted done = admit({file("my_bot.cpp", "int main() { return nothing; }\n"), "--game", "connect4"});
  expect_refused(done, "the build failed: exit status ");
  EXPECT_TRUE(contains(done.lines, "my_bot.cpp:1:21: error: ")) << done.lines;
  const Admitted none = admit({folder_of(
      "none", {{"CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(none NONE)\n"}})});
  expect_refused(none, "the build made no program");
}

}  // namespace quiver::tests
