#include "referee/web/bots/bot_statistics.hpp"

#include <algorithm>
#include <map>

#include "client_sdk/base/plain_text.hpp"
#include "referee/tournament/points.hpp"

namespace quiver::web {

namespace {

constexpr int kMostFaultyGames = 5;  // shown for each reason

// Adds what the bot got against one other seat.
void add_pair(v1::BotScore& score, const EventIndex::Seat& own, const EventIndex::Seat& other) {
  const double points = tournament::points_against(own.place, other.place);
  score.set_points(score.points() + points);
  if (points == 1)
    score.set_wins(score.wins() + 1);
  else if (points == 0)
    score.set_losses(score.losses() + 1);
  else
    score.set_draws(score.draws() + 1);
}

void add_game(v1::BotScore& score, const EventIndex::Seat& own) {
  score.set_games(score.games() + 1);
  if (fault_of(own)) score.set_faults(score.faults() + 1);
}

void add_game(v1::BotScore& score, const OwnGame& one) {
  add_game(score, one.own());
  for (std::size_t s = 0; s < one.game->num_seats; ++s)
    if (s != one.seat) add_pair(score, one.own(), one.game->seats[s]);
}

using Scores = std::map<std::string, v1::BotScore>;

void put(google::protobuf::RepeatedPtrField<v1::BotScore>& out, Scores& scores) {
  for (auto& [name, score] : scores) {
    score.set_name(name);
    *out.Add() = score;
  }
}

void count_faults(v1::BotReport& out, const std::string& event, const std::vector<OwnGame>& games) {
  std::map<wire::Reason, v1::BotFaults> faults;
  for (const OwnGame& one : games) {
    const auto reason = fault_of(one.own());
    if (!reason) continue;
    v1::BotFaults& its = faults[*reason];
    its.set_reason(static_cast<v1::Reason>(*reason));
    its.set_count(its.count() + 1);
    if (its.games_size() < kMostFaultyGames) its.add_games(event + "-" + std::to_string(one.game->number));
  }
  for (auto& [reason, its] : faults) *out.add_faults() = its;
  std::stable_sort(out.mutable_faults()->begin(), out.mutable_faults()->end(),
                   [](const auto& one, const auto& other) { return one.count() > other.count(); });
}

void count_scores(v1::BotReport& out, const EventIndex& index, const Competitors& competitors,
                  const std::vector<OwnGame>& games) {
  Scores boards;
  Scores seats;
  Scores opponents;
  for (const OwnGame& one : games) {
    add_game(*out.mutable_total(), one);
    add_game(boards[index.boards()[one.game->board]], one);
    add_game(seats[std::to_string(one.seat)], one);
    for (std::size_t s = 0; s < one.game->num_seats; ++s) {
      const EventIndex::Seat& other = one.game->seats[s];
      if (s == one.seat || other.entrant >= competitors.entrants().size()) continue;
      v1::BotScore& score = opponents[competitors.at(competitors.first_of(other.entrant)).name];
      add_game(score, one.own());
      add_pair(score, one.own(), other);
    }
  }
  put(*out.mutable_boards(), boards);
  put(*out.mutable_seats(), seats);
  put(*out.mutable_opponents(), opponents);
}

// That of a launched bot in a ladder begins with its name in all versions; a remote bot's is its title.
std::string version_of(const store::Entrant& entrant) {
  const bool remote = entrant.spec.starts_with("remote:");
  const std::string its = remote ? entrant.version : entrant.version.substr(entrant.version.rfind(' ') + 1);
  return base::plain_text(its, wire::kMaxSentence);
}

void list_versions(v1::BotReport& out, const Competitors& competitors, std::uint32_t first,
                   const std::vector<OwnGame>& all, const v1::Standings& table) {
  std::map<std::uint32_t, v1::BotScore> scores;
  for (const OwnGame& one : all) add_game(scores[one.own().entrant], one);
  for (std::uint32_t e = first; e < competitors.entrants().size(); ++e) {
    if (competitors.first_of(e) != first) continue;
    const store::Entrant& entrant = competitors.at(e);
    v1::BotVersion& version = *out.add_versions();
    version.set_name(entrant.name);
    version.set_joined(entrant.joined);
    version.set_active(entrant.active);
    version.set_version(version_of(entrant));
    if (!entrant.display.empty()) out.set_display(base::plain_text(entrant.display, wire::kMaxSentence));
    out.set_title(base::plain_text(entrant.title, wire::kMaxSentence));
    *version.mutable_score() = scores[e];
    version.mutable_score()->set_name(entrant.name);
    for (const v1::StandingsRow& row : table.rows()) {
      if (row.name() != entrant.name || !row.has_elo()) continue;
      version.set_elo(row.elo());
      version.set_elo_low(row.elo_low());
      version.set_elo_high(row.elo_high());
      version.set_provisional(row.provisional());
    }
  }
}

}  // namespace

v1::BotReport bot_report(const store::Event& event, const EventIndex& index, const Competitors& competitors,
                         std::uint32_t first, const std::vector<OwnGame>& games,
                         const std::vector<OwnGame>& all, const v1::Standings& table) {
  v1::BotReport out;
  out.set_event(event.name);
  out.set_kind(event.kind);
  out.set_game(table.game());
  out.set_name(competitors.at(first).name);
  list_versions(out, competitors, first, all, table);
  count_scores(out, index, competitors, games);
  out.mutable_total()->set_name(out.name());
  count_faults(out, event.name, games);
  return out;
}

}  // namespace quiver::web
