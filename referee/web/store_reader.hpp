// The contents of a store as JSON: events, their tables and ratings, and every game.
//
// Only reads; somebody else may write at the same time. Tables are computed at most once a second, however
// many ask, and less often where that takes long, because bots need the processors. Belongs to one thread,
// which is not the referee's, because reading is slow (async_store_reader.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "referee/store/postgres/work_queue.hpp"
#include "referee/store/store.hpp"
#include "referee/web/bots/bot_reader.hpp"
#include "referee/web/game_logs.hpp"
#include "referee/web/http/denial.hpp"
#include "referee/web/http/document.hpp"
#include "referee/web/recent_games.hpp"

namespace quiver::v1 {
class RatingHistory;
class Standings;
}  // namespace quiver::v1

namespace quiver::web {

using TablePtr = std::shared_ptr<const v1::Standings>;

class StoreReader {
 public:
  static constexpr std::uint32_t kPage = 50;  // games

  // Without a path it is empty. The store is opened by the first question.
  explicit StoreReader(std::string path) : path_(std::move(path)) {}

  // Each as JSON, for one path of the API. A Denial says which status and sentence to answer with.
  Granted<Document> events();
  Granted<Document> standings(const std::string& event);
  // Of the games on one of its boards.
  Granted<Document> standings(const std::string& event, const std::string& board);
  // Of a knockout or a double elimination.
  Granted<Document> bracket(const std::string& event);
  // Of these entrants only, or of all if there are no names.
  Granted<Document> ratings(const std::string& event, const std::vector<std::string>& names = {});
  // The table of standings() as a value, for as long as it is fresh.
  Granted<TablePtr> table(const std::string& event);
  // The games of `name` against `against`, the latest first. Each may be empty, which means anybody.
  Granted<Document> games(const std::string& event, const std::string& name, const std::string& against,
                          std::uint32_t page);
  // A report on a bot of a tournament or a ladder, or on one version of it, and its games behind a filter.
  Granted<Document> bot(const std::string& event, const std::string& name, const std::string& version);
  Granted<Document> bot_games(const std::string& event, const std::string& name, const BotFilter& filter,
                              const WantedPage& wanted);
  // The event of this game if its bots have pages; otherwise empty.
  std::string event_of(const std::string& id);
  // The workers of the database and their queue. Only for a store in PostgreSQL.
  Granted<Document> workers();
  // The last games of an event, the latest first. Without a name, of the event that began last.
  std::vector<RecordPtr> latest(const std::string& event, std::size_t most);
  // By its id: "EVENT-NUMBER".
  Granted<RecordPtr> game(const std::string& id);
  // What the bots of this game printed, as far as this reader may know it.
  Granted<Text> logs(const std::string& id, const LogReader& reader);

 private:
  struct Cached {
    base::Time until;
    Document made;
  };
  // A value that is expensive to compute, and until when it is fresh.
  template <class T>
  struct Fresh {
    base::Time until;
    std::shared_ptr<const T> value;
  };
  // Opens the store at the first call. Denied with 503 if that fails, and tried again next time.
  Granted<store::Store*> store();
  Granted<store::Event> find(const std::string& name);
  // A game and its event by its id; 404 if there is none.
  struct Found {
    store::Event event;
    store::Game game;
  };
  Granted<Found> find_game(const std::string& id);
  // Whose bot each seat's was; empty for the host's own, and where that is not known.
  Granted<std::vector<std::string>> teams(const Found& found);
  Granted<std::string> team_named(const std::string& name);
  // The document under this key if it is fresh, or a new one by `make`. Errors are not cached.
  template <class Make>
  Granted<Document> cached(const std::string& key, Make make);

  std::string path_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::WorkQueue> queue_;
  Granted<std::shared_ptr<const v1::RatingHistory>> history(const store::Event& event);
  // The value under this key if it is fresh, or a new one by `make`.
  template <class T, class Make>
  Granted<std::shared_ptr<const T>> fresh(std::map<std::string, Fresh<T>>& cache, const std::string& key,
                                          Make make);

  BotReader bots_;
  std::map<std::string, Cached> cache_;
  std::map<std::string, Fresh<v1::Standings>> tables_;
  std::map<std::string, Fresh<v1::RatingHistory>> histories_;
};

}  // namespace quiver::web
