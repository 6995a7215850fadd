// What a team asks for: see docs/operate/api.md.
#include "client_sdk/base/text.hpp"
#include "referee/web/teams/team_answers.hpp"
#include "referee/web/teams/team_handler.hpp"
#include "referee/web/views.hpp"

namespace quiver::web {

namespace {

Response submission_response(const teams::SubmissionView& view) {
  return message_response(submission_of(view));
}

}  // namespace

void TeamHandler::me(const Asked& asked) {
  const teams::Caller& caller = asked.visitor.caller;
  asked.answer(message_response(me_of(caller, service_.team(caller), service_)));
}

void TeamHandler::submit(const Asked& asked) {
  const Request& request = asked.request;
  if (request.content_type != "application/octet-stream")
    return asked.answer(refusal({415, "this has to be sent as application/octet-stream"}));
  teams::Upload upload{request.parameter("file"), request.body, request.parameter("kind")};
  const auto respond = [](const teams::SubmissionView& view) {
    return message_response(submission_of(view), 202);
  };
  service_.submit(asked.visitor.caller, std::move(upload), then<teams::SubmissionView>(asked, respond));
}

void TeamHandler::submission(const Asked& asked) {
  const auto number = base::parse_number(asked.names[0]);
  if (!number) return asked.answer(refusal({404, base::quoted(asked.names[0]) + " is not a version"}));
  const teams::Caller& caller = asked.visitor.caller;
  service_.read_submission(caller, caller.id, *number,
                           then<teams::SubmissionView>(asked, submission_response));
}

void TeamHandler::activate(const Asked& asked) {
  const auto number = base::parse_number(asked.names[0]);
  if (!number) return asked.answer(refusal({404, base::quoted(asked.names[0]) + " is not a version"}));
  const teams::Caller caller = asked.visitor.caller;
  const auto respond = [this, caller] {
    return message_response(me_of(caller, service_.team(caller), service_));
  };
  service_.activate(caller, *number, then_done(asked, respond));
}

void TeamHandler::withdraw(const Asked& asked) {
  const teams::Caller caller = asked.visitor.caller;
  const auto respond = [this, caller] {
    return message_response(me_of(caller, service_.team(caller), service_));
  };
  service_.withdraw(caller, then_done(asked, respond));
}

// --- challenges

void TeamHandler::challenge(const Asked& asked) {
  v1::ChallengeRequest message;
  if (!read(asked, message)) return;
  const teams::Caller caller = asked.visitor.caller;
  teams::ChallengeRequest request;
  request.opponent = message.opponent();
  if (message.games() != 0) request.games = message.games();
  request.board = message.board();
  const auto respond = [this, caller](const teams::Challenge& challenge) {
    challenges_.add(caller.id, challenge_of(challenge));
    // One may have begun while the challenge was being stored.
    for (const std::string& game : challenge.games) on_begin(game);
    for (const v1::Challenge& one : challenges_.open_of(caller.id))
      if (one.games_size() > 0 && one.games(0).id() == challenge.games.front()) return message_response(one);
    return message_response(challenge_of(challenge));
  };
  service_.challenge(caller, std::move(request), then<teams::Challenge>(asked, respond));
}

void TeamHandler::on_begin(const std::string& game) {
  const LiveGame* live = hub_.find(game);
  if (live == nullptr) return;
  std::vector<std::string> names;
  for (const auto& seat : live->heading().seats)
    names.push_back(base::plain_text(seat.name, wire::kMaxSentence));
  if (const auto changed = challenges_.on_begin(game, names))
    stream_.on_challenge(changed->team, changed->challenge);
}

void TeamHandler::on_over(const std::string& game) {
  const RecordPtr record = hub_.recent().find(game);
  if (!record) return;
  if (const auto changed = challenges_.on_over(summary_of(*record)))
    stream_.on_challenge(changed->team, changed->challenge);
}

}  // namespace quiver::web
