#include "referee/net/administration.hpp"

#include <string>

#include "client_sdk/base/text.hpp"

namespace quiver::net {

namespace {

void answer_error(const Incoming& in, const std::string& sentence) {
  in.answer(wire::Error{wire::Error::Code::kRequest, sentence, std::nullopt});
}

// False if the sender is no administrator; it has its answer then.
bool is_allowed(const Incoming& in) {
  if (in.player->is_admin()) return true;
  if (in.spend_budget()) answer_error(in, "only an administrator may ask for this");
  return false;
}

}  // namespace

Administration::Administration(Log& log, Roster& roster, MatchRunner& matches, Admission& admission,
                               ServerEvents& events)
    : log_(log), roster_(roster), matches_(matches), admission_(admission), events_(events) {}

void Administration::on(const Incoming& in, const wire::Order& message) {
  if (!is_allowed(in)) return;
  if (events_.scheduler() == nullptr || admission_.is_closed())
    return answer_error(in, "no orders are taken here");
  events_.scheduler()->on_order(in.connection.shared_from_this(), message);
}

void Administration::on(const Incoming& in, const wire::List&) {
  if (is_allowed(in)) in.answer(listing());
}

void Administration::on(const Incoming& in, const wire::Kick& message) {
  if (!is_allowed(in)) return;
  // Several players can have one name: a bot may connect more than once with the same token. All are kicked.
  const std::vector<PlayerPtr> found = roster_.competitors(message.name);
  if (found.empty())
    return answer_error(in, "there is nobody called " + base::quoted(message.name) + " here");
  for (const PlayerPtr& player : found) admission_.expel(player, "an administrator closed its connection");
  log_.info("kicked " + message.name);
  in.answer(wire::Done{message.name + " is out"});
}

void Administration::on(const Incoming& in, const wire::Abort& message) {
  if (!is_allowed(in)) return;
  const std::string which = "match " + std::to_string(message.match);
  if (!matches_.abort(message.match, "an administrator ended the match"))
    return answer_error(in, "there is no " + which + " here");
  in.answer(wire::Done{which + " is void"});
}

void Administration::on(const Incoming& in, const wire::Cancel& message) {
  if (!is_allowed(in)) return;
  const std::string which = "order " + std::to_string(message.order);
  if (events_.scheduler() == nullptr || !events_.scheduler()->on_cancel(message.order))
    return answer_error(in, "there is no " + which + " here; admin list shows those there are");
  log_.info("cancelled " + which);
  in.answer(wire::Done{which + " is cancelled"});
}

wire::Listing Administration::listing() const {
  wire::Listing out;
  roster_.add_to(out);
  matches_.add_to(out, base::clock_now());
  if (events_.scheduler() != nullptr) out.orders = events_.scheduler()->orders();
  return out;
}

}  // namespace quiver::net
