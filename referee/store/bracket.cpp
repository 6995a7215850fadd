#include "referee/store/bracket.hpp"

#include <stdexcept>

#include <google/protobuf/util/json_util.h>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/wire/messages.hpp"
#include "quiver/v1/bracket.pb.h"

namespace quiver::store {

namespace {

std::string shown(const std::string& text) { return base::plain_text(text, wire::kMaxSentence); }

void fill_tie(v1::BracketTie& out, const Bracket::Tie& tie) {
  for (const Bracket::Place& place : tie.places) {
    v1::BracketPlace& one = *out.add_places();
    one.set_name(shown(place.name));
    one.set_display(shown(place.display));
    one.set_seed(place.seed);
    one.set_points(place.points);
    one.set_bye(place.bye);
  }
  out.set_played(tie.played);
  out.set_games(tie.games);
  if (tie.winner) out.set_winner(*tie.winner);
  out.set_decided_by(tie.decided_by);
}

}  // namespace

std::string bracket_json(const Bracket& bracket) {
  v1::Bracket out;
  out.set_event(bracket.event);
  out.set_game(shown(bracket.game));
  out.set_format(shown(bracket.format));
  out.set_complete(bracket.complete);
  for (const Bracket::Round& round : bracket.rounds) {
    v1::BracketRound& one = *out.add_rounds();
    one.set_part(round.part);
    one.set_number(round.number);
    for (const Bracket::Tie& tie : round.ties) fill_tie(*one.add_ties(), tie);
  }
  out.set_winner(shown(bracket.winner));
  out.set_games(bracket.games);
  out.set_most_games(bracket.most_games);
  out.set_entrants(bracket.entrants);
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(out, &json, options).ok())
    throw std::logic_error("a bracket could not be written as JSON");
  return base::harmless_json(json);
}

}  // namespace quiver::store
