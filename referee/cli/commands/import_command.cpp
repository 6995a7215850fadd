#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/commands/record_input.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/records/verify.hpp"
#include "referee/store/open_store.hpp"

namespace quiver::cli {

namespace {

constexpr int kDifferent = 1;
constexpr std::size_t kBatch = 500;  // games a commit

using Take = std::function<void(const wire::Record& record, const std::string& where)>;

class Collection;
struct Judged;

struct ImportCommand {
  std::vector<std::string> files;
  std::optional<std::string> into;
  RecordInput input;

  [[nodiscard]] int run() const { return into ? keep() : convert(); }
  [[nodiscard]] int convert() const;
  [[nodiscard]] int keep() const;
  // Every game of every file, judged; false after telling of the first that is not as it says. Lines that are
  // no records are counted, and told of the first time.
  bool visit(const Take& take, std::uint64_t& broken, bool tell = true) const;
  [[nodiscard]] std::string event_name() const;
  // What was asked for, a line each.
  [[nodiscard]] std::string plan() const;
  void refuse_what_is_there(const Collection& collection, const Judged& judged) const;
};

std::string import_help() {
  return R"(usage: quiver import FILE... [options]

Reads games, checks each by the rules, and prints them as lines of JSON, or
stores them as an event of the kind "import". Nothing is stored if one of them
is not as recorded.

  --store STORE        store them there; it is created if need be
  --format FORMAT      jsonl, text, course-json or quoridor (of the report:
                       two moves per line, "e8 e2", "e7h e2h"); default: auto
)" + std::string(kRecordInputHelp) +
         R"(
With --store, --event names the event; by default it has the name of the first
file. A game that the event has already is refused: nothing is counted twice.
A line that is not a record is reported on stderr and skipped.

exit codes:
  0        done
  1        a game is not as recorded, or a line was broken
  2        bad usage or input

example:  quiver import ladder.json --size 12 --store t.db
)";
}

records::Reading without_event(records::Reading reading) {
  reading.event.reset();  // here it is the name of the one to come
  return reading;
}

// What makes a game the same as another one.
std::string identity(const wire::Record& record) {
  return record.id + "\n" + record.started + "\n" + base::hex(record.hash) + "\n" +
         std::to_string(record.moves.size());
}

bool ImportCommand::visit(const Take& take, std::uint64_t& broken, bool tell) const {
  for (const std::string& file : files) {
    std::string difference;
    const auto judged = [&](const records::FoundRecord& found) {
      const std::string where = base::quoted(file) + ", " + found.place;
      if (const auto fit = records::judge(found.record); !fit)
        difference = where + ": " + fit.error().sentence;
      else
        take(found.record, where);
      return difference.empty();
    };
    const Visited visited = visit_records(file, without_event(input.reading()), judged, tell);
    broken += visited.broken;
    if (!visited.unplayable.empty()) difference = visited.unplayable;
    if (difference.empty()) continue;
    warn(difference);
    return false;
  }
  return true;
}

int ImportCommand::convert() const {
  if (input.event()) throw UsageError("--event goes with --store");
  Output out;
  std::uint64_t broken = 0;
  const bool all =
      visit([&](const wire::Record& record, const std::string&) { out << wire::record_json(record) << "\n"; },
            broken);
  out.finish();
  return all && broken == 0 ? 0 : kDifferent;
}

std::string ImportCommand::event_name() const {
  if (input.event()) return *input.event();
  std::string name = std::filesystem::path(files.front()).stem().string().substr(0, 32);
  for (char& c : name)
    if (!base::is_name("a" + std::string(1, c))) c = '-';
  return base::is_name(name) ? name : "import";
}

std::string ImportCommand::plan() const {
  std::string lines;
  for (const std::string& file : files) lines += "file = " + base::one_line(file) + "\n";
  return lines;
}

// The event that games go into. It begins with the first of them.
class Collection {
 public:
  Collection(const std::string& path, std::string name)
      : store_(need(store::open_store(path, store::Access::kWrite))), name_(std::move(name)) {
    for (const store::Event& event : need(store_->events()))
      if (event.name == name_) resume(event);
  }

  [[nodiscard]] bool has(const std::string& game) const { return there_.contains(game); }
  [[nodiscard]] const std::string& name() const { return name_; }
  // Whether it was begun from the same files: an import that was interrupted.
  [[nodiscard]] bool began_with(const std::string& plan) const { return event_ && event_->plan == plan; }
  void begin(const std::string& plan) {
    if (event_) return;
    const std::string now = base::format_utc(std::chrono::system_clock::now());
    event_ = need(store_->begin({0, name_, "import", plan, now}));
  }
  void add(const wire::Record& record) {
    batch_.emplace_back(store::Game{++last_, 0, 0, {}, record});
    if (batch_.size() == kBatch) commit();
  }
  void commit() {
    need(store_->commit(event_->id, batch_));
    batch_.clear();
  }

 private:
  void resume(const store::Event& event) {
    if (event.kind != "import")
      throw UsageError(base::quoted(name_) + " is a " + event.kind +
                       "; imported games need an event of their own");
    event_ = event;
    need(store_->games(event.id, [&](const store::Game& game) {
      there_.insert(identity(game.record));
      last_ = game.number;
      return true;
    }));
  }

  std::unique_ptr<store::Store> store_;
  std::string name_;
  std::optional<store::Event> event_;
  std::set<std::string> there_;
  std::uint32_t last_ = 0;
  std::vector<store::Change> batch_;
};

bool counts(const wire::Record& record) { return record.end != wire::End::kVoid; }

// What is to be kept, judged: which games, and where they stand.
struct Judged {
  std::map<std::string, std::string> games;
  std::uint64_t voids = 0;

  void take(const wire::Record& record, const std::string& where) {
    if (!counts(record)) {
      ++voids;
    } else if (const auto [before, added] = games.emplace(identity(record), where); !added) {
      throw UsageError(where + ": this is the same game as " + before->second);
    }
  }
};

// The same files again take up an import that was interrupted; whatever else is there already is refused.
void ImportCommand::refuse_what_is_there(const Collection& collection, const Judged& judged) const {
  const auto is_there = [&](const auto& game) { return collection.has(game.first); };
  const auto known = std::count_if(judged.games.begin(), judged.games.end(), is_there);
  if (known == 0) return;
  if (collection.began_with(plan()) && static_cast<std::size_t>(known) < judged.games.size()) return;
  const auto first = std::find_if(judged.games.begin(), judged.games.end(), is_there);
  throw UsageError(first->second + ": this game is in the event " + base::quoted(collection.name()) +
                   " already");
}

// The files are read twice: all games are judged before the first is kept, and before a store is made.
int ImportCommand::keep() const {
  for (const std::string& file : files)
    if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file))
      throw UsageError(base::quoted(file) + " is no file that can be read twice, as --store needs it");
  Judged judged;
  std::uint64_t broken = 0;
  if (!visit([&](const wire::Record& record, const std::string& where) { judged.take(record, where); },
             broken))
    return kDifferent;
  if (judged.voids != 0)
    std::cerr << "quiver: " << judged.voids << (judged.voids == 1 ? " game is" : " games are")
              << " void and not stored\n";
  if (judged.games.empty()) throw UsageError("there is no game to store");
  if (const std::string fault = base::name_fault(event_name()); !fault.empty())
    throw UsageError("--event: " + fault);
  Collection collection(*into, event_name());
  refuse_what_is_there(collection, judged);
  collection.begin(plan());
  std::uint64_t again = 0;
  visit(
      [&](const wire::Record& record, const std::string&) {
        if (counts(record) && !collection.has(identity(record))) collection.add(record);
      },
      again, false);
  collection.commit();
  Output out;
  out << std::to_string(judged.games.size()) << (judged.games.size() == 1 ? " game" : " games")
      << " stored in " << base::escaped(*into) << ", event " << collection.name() << "\n";
  out.finish();
  return broken == 0 ? 0 : kDifferent;
}

}  // namespace

void add_import_command(CommandLine& program) {
  Command& command = program.add("import");
  auto import = std::make_shared<ImportCommand>();
  command.lists("FILE", import->files);
  command.word("--store", import->into);
  import->input.add_to(command);
  import->input.add_format_to(command);
  command.help(import_help());
  command.run([import] {
    if (import->files.empty()) throw UsageError("name a file to import");
    return import->run();
  });
}

}  // namespace quiver::cli
