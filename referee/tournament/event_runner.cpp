#include "referee/tournament/event_runner.hpp"

#include <utility>

namespace quiver::tournament {

void EventRunner::start(store::Store& store, store::EventId event) {
  writer_.emplace(store, event);
  notifier_.emplace(
      *writer_, [this](std::function<void()> action) { referee_.post(std::move(action)); },
      [this](const std::string& sentence) {
        failure_ = sentence;
        referee_.break_off("nothing can be stored any more");
      });
}

store::Writer::Lag EventRunner::lag() const { return writer_ ? writer_->lag() : store::Writer::Lag(); }

int EventRunner::play(run::MatchConfig config, run::GameSource& source, net::MatchObserver* matches) {
  referee_.play(std::move(config), source, matches);
  return referee_.run();
}

int EventRunner::play(std::unique_ptr<run::Runner> runner) {
  referee_.play(std::move(runner));
  return referee_.run();
}

void EventRunner::finish() {
  // The first failure stays: it is the cause of the others.
  if (auto committed = notifier_->finish(); !committed && !failed()) failure_ = committed.error().sentence;
}

}  // namespace quiver::tournament
