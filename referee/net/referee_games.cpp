// What a referee plays: what was ordered, what administrators order, and pairs of those who wait.
#include <algorithm>
#include <cstring>

#include <boost/asio/post.hpp>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/net/lobby.hpp"
#include "referee/net/referee_impl.hpp"

namespace quiver::net {

namespace asio = boost::asio;
using base::Result;

void Referee::Impl::on_change() {
  for (Running& one : series_) one.series->go_on();
  if (settings_.pairing && signal_ == 0) pair_waiting();
  // Series are done only here, when none of their own functions is running.
  std::erase_if(series_, [](const Running& one) { return one.series->done(); });
  const bool ends = signal_ != 0 || (one_order_ && !staying_);
  if (!ends || has_orders()) return;
  const bool pauses = settings_.stays && signal_ == 0;
  if (!pauses && (!series_.empty() || preparing_ > 0)) {
    // Where there was no order they have the grace that orders have.
    if (one_order_)
      for (Running& one : series_) one.series->stop("the referee has nothing more to play");
    return;
  }
  const std::string sentence = one_order_ ? "there is nothing more to play" : "the referee is stopping";
  hall_.close_doors(sentence);
  hall_.dismiss_all(sentence);
  io_.stop();
}

bool Referee::Impl::has_orders() const {
  return ordering_ > 0 ||
         std::any_of(series_.begin(), series_.end(), [](const Running& one) { return !one.side_bots; });
}

void Referee::Impl::begin(Order order, Table::EncodedStartPtr encoded, std::unique_ptr<Watcher> clerk,
                          Watcher& watcher, std::optional<std::size_t> side_bots) {
  Ground ground = order;
  ground.concurrency = std::min(order.concurrency, order.games);
  auto programme = std::make_unique<FixedProgramme>(std::move(order), watcher);
  auto series = std::make_unique<Series>(io_, hall_, std::move(ground), std::move(encoded), settings_.house,
                                         *programme, watcher);
  series_.push_back({std::move(clerk), std::move(programme), std::move(series), side_bots});
  series_.back().series->go_on();
}

void Referee::Impl::take_numbers(Order& order) {
  if (settings_.collection.empty()) return;
  order.id = settings_.collection;
  order.first = settings_.first_game;
  settings_.first_game += order.games;
}

void Referee::Impl::play(Order order, Watcher& watcher) {
  one_order_ = true;
  auto encoded = std::make_shared<const wire::EncodedStart>(order.start);
  begin(std::move(order), std::move(encoded), nullptr, watcher);
}

void Referee::Impl::play(Ground ground, Programme& programme, Watcher& watcher) {
  one_order_ = true;
  auto encoded = std::make_shared<const wire::EncodedStart>(ground.start);
  series_.push_back({nullptr, nullptr,
                     std::make_unique<Series>(io_, hall_, std::move(ground), std::move(encoded),
                                              settings_.house, programme, watcher),
                     std::nullopt});
  hall_.changed();
}

void Referee::Impl::post(std::function<void()> action) { asio::post(io_, std::move(action)); }

void Referee::Impl::break_off(const std::string& sentence) {
  asio::post(io_, [this, sentence] {
    for (Running& one : series_)
      if (!one.side_bots) one.series->stop(sentence);
  });
}

Result<Order> Referee::Impl::build(const std::function<Result<Order>()>& make,
                                   Table::EncodedStartPtr& encoded) {
  try {
    auto order = make();
    if (order) encoded = std::make_shared<const wire::EncodedStart>(order->start);
    return order;
  } catch (const std::exception& error) {
    return base::bad_input(std::string("the order cannot be prepared: ") + error.what());
  }
}

void Referee::Impl::on_order(const std::shared_ptr<Connection>& from, const wire::Order& asked) {
  if (!settings_.orders) {
    from->queue(wire::Error{wire::Error::Code::kRequest, "no orders are taken here", std::nullopt});
    return from->flush();
  }
  ++ordering_;
  asio::post(worker_, [this, from, asked]() mutable {
    Table::EncodedStartPtr encoded;
    auto order = build([&] { return build_order(asked, settings_.offers); }, encoded);
    asio::post(io_, [this, from = std::move(from), order = std::move(order),
                     encoded = std::move(encoded)]() mutable {
      --ordering_;
      if (!order || signal_ != 0) {
        const std::string sentence = order ? "the referee is stopping" : order.error().sentence;
        from->queue(wire::Error{wire::Error::Code::kRequest, sentence, std::nullopt});
        from->flush();
        return on_change();
      }
      order->logs = settings_.logs;
      take_numbers(*order);
      from->queue(wire::Ordered{order->games});
      from->flush();
      auto clerk = clerk_for(from);
      Watcher& watcher = *clerk;
      begin(std::move(*order), std::move(encoded), std::move(clerk), watcher);
      on_change();
    });
  });
}

void Referee::Impl::pair_waiting() {
  std::vector<PlayerPtr> waiting = hall_.waiting(std::chrono::steady_clock::now());
  for (const std::string& game : games::all_game_names()) {
    while (!hall_.full()) {
      const auto pair = pair_up(waiting, game);
      if (!pair) break;
      begin_pair(game, pair->first, pair->second);
      // One that broke off meanwhile has free places for ever.
      std::erase_if(waiting, [](const PlayerPtr& player) {
        return !player->connected() || player->free_places() == 0;
      });
    }
  }
}

void Referee::Impl::begin_pair(const std::string& game, const PlayerPtr& first, const PlayerPtr& second) {
  const LobbyBoard& on = lobby_boards_.of(game);
  ++first->firsts;
  first->last_opponent = second->name;
  second->last_opponent = first->name;
  Order order(on.start, {});
  order.id = base::hex(std::string_view(base::secret_bytes(6)));
  take_numbers(order);
  std::memcpy(&order.seed, base::secret_bytes(sizeof order.seed).data(), sizeof order.seed);
  for (const PlayerPtr& player : {first, second}) {
    launch::BotSpec spec;
    spec.remote = true;
    spec.name = player->name;
    spec.time = settings_.time;
    order.bots.push_back(std::move(spec));
  }
  log_.info("paired " + first->name + " and " + second->name + " for " + game + ", " + order.id + "-" +
            std::to_string(order.first));
  auto clerk = clerk_for(nullptr);
  Watcher& watcher = *clerk;
  begin(std::move(order), on.encoded, std::move(clerk), watcher);
}

}  // namespace quiver::net
