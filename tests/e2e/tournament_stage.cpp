#include "tests/e2e/tournament_stage.hpp"

#include <filesystem>
#include <sstream>

#include "referee/records/verify.hpp"
#include "referee/store/sqlite_store.hpp"

namespace quiver::tests {

namespace {

// To be read while nobody writes it.
std::unique_ptr<store::Store> opened(const std::string& path, store::EventId& event) {
  auto store = store::open_sqlite_store(path, store::Access::kRead);
  if (!store) throw std::runtime_error(store.error().sentence);
  const auto events = (*store)->events().value();
  EXPECT_EQ(events.size(), 1U);
  event = events.at(0).id;
  return std::move(*store);
}

}  // namespace

TournamentStage::TournamentStage() { std::filesystem::permissions(folder(), std::filesystem::perms(0755)); }

Arguments TournamentStage::cup(const Arguments& more, const std::string& name) const {
  return Arguments{"tournament", "connect4", "--rows", "4",       "--cols",
                   "4",          "--seed",   "7",      "--store", store(name)} +
         patient_clock() + more;
}

std::map<std::uint32_t, store::Game> TournamentStage::games(const std::string& name) const {
  store::EventId event = 0;
  const auto from = opened(store(name), event);
  std::map<std::uint32_t, store::Game> all;
  const auto visited = from->games(event, [&](const store::Game& game) {
    EXPECT_TRUE(all.emplace(game.number, game).second);
    const auto right = records::judge(game.record);
    EXPECT_TRUE(right) << "game " << game.number << ": " << right.error().sentence;
    EXPECT_EQ(game.record.number, game.number);
    return true;
  });
  EXPECT_TRUE(visited);
  return all;
}

std::vector<store::Pairing> TournamentStage::pairings(const std::string& name) const {
  store::EventId event = 0;
  return opened(store(name), event)->pairings(event).value();
}

std::string TournamentStage::standings(const Arguments& more, const std::string& name) {
  const Ran ran = quiver(Arguments{"standings", "--store", store(name)} + more);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  return ran.out;
}

Arguments random_bots(const std::vector<std::string>& names) {
  Arguments bots;
  for (const std::string& name : names) bots = bots + Arguments{"--bot", "random name=" + name};
  return bots;
}

std::string waiting_bot(const std::string& name, const std::string& environment) {
  return std::string(WAITING_BOT) + " name=" + name + (environment.empty() ? "" : " " + environment);
}

std::string essence(const wire::Record& record) {
  std::ostringstream out;
  out << "seed " << record.seed << ":";
  for (unsigned s = 0; s < record.seats.size(); ++s)
    out << " " << record.seats[s].name << "=" << record.seats[s].place << reason_of(record, s);
  out << " from " << record.opening << ": " << moves_of(record) << " " << record.hash << " "
      << static_cast<int>(record.end) << (record.winner ? " won" : " drawn");
  return out.str();
}

std::map<std::uint32_t, std::string> essences(const std::map<std::uint32_t, store::Game>& games) {
  std::map<std::uint32_t, std::string> all;
  for (const auto& [number, game] : games) all[number] = essence(game.record);
  return all;
}

std::vector<std::string> whole_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0, end = text.find('\n'); end != std::string::npos; end = text.find('\n', at)) {
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string table_in(const std::string& text) {
  const std::size_t at = text.find("#  name");
  return at == std::string::npos ? "there is no table in: " + text : text.substr(at);
}

void expect_in(const std::string& all, const std::string& part) {
  EXPECT_NE(all.find(part), std::string::npos) << "no " << part << " in:\n" << all;
}

}  // namespace quiver::tests
