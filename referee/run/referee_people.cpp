// The casual games of people.
#include <algorithm>
#include <set>

#include <boost/asio/post.hpp>

#include "client_sdk/base/text.hpp"
#include "referee/run/referee_impl.hpp"

namespace quiver::run {

namespace asio = boost::asio;
using base::bad_input;
using base::Result;

namespace {

std::size_t bots_of(const CasualGame& game) {
  return static_cast<std::size_t>(std::count(game.keys.begin(), game.keys.end(), ""));
}

std::string names_of(const Order& order) {
  std::string all;
  for (const launch::BotSpec& bot : order.bots) all += (all.empty() ? "" : " and ") + bot.name;
  return all;
}

}  // namespace

std::size_t Referee::Impl::num_bots() const {
  std::size_t all = bots_to_be_;
  for (const Running& one : runners_) all += one.casual_bots.value_or(0);
  return all;
}

Result<void> Referee::Impl::check_casual_game(const CasualGame& game) const {
  if (signal_ != 0) return bad_input("the referee is stopping");
  if (one_order_ && !staying_ && !settings_.stays && !has_orders())
    return bad_input("the referee has nothing more to play");
  if (server_.matches().full()) return bad_input("as many games are being played as there is room for");
  std::set<std::string> seen;
  for (const std::string& key : game.keys) {
    if (key.empty()) continue;
    const net::PlayerPtr person = server_.people().find(key);
    if (!person) return bad_input("a player has left before the game began");
    if (!person->is_free() || !seen.insert(key).second)
      return bad_input(person->name() + " has another game");
  }
  return {};
}

void Referee::Impl::play(const CasualGame& game, Begun begun) {
  if (auto fit = check_casual_game(game); !fit)
    return asio::post(io_, [begun = std::move(begun), error = fit.error()] { begun(error); });
  // Reserved while the worker builds the board, so that nobody starts a second game.
  for (const std::string& key : game.keys)
    if (const net::PlayerPtr person = server_.people().find(key)) person->set_reserved(true);
  ++preparing_;
  bots_to_be_ += bots_of(game);
  asio::post(worker_, [this, game, begun = std::move(begun)]() mutable {
    net::EncodedStartPtr encoded;
    auto order = build([&] { return numbered(build_casual_game(game, settings_.offers)); }, encoded);
    asio::post(io_, [this, game = std::move(game), begun = std::move(begun), order = std::move(order),
                     encoded = std::move(encoded)]() mutable {
      begin_casual_game(game, std::move(order), std::move(encoded), begun);
    });
  });
}

void Referee::Impl::begin_casual_game(const CasualGame& game, Result<Order> order,
                                      net::EncodedStartPtr encoded, const Begun& begun) {
  --preparing_;
  bots_to_be_ -= bots_of(game);
  for (const std::string& key : game.keys)
    if (const net::PlayerPtr person = server_.people().find(key)) person->set_reserved(false);
  server_.events().changed();
  if (!order) return begun(order.error());
  // Checked again: people may have left, or a signal may have come meanwhile.
  if (auto fit = check_casual_game(game); !fit) return begun(fit.error());
  order->logs = settings_.logs;
  const std::string id = order->id + "-" + std::to_string(order->first);
  log_.info("seated " + names_of(*order) + " for " + std::string(order->start.game_name()) + ", " + id);
  Running running;
  running.sink = record_sink_for(nullptr);
  running.casual_bots = bots_of(game);
  RecordSink& sink = *running.sink;
  begin(std::move(running), std::move(*order), std::move(encoded), sink);
  begun(id);
}

}  // namespace quiver::run
