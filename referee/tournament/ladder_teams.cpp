// The part of a ladder that changes while it runs: bots that enter and leave, teams, their names, challenges.
#include <algorithm>

#include "client_sdk/base/mix.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/run/order.hpp"
#include "referee/tournament/ladder.hpp"

namespace quiver::tournament {

namespace {

constexpr std::size_t kFingerprint = 16;  // digits of a bundle's name; as many as of a launched bot's files

}  // namespace

std::string team_competitor(const std::string& team) { return "team:" + team; }

// --- who is in

void Ladder::leave(const std::string& name, const std::string& why) {
  if (const auto entrant = active_of(name)) drop(*entrant, why);
}

void Ladder::enter_team(const TeamBot& team) {
  const std::string version = team.team + " " + team.bundle.substr(0, kFingerprint);
  launch::BotSpec bot = team.bot;
  bot.time = rules_.team_time;
  bot.name = team.version == 1 ? team.team : team.team.substr(0, 26) + "-v" + std::to_string(team.version);
  auto known = find(team_competitor(team.team), version);
  if (!known) known = add_entry(bot, store::kBundleSpec + team.bundle, version, team.title);
  Entry& entry = entries_[*known];
  entry.bot = bot;
  entry.bot.name = entry.kept.name;
  entry.not_before = {};
  activate(*known);
}

void Ladder::leave_team(const std::string& team, const std::string& why) {
  if (const auto entrant = active_of(team_competitor(team))) drop(*entrant, why);
}

void Ladder::set_display(const std::string& team, const std::string& display) {
  displays_[team] = display;
  for (Entry& entry : entries_) {
    if (entry.team != team || entry.kept.display == display) continue;
    entry.kept.display = display;
    board_.set_names(entry.kept.number, display, entry.kept.title);
    commit_entry(entry.kept.number);
  }
}

std::string Ladder::display_of(const std::string& team) const {
  const auto found = displays_.find(team);
  return team.empty() || found == displays_.end() ? "" : found->second;
}

void Ladder::set_barred(std::set<std::string> names) {
  barred_ = std::move(names);
  for (const std::string& name : barred_)
    if (const auto entrant = active_of("remote:" + name)) drop(*entrant, "it may not play any more");
}

bool Ladder::is_name_taken(const std::string& name) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.kept.name == name || entry.competitor == name || entry.team == name;
  });
}

void Ladder::note_title(Entrant entrant, const std::string& title) {
  Entry& entry = entries_[entrant];
  if (title.empty() || entry.kept.title == title) return;
  entry.kept.title = title;
  board_.set_names(entrant, entry.kept.display, title);
  commit_entry(entrant);
}

// --- challenges

void Ladder::stop() {
  stopped_ = true;
  if (challenges_ != nullptr) challenges_->stop();
}

void Ladder::on_challenge_over(ChallengeOver over) {
  if (challenges_ != nullptr) challenges_->on_game_over(std::move(over));
}

bool Ladder::is_challenge(const run::Game& game) const {
  return challenges_ != nullptr && challenges_->has(game);
}

std::optional<Entrant> Ladder::playing_of(const std::string& team) const {
  // What was submitted comes before what is connected.
  for (const std::string& competitor : {team_competitor(team), "remote:" + team})
    if (const auto entrant = active_of(competitor); entrant && entries_[*entrant].here) return entrant;
  return std::nullopt;
}

base::Result<Entrant> Ladder::opponent_of(const std::string& team, const std::string& word) const {
  std::optional<Entrant> found = playing_of(word);
  for (const Entry& entry : entries_)
    if (!found && entry.kept.name == word && entry.kept.active && entry.here) found = entry.kept.number;
  if (!found) return base::bad_input("nobody who plays now is called " + base::quoted(word));
  if (entries_[*found].team == team) return base::bad_input("a team cannot challenge itself");
  return *found;
}

base::Result<void> Ladder::challenge(const std::string& team, const std::string& opponent,
                                     std::uint32_t games, const std::string& board, Queued then) {
  if (challenges_ == nullptr) return base::bad_input("no challenges are played here");
  if (stopped_) return base::bad_input("the ladder is stopping");
  const auto board_number = boards_.find(board);
  if (!board_number) return board_number.error();
  const auto own = playing_of(team);
  if (!own)
    return base::bad_input(
        "your team has no bot in the ladder now: submit one, or connect one, and challenge again");
  const auto other = opponent_of(team, opponent);
  if (!other) return other.error();
  Challenges::Request request;
  request.team = team;
  request.first = *own;
  request.second = *other;
  request.names = {entries_[*own].kept.name, entries_[*other].kept.name};
  request.games = games;
  request.board = *board_number;
  challenges_->add(request, then);
  return {};
}

std::optional<run::Game> Ladder::next_challenge(const run::PlayerPool& pool) {
  // The ladder's own games go on beside them.
  if (challenges_ == nullptr || std::exchange(challenge_was_last_, false)) return std::nullopt;
  auto game = challenges_->next([&](Entrant entrant) {
    const Entry& entry = entries_[entrant];
    if (!entry.kept.active || !entry.here) return Challenges::Can::kNever;
    const bool free = pool.presence(entry.bot) == run::PlayerPool::Presence::kFree;
    return free ? Challenges::Can::kPlay : Challenges::Can::kWait;
  });
  if (!game) return std::nullopt;
  challenge_was_last_ = true;
  game->opening = boards_.opening(game->board, challenges_played_++);
  game->seed = static_cast<std::uint32_t>(base::mix64(base::mix64(rules_.seed + 1) ^ game->number));
  for (unsigned s = 0; s < 2; ++s) game->seeds.push_back(run::seat_seed(game->seed, 1, base::seat(s)));
  return game;
}

void Ladder::end_challenge(const run::Game& game, const wire::Record& record) {
  wire::Record named = record;
  for (std::size_t s = 0; s < game.bots.size(); ++s) named.seats[s].name = entries_[game.bots[s]].kept.name;
  challenges_->on_over(game, named);
}

}  // namespace quiver::tournament
