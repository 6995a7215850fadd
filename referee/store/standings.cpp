#include "referee/store/standings.hpp"

#include <algorithm>

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/plain_text.hpp"
#include "quiver/v1/standings.pb.h"

namespace quiver::store {

namespace {

void fill(v1::StandingsRow& out, const Standings::Row& row) {
  out.set_rank(row.rank);
  out.set_name(row.name);
  out.set_points(row.points);
  out.set_games(row.games);
  out.set_wins(row.wins);
  out.set_draws(row.draws);
  out.set_losses(row.losses);
  out.set_byes(row.byes);
  out.set_tie_break(row.tie_break);
  if (row.elo) {
    out.set_elo(row.elo->value);
    out.set_elo_low(row.elo->low);
    out.set_elo_high(row.elo->high);
    out.set_provisional(row.elo->provisional);
  }
  if (row.superiority) out.set_superiority(*row.superiority);
  for (const auto& [reason, count] : row.faults) {
    v1::FaultCount& fault = *out.add_faults();
    fault.set_reason(static_cast<v1::Reason>(reason));
    fault.set_count(count);
  }
  for (const Standings::Against& one : row.against) {
    v1::ScoreAgainst& against = *out.add_against();
    against.set_name(one.name);
    against.set_points(one.points);
    against.set_games(one.games);
  }
  out.set_active(row.active);
  out.set_display(base::plain_text(row.display, wire::kMaxSentence));
  out.set_title(base::plain_text(row.title, wire::kMaxSentence));
  for (const Standings::OnBoard& one : row.boards) {
    v1::ScoreOnBoard& score = *out.add_boards();
    score.set_points(one.points);
    score.set_games(one.games);
  }
}

void fill(v1::SprtState& out, const Standings::Sprt& sprt) {
  out.set_elo0(sprt.elo0);
  out.set_elo1(sprt.elo1);
  out.set_alpha(sprt.alpha);
  out.set_beta(sprt.beta);
  out.set_llr(sprt.llr);
  out.set_lower(sprt.lower);
  out.set_upper(sprt.upper);
  out.set_pairs(sprt.pairs);
  out.set_verdict(sprt.verdict);
}

}  // namespace

double games_left(const Standings& standings) {
  if (standings.complete) return 0;
  const std::uint64_t left = standings.planned > standings.played ? standings.planned - standings.played : 0;
  const auto most = static_cast<double>(left);
  if (!standings.sprt || !standings.sprt->pairs_left) return most;
  // Two games to a pair.
  return std::min(most, 2 * *standings.sprt->pairs_left);
}

void fill(v1::Standings& out, const Standings& standings) {
  out.set_event(standings.event);
  out.set_kind(standings.kind);
  out.set_game(base::plain_text(standings.game, wire::kMaxSentence));
  out.set_format(base::plain_text(standings.format, wire::kMaxSentence));
  out.set_played(static_cast<std::uint32_t>(standings.played));
  out.set_planned(static_cast<std::uint32_t>(standings.planned));
  out.set_complete(standings.complete);
  out.set_tie_break(standings.tie_break);
  for (const Standings::Row& row : standings.rows) fill(*out.add_rows(), row);
  for (const std::string& why : standings.stopped) out.add_stopped(base::plain_text(why, wire::kMaxSentence));
  if (standings.sprt) fill(*out.mutable_sprt(), *standings.sprt);
  for (const std::string& name : standings.boards) out.add_boards(base::plain_text(name, wire::kMaxSentence));
  out.set_board(base::plain_text(standings.board, wire::kMaxSentence));
  out.set_ranking(base::plain_text(standings.ranking, wire::kMaxSentence));
}

std::string standings_json(const Standings& standings) {
  v1::Standings out;
  fill(out, standings);
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(out, &json, options).ok())
    throw std::logic_error("standings could not be written as JSON");
  return base::harmless_json(json);
}

}  // namespace quiver::store
