#include "tests/e2e/admit_stage.hpp"

#include <filesystem>
#include <sstream>

#include "referee/launch/files/bundle.hpp"
#include "referee/launch/process.hpp"
#include "referee/run/referee.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;

namespace {

class OneRecord final : public run::OrderObserver {
 public:
  void on_record(const wire::Record& one) override { record = one; }
  wire::Record record;
};

}  // namespace

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Arguments small_amazons() { return {"--game", "amazons", "--size", "6"}; }

games::Options small_amazons_options() {
  games::Options options;
  options.size = 6;
  return options;
}

AdmitStage::Admitted AdmitStage::admit(const Arguments& arguments) {
  const Ran ran = quiver(Arguments{"admit", "--json", "--clock", "20m"} + arguments);
  Admitted done{ran.exit_code, "", {}, ran.out, ran.err};
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(done.verdict.verdict.empty()) << "a line after the verdict: " << line;
    const auto read = teams::parse_admit_line(line);
    EXPECT_TRUE(read) << line;
    if (!read) continue;
    if (read->verdict.empty())
      done.lines += read->stage + ": " + read->line + "\n";
    else
      done.verdict = *read;
  }
  return done;
}

std::string AdmitStage::folder_of(const std::string& name,
                                  const std::map<std::string, std::string>& files) const {
  fs::create_directory(folder() + "/" + name);
  for (const auto& [file_name, content] : files) static_cast<void>(file(name + "/" + file_name, content));
  return folder() + "/" + name;
}

std::string AdmitStage::makefile_of(const std::string& name, const std::vector<std::string>& commands) const {
  std::string makefile = "SHELL = /bin/bash\nall:\n";
  for (const std::string& command : commands) makefile += "\t" + command + "\n";
  return folder_of(name, {{"Makefile", makefile}});
}

void AdmitStage::expect_admitted(const Admitted& done, const std::string& kind) const {
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_EQ(done.err, "");
  EXPECT_EQ(done.verdict.verdict, "admitted");
  EXPECT_EQ(done.verdict.kind, kind);
  EXPECT_EQ(done.verdict.bundle.size(), 64U);
  EXPECT_TRUE(done.verdict.sentence.ends_with(" passed, 0 failed")) << done.verdict.sentence;
}

void AdmitStage::expect_refused(const Admitted& done, const std::string& why) const {
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  EXPECT_EQ(done.verdict.verdict, "refused");
  EXPECT_EQ(done.verdict.bundle, "");
  EXPECT_TRUE(contains(done.verdict.sentence, why)) << done.verdict.sentence << "\n" << done.out;
}

wire::Record AdmitStage::play(const std::string& bundle, const std::string& name, const std::string& game,
                              const games::Options& options) const {
  auto bot = launch::unpack_bundle(content_of_file(bundle), name, folder() + "/cache");
  if (!bot) throw std::runtime_error(bot.error().sentence);
  auto opponent = launch::parse_bot_spec(bundled_bot_path(game + "-random") + " name=opponent", game, {});
  if (!opponent) throw std::runtime_error(opponent.error().sentence);
  wire::TimeControl patient;
  patient.bank = std::chrono::minutes(20);
  bot->time = opponent->time = patient;
  auto start = games::Position::start(game, options);
  if (!start) throw std::runtime_error(start.error().sentence);
  run::Order order(std::move(*start), options);
  order.bots = {*bot, *opponent};
  run::Settings settings;
  settings.log = net::Log::Level::kWarning;
  auto policy = launch::make_launch_policy(launch::Isolation::kRequired, QUIVER_SUPERVISOR);
  if (!policy) throw std::runtime_error(policy.error().sentence);
  settings.launch_policy = *policy;
  OneRecord observer;
  auto referee = run::Referee::open(settings);
  if (!referee) throw std::runtime_error(referee.error().sentence);
  (*referee)->play(std::move(order), observer);
  EXPECT_EQ((*referee)->run(), 0);
  return observer.record;
}

}  // namespace quiver::tests
