#include "referee/run/hint_search.hpp"

#include "referee/net/match_session.hpp"

namespace quiver::run {

void HintSearch::on_record(const wire::Record&) {
  // What the bot did wrong is for its author, not for a visitor.
  tell(base::bad_input("the bot has found no move in its time"));
}

void HintSearch::on_change(const net::MatchSession& session) {
  const match::Match& match = session.match();
  if (match.entries().size() <= match.opening()) return;
  const wire::Record::Entry& first = match.entries()[match.opening()];
  if (games::is_elimination(first.notation)) return;  // the match is about to be over
  tell(Hint{before_, first});
}

void HintSearch::tell(const base::Result<Hint>& hint) {
  if (!std::exchange(done_, true)) told_(hint);
}

}  // namespace quiver::run
