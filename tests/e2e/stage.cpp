#include "tests/e2e/stage.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

#include "client_sdk/wire/codec.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;
using base::seat;

Stage::Stage() {
  const char* base = std::getenv("TMPDIR");
  std::string path = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/quiver-e2e-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("no folder for a test");
  folder_ = path;
}

Stage::~Stage() {
  programs_.clear();
  terminals_.clear();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Stage::TearDown() {
  programs_.clear();
  terminals_.clear();
  EXPECT_TRUE(eventually([this] { return processes().empty(); }))
      << processes().size() << " processes of this test are left";
  if (!scratch_allowed_) {
    EXPECT_EQ(scratch_folders(), std::vector<std::string>{});
  }
}

Program& Stage::start(const std::string& path, const Arguments& arguments,
                      const std::map<std::string, std::string>& environment) {
  std::map<std::string, std::string> settings = environment;
  settings["TMPDIR"] = folder_;
  const std::string files = folder_ + "/program-" + std::to_string(programs_.size());
  // setpriv becomes the program: their numbers are the same.
  const Arguments user = {"--reuid=65534", "--regid=65534", "--clear-groups", path};
  programs_.push_back(ordinary_
                          ? std::make_unique<Program>("/usr/bin/setpriv", user + arguments, settings, files)
                          : std::make_unique<Program>(path, arguments, settings, files));
  started_.insert(programs_.back()->pid());
  return *programs_.back();
}

Program& Stage::start_quiver(const Arguments& arguments) {
  return start(ordinary_ ? folder_ + "/copies/referee/quiver" : quiver_program(), arguments);
}

Terminal& Stage::start_at_terminal(const Arguments& arguments) {
  terminals_.push_back(std::make_unique<Terminal>(quiver_program(), arguments, folder_));
  started_.insert(terminals_.back()->pid());
  return *terminals_.back();
}

Terminal& Stage::start_shell_at_terminal(const std::string& line) {
  terminals_.push_back(std::make_unique<Terminal>("/bin/sh", Arguments{"-c", line}, folder_));
  started_.insert(terminals_.back()->pid());
  return *terminals_.back();
}

bool Stage::become_ordinary() {
  if (getuid() != 0) return true;  // it is so already
  const fs::path copies = folder_ + "/copies";
  const fs::path referee = fs::path(quiver_program()).parent_path();
  fs::create_directories(copies / "referee");
  for (const char* name : {"quiver", "quiver-supervisor"})
    fs::copy(referee / name, copies / "referee" / name);
  fs::copy(QUIVER_BOTS, copies / "bots");
  fs::copy(HOSTILE_BOT, copies / "hostile-bot");
  for (const auto& entry : fs::recursive_directory_iterator(copies))
    fs::permissions(entry.path(), fs::perms(0755));
  fs::permissions(copies, fs::perms(0755));
  if (chown(folder_.c_str(), 65534, 65534) != 0) return false;
  fs::permissions(folder_, fs::perms(0755));
  ordinary_ = true;
  return true;
}

std::string Stage::hostile_program() const {
  return ordinary_ ? folder_ + "/copies/hostile-bot" : hostile_bot();
}

Ran Stage::quiver(const Arguments& arguments) {
  Program& program = start_quiver(arguments);
  const int code = program.wait();
  return {program.out(), program.err(), code};
}

std::string Stage::file(const std::string& name, const std::string& content) const {
  const std::string path = folder_ + "/" + name;
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  return path;
}

std::vector<std::string> Stage::scratch_folders() const {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder_))
    if (entry.path().filename().string().starts_with("quiver-bot.")) found.push_back(entry.path().string());
  return found;
}

std::string quiver_program() { return QUIVER_PROGRAM; }
std::string hostile_bot() { return HOSTILE_BOT; }
std::string bundled_bot_path(const std::string& name) { return std::string(QUIVER_BOTS) + "/" + name; }

Arguments patient_clock() { return {"--clock", "20m", "--max-move-time", "20m"}; }

std::vector<wire::Record> records_in(const std::string& lines) {
  std::vector<wire::Record> records;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    auto record = wire::parse_record_json(line);
    EXPECT_TRUE(record) << (record ? "" : record.error().sentence) << ": " << line;
    if (record) records.push_back(*std::move(record));
  }
  return records;
}

std::string moves_of(const wire::Record& record) {
  std::string all;
  for (const wire::Record::Entry& one : record.moves) all += (all.empty() ? "" : " ") + one.notation;
  return all;
}

std::string reason_of(const wire::Record& record, unsigned seat) {
  if (seat >= record.seats.size() || !record.seats[seat].reason) return "";
  return std::string(wire::reason_name(*record.seats[seat].reason));
}

void expect_clean(const wire::Record& record) {
  EXPECT_EQ(record.end, wire::End::kPlayedOut) << record.sentence;
  for (unsigned s = 0; s < record.seats.size(); ++s)
    EXPECT_TRUE(reason_of(record, s).empty() || reason_of(record, s) == "BLOCKED")
        << record.sentence << ": " << record.seats[s].detail;
}

void expect_replays(const wire::Record& record) {
  games::Options options = record.options;
  if (!options.map) {
    if (graph::is_shape(record.board)) options.shape = record.board;
    if (record.rows == record.columns) {
      options.size = record.rows;
    } else {
      options.rows = record.rows;
      options.columns = record.columns;
    }
    options.seats = static_cast<std::uint32_t>(record.seats.size());
  }
  auto position = games::Position::start(record.game, options);
  ASSERT_TRUE(position) << position.error().sentence;
  EXPECT_EQ(position->turn().seats(), record.seats.size());
  EXPECT_EQ(position->grid().rows, record.rows);
  EXPECT_EQ(position->grid().columns, record.columns);
  for (const wire::Record::Entry& one : record.moves) {
    const auto event = position->parse(one.notation);
    ASSERT_TRUE(event) << event.error().sentence;
    if (std::holds_alternative<games::Move>(*event)) {
      EXPECT_EQ(position->to_move(), one.seat) << one.notation;
    }
    const auto verdict = position->check(*event);
    ASSERT_TRUE(verdict) << one.notation << ": " << verdict.error().sentence;
    position->apply(*event);
  }
  EXPECT_EQ(position->hash(), record.hash);
  EXPECT_TRUE(position->outcome().over);
  EXPECT_EQ(position->outcome().winner, record.winner);
}

std::string but_for_cores(const std::string& said) {
  std::istringstream lines(said);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    if (line.find(" games at once on ") == std::string::npos) out += line + "\n";
  return out;
}

Arguments operator+(Arguments left, const Arguments& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

}  // namespace quiver::tests
