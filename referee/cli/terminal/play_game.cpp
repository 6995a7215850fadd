#include "referee/cli/terminal/play_game.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <iostream>
#include <optional>
#include <poll.h>
#include <thread>
#include <unistd.h>

#include "client_sdk/base/random.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/launch/bot_program.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/launch/terminal_program.hpp"
#include "referee/net/transport/record_file.hpp"
#include "referee/run/referee.hpp"

namespace quiver::cli {

using launch::TerminalProgram;

namespace {

constexpr int kPersonTakesBack = 10;  // see bots/human/main.cpp
constexpr int kPersonHasEnough = 11;
constexpr int kStayedVoid = 4;

// Keeps the record of the game. The programs of the people show them how it ended.
class LastRecord : public run::OrderObserver {
 public:
  void on_record(const wire::Record& record) override { record_ = record; }
  [[nodiscard]] const std::optional<wire::Record>& record() const { return record_; }

 private:
  std::optional<wire::Record> record_;
};

// A person in a seat, with the token that its program authenticates with.
struct Person {
  std::string name;
  std::string token;
  base::Seat seat;
};

// What came of one attempt.
struct Played {
  int signal = 0;
  bool take_back = false;
  bool enough = false;
  int person_code = 0;  // of the first person whose program did not end well
  std::optional<wire::Record> record;
};

// Breaks the game off when somebody's program ends, for whatever reason; after the game that changes nothing.
class ExitMonitor {
 public:
  ExitMonitor(const std::vector<TerminalProgram>& people, run::Referee& referee) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw UsageError("there are no descriptors left");
    stopped_ = launch::Descriptor(ends[0]);
    // The destructor closes the other end of this pipe, which wakes the thread (the self-pipe trick).
    stop_ = launch::Descriptor(ends[1]);
    for (const TerminalProgram& one : people) watched_.push_back({one.end_descriptor(), POLLIN, 0});
    watched_.push_back({stopped_.get(), POLLIN, 0});
    thread_ = std::thread([this, &referee] { wait_for_exit(referee); });
  }
  ~ExitMonitor() {
    stop_.close();
    thread_.join();
  }
  ExitMonitor(const ExitMonitor&) = delete;
  ExitMonitor& operator=(const ExitMonitor&) = delete;

 private:
  void wait_for_exit(run::Referee& referee) {
    while (poll(watched_.data(), watched_.size(), -1) <= 0) {
    }
    // Only if it was not told to stop: then a person's program has ended.
    if (watched_.back().revents == 0) referee.break_off("the person has left");
  }

  launch::Descriptor stopped_;
  launch::Descriptor stop_;
  std::vector<pollfd> watched_;
  std::thread thread_;
};

std::vector<Person> people_of(const run::Order& order) {
  std::vector<Person> people;
  for (std::size_t s = 0; s < order.bots.size(); ++s)
    if (order.bots[s].remote)
      people.push_back({order.bots[s].name, base::hex(std::string_view(base::secret_bytes(16))),
                        base::seat(static_cast<unsigned>(s))});
  return people;
}

run::Settings settings_for(const std::vector<Person>& people, const launch::LaunchPolicy& launch_policy) {
  run::Settings settings;
  settings.log = net::Log::Level::kWarning;
  settings.launch_policy = launch_policy;
  // The contents of a token file: only these people can connect.
  for (const Person& one : people) settings.invited += one.name + " " + one.token + "\n";
  // Nobody is far away, and whoever leaves is seen leaving.
  settings.timeouts.ping = std::chrono::hours(24);
  settings.timeouts.connect = settings.timeouts.ready = std::chrono::minutes(1);
  return settings;
}

launch::TerminalCommand command_for(const Person& person, const std::string& address, const run::Order& order,
                                    bool alone, bool taken_back) {
  launch::TerminalCommand command{person_program(), {"--name", person.name, "--matches", "1"}, {}};
  command.environment = {{"QUIVER_ADDRESS", address}, {"QUIVER_TOKEN", person.token}};
  // To take a move back is a game that begins with the moves before it, which not everybody can play.
  if (alone && launch::check_playable(order.bots, order.start, true)) command.arguments.push_back("--undo");
  if (!alone) command.arguments.push_back("--hot-seat");
  command.arguments.insert(command.arguments.end(),
                           {"--opening-plies", std::to_string(order.opening.size())});
  if (taken_back) command.arguments.push_back("--taken-back");
  return command;
}

Played play_once(const run::Order& order, const launch::LaunchPolicy& launch_policy, bool taken_back) {
  const std::vector<Person> people = people_of(order);
  auto referee = run::Referee::open(settings_for(people, launch_policy));
  if (!referee) throw UsageError(referee.error().sentence);
  std::vector<TerminalProgram> programs;
  for (const Person& one : people) {
    auto started = TerminalProgram::start(
        command_for(one, (*referee)->address().url(), order, people.size() == 1, taken_back));
    if (!started) throw UsageError(started.error().sentence);
    programs.push_back(std::move(*started));
  }
  LastRecord last;
  Played played;
  {
    // In a block of its own: the thread must be gone before the referee that it would break off.
    const ExitMonitor monitor(programs, **referee);
    (*referee)->play(order, last);
    played.signal = (*referee)->run();
  }
  referee->reset();  // bots are gone after this, and who still listens hears nothing more
  for (TerminalProgram& one : programs) {
    if (played.signal != 0) one.stop();
    const int code = one.wait();
    played.take_back |= code == kPersonTakesBack;
    // A key at the terminal is for all who sit there: the person's end may be heard of before the signal is.
    if (played.signal == 0 && (code == 128 + SIGINT || code == 128 + SIGHUP)) played.signal = code - 128;
    played.enough |= code == kPersonHasEnough;
    if (played.person_code == 0 && code != kPersonTakesBack && code != kPersonHasEnough)
      played.person_code = code;
  }
  played.record = last.record();
  return played;
}

// What was played before the last move of this seat.
std::vector<games::Event> before_last_move(const run::Order& order, const wire::Record& record) {
  const base::Seat person = people_of(order).front().seat;
  std::vector<games::Event> all;
  std::size_t keep = 0;
  for (const wire::Record::Entry& entry : record.moves) {
    const auto event = order.start.parse(entry.notation);
    if (!event) throw std::logic_error("a record has a move that cannot be read: " + entry.notation);
    if (entry.seat == person && std::holds_alternative<games::Move>(*event)) keep = all.size();
    all.push_back(*event);
  }
  all.resize(keep);
  return all;
}

int exit_code(const Played& played) {
  if (played.signal != 0) {
    if (played.signal == SIGINT) std::cerr << "\nquiver: the game was interrupted\n";
    return 128 + played.signal;
  }
  if (played.person_code != 0) {
    std::cerr << "quiver: the program at the terminal failed (exit status " << played.person_code
              << "), so the game is void\n";
    return kStayedVoid;
  }
  // With several opponents a person may leave before the others have finished.
  const bool left = played.record && std::any_of(played.record->seats.begin(), played.record->seats.end(),
                                                 [](const wire::Record::SeatRecord& one) {
                                                   return one.reason == wire::Reason::kResigned;
                                                 });
  return played.record && (played.record->end != wire::End::kVoid || left) ? 0 : kStayedVoid;
}

}  // namespace

std::string person_program() {
  const auto folder = launch::bots_folder();
  const std::string program = folder ? *folder + "/human/human" : "";
  if (!folder || access(program.c_str(), X_OK) != 0)
    throw UsageError("the program for people, bots/human/human, is missing; install Quiver whole");
  return program;
}

GameEnd play_game(run::Order order, const launch::LaunchPolicy& launch_policy, const std::string& record) {
  std::optional<net::RecordFile> file;
  if (!record.empty()) {
    auto opened = net::RecordFile::open(record);
    if (!opened) throw UsageError(opened.error().sentence);
    file = std::move(*opened);
  }
  order.void_starved = false;  // a person's game must not vanish because the machine is busy
  Played played = play_once(order, launch_policy, false);
  // Each move that is taken back is a new game with a shorter opening.
  while (played.take_back && played.signal == 0 && played.record) {
    order.opening = before_last_move(order, *played.record);
    played = play_once(order, launch_policy, true);
  }
  if (file && played.record)
    if (auto written = file->append(*played.record); !written) throw UsageError(written.error().sentence);
  return {exit_code(played), played.enough};
}

}  // namespace quiver::cli
