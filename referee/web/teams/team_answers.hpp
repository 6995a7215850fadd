// How the functions of TeamHandler answer: a part of its files alone.
#pragma once

#include <string>
#include <utility>

#include "client_sdk/base/plain_text.hpp"
#include "quiver/v1/teams.pb.h"
#include "referee/web/json.hpp"
#include "referee/web/page_handler.hpp"
#include "referee/web/teams/team_handler.hpp"
#include "referee/web/teams/team_messages.hpp"

namespace quiver::web {

inline Response message_response(const google::protobuf::Message& message, unsigned status = 200) {
  return json_response(json(message), status);
}

// "it is done", in a sentence.
inline Response done_response(const std::string& sentence) {
  v1::TeamDone done;
  done.set_sentence(base::plain_text(sentence, wire::kMaxSentence));
  return message_response(done);
}

template <class Value, class Respond>
teams::Told<Value> TeamHandler::then(const Asked& asked, Respond respond) const {
  return [answer = asked.answer, respond = std::move(respond),
          alive = std::weak_ptr<bool>(alive_)](const base::Result<Value>& result) {
    if (alive.expired()) return;
    answer(result ? respond(*result) : refusal(denial_of(result.error())));
  };
}

template <class Respond>
teams::Told<void> TeamHandler::then_done(const Asked& asked, Respond respond) const {
  return [answer = asked.answer, respond = std::move(respond),
          alive = std::weak_ptr<bool>(alive_)](const base::Result<void>& result) {
    if (alive.expired()) return;
    answer(result ? respond() : refusal(denial_of(result.error())));
  };
}

}  // namespace quiver::web
