#include "referee/web/teams/challenges.hpp"

#include <algorithm>

namespace quiver::web {

void Challenges::add(const std::string& team, v1::Challenge challenge) {
  all_.push_back({team, std::move(challenge)});
  if (all_.size() > kRemembered) all_.pop_front();
}

template <class Change>
std::optional<Challenges::Changed> Challenges::change(const std::string& game, Change change) {
  for (Changed& one : all_)
    for (v1::ChallengeGame& its : *one.challenge.mutable_games()) {
      if (its.id() != game) continue;
      change(its);
      const auto& games = one.challenge.games();
      one.challenge.set_over(std::all_of(games.begin(), games.end(), [](const v1::ChallengeGame& each) {
        return each.state() == v1::ChallengeGame::OVER || each.state() == v1::ChallengeGame::VOID;
      }));
      return one;
    }
  return std::nullopt;
}

std::optional<Challenges::Changed> Challenges::on_begin(const std::string& game,
                                                        const std::vector<std::string>& names) {
  return change(game, [&](v1::ChallengeGame& its) {
    its.set_state(v1::ChallengeGame::PLAYING);
    its.clear_names();
    for (const std::string& name : names) its.add_names(name);
  });
}

std::optional<Challenges::Changed> Challenges::on_over(const v1::GameSummary& game) {
  return change(game.id(), [&](v1::ChallengeGame& its) {
    its.set_state(game.end() == v1::VOID ? v1::ChallengeGame::VOID : v1::ChallengeGame::OVER);
    its.clear_names();
    for (const v1::SummarySeat& seat : game.seats()) its.add_names(seat.name());
    if (game.has_winner()) its.set_winner(game.winner());
    its.set_sentence(game.sentence());
  });
}

std::vector<v1::Challenge> Challenges::open_of(const std::string& team) const {
  std::vector<v1::Challenge> out;
  for (const Changed& one : all_)
    if (one.team == team && !one.challenge.over()) out.push_back(one.challenge);
  return out;
}

}  // namespace quiver::web
