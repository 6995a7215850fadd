#include <memory>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/store/copy_store.hpp"
#include "referee/store/open_store.hpp"

namespace quiver::cli {

namespace {

constexpr std::uint64_t kGamesBetweenLines = 10'000;

struct StoreCommand {
  std::string what;
  std::string from;
  std::string to;

  [[nodiscard]] int run() const;
};

constexpr const char* kStoreHelp = R"(usage: quiver store copy FROM TO

Copies all events, entrants, pairings, games and ratings of a store into
another one, and compares the two afterwards. Each is an SQLite file or
postgresql://USER@HOST/DATABASE.

An event that TO has already is completed, so an interrupted copy is taken up
by running the command again. FROM is not changed.

exit codes:
  0        everything is in TO, and equal
  2        bad usage, a store cannot be read or written, or the two differ

example:  quiver store copy cup.db postgresql://quiver@db.example/cup
)";

int StoreCommand::run() const {
  if (from == to) throw UsageError("FROM and TO are the same store");
  const auto source = need(store::open_store(from, store::Access::kRead));
  const auto target = need(store::open_store(to, store::Access::kWrite));
  std::uint64_t next = kGamesBetweenLines;
  const store::Copied copied = need(store::copy_store(*source, *target, [&](std::uint64_t games) {
    if (games < next) return;
    warn(std::to_string(games) + " games copied");
    next = games + kGamesBetweenLines;
  }));
  Output out;
  out << std::to_string(copied.events) + (copied.events == 1 ? " event, " : " events, ") +
             std::to_string(copied.games) + (copied.games == 1 ? " game copied; " : " games copied; ") +
             std::to_string(copied.checked) + " compared, all equal\n";
  out.finish();
  return 0;
}

}  // namespace

void add_store_command(CommandLine& program) {
  Command& command = program.add("store");
  auto store = std::make_shared<StoreCommand>();
  command.required_choice("ACTION", store->what, {"copy"});
  command.required_word("FROM", store->from, "the store to copy");
  command.required_word("TO", store->to, "the store to copy it to");
  command.help(kStoreHelp);
  command.run([store] { return store->run(); });
}

}  // namespace quiver::cli
