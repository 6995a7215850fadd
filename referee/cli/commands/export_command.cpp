#include <memory>
#include <optional>
#include <string>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/commands/record_input.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/records/foreign_games.hpp"
#include "referee/records/game_csv.hpp"
#include "referee/records/game_text.hpp"
#include "referee/store/open_store.hpp"

namespace quiver::cli {

namespace {

constexpr int kLeftOut = 1;

struct ExportCommand {
  std::optional<std::string> file;
  std::optional<std::string> from_store;
  RecordInput input;
  std::string format = "jsonl";

  [[nodiscard]] int run() const;
  [[nodiscard]] records::Reading reading(const std::string& path) const;
  // False if it cannot be told in the format.
  bool write(const records::FoundRecord& found, Output& out) const;
};

std::string export_help() {
  return R"(usage: quiver export --store STORE [options]
       quiver export FILE [options]

Prints the games of an event, or of a file, in another format.

  --store STORE        a store of games
  --format FORMAT      jsonl (the default), text, csv (a row a game, for
                       spreadsheets) or course-json
)" + std::string(kRecordInputHelp) +
         R"(
Without --event the games of a store are those of its latest event.

exit codes:
  0        done
  1        a game cannot be written in this format, or a line was broken
  2        bad usage or input

example:  quiver export --store t.db --event cup --format text
)";
}

// The latest of a store's events.
std::string latest_event(const std::string& path) {
  const auto opened = store::open_store(path, store::Access::kRead);
  if (!opened) throw UsageError(opened.error().sentence);
  const auto events = (*opened)->events();
  if (!events) throw UsageError(events.error().sentence);
  if (events->empty()) throw UsageError(base::quoted(path) + " has no events yet");
  const std::string& name = events->back().name;
  if (events->size() > 1)
    warn(base::quoted(path) + " has " + std::to_string(events->size()) + " events; this is the latest, " +
         base::quoted(name));
  return name;
}

records::Reading ExportCommand::reading(const std::string& path) const {
  records::Reading reading = input.reading();
  if (from_store) reading.format = records::Format::kStore;
  if ((from_store || store::is_store(path)) && !reading.event) reading.event = latest_event(path);
  return reading;
}

bool ExportCommand::write(const records::FoundRecord& found, Output& out) const {
  if (format == "jsonl") out << wire::record_json(found.record) << "\n";
  if (format == "text") out << records::game_text(found.record);
  if (format == "csv") out << records::game_csv(found.record);
  if (format != "course-json") return true;
  const auto game = records::course_game(found.record);
  if (!game) {
    warn(found.place + " is left out: " + game.error().sentence);
    return false;
  }
  if (!game->left_out.empty())
    warn(found.place + " was ended by " + game->left_out + ", which the course's JSON cannot express");
  out << game->json << "\n";
  return true;
}

int ExportCommand::run() const {
  if (file.has_value() == from_store.has_value())
    throw UsageError("give a store, --store t.db, or a file of records");
  const std::string& path = file ? *file : *from_store;
  Output out;
  if (format == "csv") out << records::game_csv_heading();
  bool all = true;
  const Visited visited = visit_records(path, reading(path), [&](const records::FoundRecord& found) {
    all = write(found, out) && all;
    return true;
  });
  out.finish();
  if (!visited.unplayable.empty()) warn(visited.unplayable);
  return visited.unplayable.empty() && visited.broken == 0 && all ? 0 : kLeftOut;
}

}  // namespace

void add_export_command(CommandLine& program) {
  Command& command = program.add("export");
  auto exported = std::make_shared<ExportCommand>();
  command.word("FILE", exported->file);
  command.word("--store", exported->from_store);
  exported->input.add_to(command);
  command.choice("--format", exported->format, {"jsonl", "text", "csv", "course-json"});
  command.help(export_help());
  command.run([exported] { return exported->run(); });
}

}  // namespace quiver::cli
