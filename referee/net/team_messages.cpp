#include "referee/net/team_messages.hpp"

#include <string>
#include <utility>
#include <variant>

namespace quiver::net {

namespace {

void answer_error(const Incoming& in, const std::string& sentence) {
  in.answer(wire::Error{wire::Error::Code::kRequest, sentence, std::nullopt});
}

TeamRequests::Asker asker(const Incoming& in) {
  return {in.connection.shared_from_this(), {in.player->name(), in.player->is_admin()}};
}

}  // namespace

bool TeamMessages::is_allowed(const Incoming& in) const {
  if (!in.spend_budget()) return false;
  // A launched bot goes by the name of its team, and runs what somebody wrote.
  if (!in.player->is_remote())
    return answer_error(in, "a bot that the referee started cannot ask for this"), false;
  if (requests_ == nullptr) return answer_error(in, "no submissions are taken here"), false;
  return true;
}

void TeamMessages::on(const Incoming& in, const wire::SubmitBegin& message) {
  if (!is_allowed(in)) return;
  if (auto checked = Uploads::check(message); !checked) return answer_error(in, checked.error().sentence);
  const auto wanted = requests_->on_begin(asker(in), message);
  if (!wanted) return answer_error(in, wanted.error().sentence);
  if (!*wanted || !in.connection.is_open()) return;
  uploads_.begin(in.connection.number(), in.connection.weak_from_this(), in.player->name(), message, in.now);
  in.answer(wire::SubmitWanted{});
}

void TeamMessages::on(const Incoming& in, const wire::SubmitPart& message) {
  auto whole = uploads_.add(in.connection.number(), message.bytes, in.now);
  if (!whole) {
    if (in.spend_budget()) answer_error(in, whole.error().sentence);
  } else if (*whole && requests_ != nullptr) {
    requests_->on_submission(asker(in), **std::move(whole));
  } else if (*whole) {
    answer_error(in, "no submissions are taken here");
  }
}

void TeamMessages::on(const Incoming& in, const wire::SubmitFollow& message) {
  if (is_allowed(in)) requests_->on_follow(asker(in), message);
}

void TeamMessages::on(const Incoming& in, const wire::TeamRequest& message) {
  if (!is_allowed(in)) return;
  if (std::holds_alternative<wire::AdminBody>(message.body) && !in.player->is_admin())
    return answer_error(in, "only an administrator may ask for this");
  requests_->on_request(asker(in), message);
}

}  // namespace quiver::net
