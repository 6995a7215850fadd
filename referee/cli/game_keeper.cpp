#include "referee/cli/game_keeper.hpp"

#include "client_sdk/base/text.hpp"
#include "referee/cli/usage_error.hpp"
#include "referee/store/sqlite_store.hpp"
#include "referee/tournament/history.hpp"

namespace quiver::cli {

namespace {

store::Event collection(store::Store& store) {
  for (const store::Event& one : need(store.events())) {
    if (one.name != GameKeeper::kCollection) continue;
    if (one.kind != "games")
      throw UsageError("--store: the event " + one.name + " is of another kind; give another store");
    return one;
  }
  return need(store.begin({0, GameKeeper::kCollection, "games", "", tournament::utc_now()}));
}

}  // namespace

GameKeeper::GameKeeper(const std::string& path)
    : store_(need(store::open_sqlite_store(path, store::Access::kWrite), "--store: ")) {
  const store::Event event = collection(*store_);
  const auto results = need(store_->results(event.id));
  if (!results.empty()) next_ = results.back().number + 1;
  writer_ = std::make_unique<store::Writer>(*store_, event.id);
}

GameKeeper::~GameKeeper() {
  if (referee_ != nullptr) referee_->set_keeper({});
}

void GameKeeper::attend(net::Referee& referee) {
  referee_ = &referee;
  referee.set_keeper([this](const wire::Record& record) { keep(record); });
}

void GameKeeper::keep(const wire::Record& record) {
  store::Game game;
  game.number = base::parse_number(record.id.substr(record.id.rfind('-') + 1)).value();
  game.record = record;
  writer_->add({game}, [this](const base::Result<void>& kept) {
    if (kept) return;
    referee_->post([this, why = kept.error().sentence] {
      if (!std::exchange(failed_, true)) referee_->log().warning("games are not kept any more: " + why);
    });
  });
}

}  // namespace quiver::cli
