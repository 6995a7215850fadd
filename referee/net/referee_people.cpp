// What people play besides what was ordered.
#include <algorithm>
#include <set>

#include <boost/asio/post.hpp>

#include "client_sdk/base/text.hpp"
#include "referee/net/referee_impl.hpp"

namespace quiver::net {

namespace asio = boost::asio;
using base::bad_input;
using base::Result;

namespace {

std::size_t bots_of(const SideGame& game) {
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
  for (const Running& one : series_) all += one.side_bots.value_or(0);
  return all;
}

Result<void> Referee::Impl::check_side_game(const SideGame& game) const {
  if (signal_ != 0) return bad_input("the referee is stopping");
  if (one_order_ && !staying_ && !settings_.stays && !has_orders())
    return bad_input("the referee has nothing more to play");
  if (hall_.full()) return bad_input("as many games are being played as there is room for");
  std::set<std::string> seen;
  for (const std::string& key : game.keys) {
    if (key.empty()) continue;
    const PlayerPtr person = hall_.find_person(key);
    if (!person) return bad_input("somebody who was to play has left");
    if (person->reserved || person->free_places() == 0 || !seen.insert(key).second)
      return bad_input(person->name + " has another game");
  }
  return {};
}

void Referee::Impl::play(const SideGame& game, Begun begun) {
  if (auto fit = check_side_game(game); !fit)
    return asio::post(io_, [begun = std::move(begun), error = fit.error()] { begun(error); });
  for (const std::string& key : game.keys)
    if (const PlayerPtr person = hall_.find_person(key)) person->reserved = true;
  ++preparing_;
  bots_to_be_ += bots_of(game);
  asio::post(worker_, [this, game, begun = std::move(begun)]() mutable {
    Table::EncodedStartPtr encoded;
    auto order = build([&] { return build_side_game(game, settings_.offers); }, encoded);
    asio::post(io_, [this, game = std::move(game), begun = std::move(begun), order = std::move(order),
                     encoded = std::move(encoded)]() mutable {
      begin_side_game(game, std::move(order), std::move(encoded), begun);
    });
  });
}

void Referee::Impl::begin_side_game(const SideGame& game, Result<Order> order, Table::EncodedStartPtr encoded,
                                    const Begun& begun) {
  --preparing_;
  bots_to_be_ -= bots_of(game);
  for (const std::string& key : game.keys)
    if (const PlayerPtr person = hall_.find_person(key)) person->reserved = false;
  hall_.changed();
  if (!order) return begun(order.error());
  if (auto fit = check_side_game(game); !fit) return begun(fit.error());
  order->logs = settings_.logs;
  take_numbers(*order);
  const std::string id = order->id + "-" + std::to_string(order->first);
  log_.info("seated " + names_of(*order) + " for " + std::string(order->start.game_name()) + ", " + id);
  auto clerk = clerk_for(nullptr);
  Watcher& watcher = *clerk;
  begin(std::move(*order), std::move(encoded), std::move(clerk), watcher, bots_of(game));
  begun(id);
}

}  // namespace quiver::net
