// What a store has to show: events, their tables and ratings, and every game, as JSON.
//
// Reads only, beside whoever writes. Tables are computed at most once a second, whoever asks, and less
// often where that takes long: bots need the processors. Belongs to one thread, which is not the referee's:
// reading takes its time (async_store_reader.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "referee/store/store.hpp"
#include "referee/web/http/denial.hpp"
#include "referee/web/http/document.hpp"
#include "referee/web/recent_games.hpp"

namespace quiver::web {

class StoreReader {
 public:
  static constexpr std::uint32_t kPage = 50;  // games

  // Without a path there is nothing in it. The store is opened when it is first asked.
  explicit StoreReader(std::string path) : path_(std::move(path)) {}

  // Each as JSON, for one path of the API. A Denial says which status and sentence to answer with.
  Granted<Document> events();
  Granted<Document> standings(const std::string& event);
  Granted<Document> ratings(const std::string& event);
  // Those of `name` against `against`, each of which may be empty; the latest first.
  Granted<Document> games(const std::string& event, const std::string& name, const std::string& against,
                          std::uint32_t page);
  // The last ones of an event, or of the one that began last if it has no name; the latest first.
  std::vector<RecordPtr> latest(const std::string& event, std::size_t most);
  // By its id: "EVENT-NUMBER".
  Granted<RecordPtr> game(const std::string& id);

 private:
  struct Cached {
    base::Time until;
    Document made;
  };
  Granted<store::Store*> store();
  Granted<store::Event> find(const std::string& name);
  template <class Make>
  Granted<Document> cached(const std::string& key, Make make);

  std::string path_;
  std::unique_ptr<store::Store> store_;
  std::map<std::string, Cached> cache_;
};

}  // namespace quiver::web
