// The games of a referee: orders by play(), orders of administrators, and pairs of waiting players.
#include <algorithm>
#include <cstring>

#include <boost/asio/post.hpp>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/run/lobby.hpp"
#include "referee/run/referee_impl.hpp"

namespace quiver::run {

namespace asio = boost::asio;
using base::Result;

void Referee::Impl::on_change() {
  server_.admission().expel_barred();
  for (Running& one : runners_) one.runner->go_on();
  if (settings_.pairing && signal_ == 0) pair_waiting();
  // Destroyed here, when none of their own functions is on the stack.
  for (const Running& one : runners_) {
    if (!one.runner->done() || one.hint_id.empty()) continue;
    remove_stand_ins(one.stand_ins);
    hints_.erase(one.hint_id);
  }
  std::erase_if(runners_, [](const Running& one) { return one.runner->done(); });
  const bool ends = signal_ != 0 || (one_order_ && !staying_);
  if (!ends || has_orders() || unreported_ > 0) return;
  // stay() will follow: casual games go on, so run() returns without stopping them.
  const bool pauses = settings_.stays && signal_ == 0;
  if (!pauses && (!runners_.empty() || preparing_ > 0)) {
    // Without an order by play(), casual games have the grace period, too.
    if (one_order_)
      for (Running& one : runners_) one.runner->stop("the referee has nothing more to play");
    return;
  }
  const std::string sentence = one_order_ ? "there is nothing more to play" : "the referee is stopping";
  server_.admission().close(sentence);
  server_.admission().dismiss_remote(sentence);
  io_.stop();
}

bool Referee::Impl::has_orders() const {
  return ordering_ > 0 ||
         std::any_of(runners_.begin(), runners_.end(), [](const Running& one) { return !one.casual_bots; });
}

void Referee::Impl::begin(Running running, Order order, net::EncodedStartPtr encoded, OrderObserver& observer,
                          net::MatchObserver* matches) {
  order.void_starved = order.void_starved && settings_.void_starved;
  for (launch::BotSpec& bot : order.bots)
    bot.time.by_cpu = bot.time.by_cpu || (settings_.clock_by_cpu && !bot.remote && !bot.debugged);
  MatchConfig config = order;
  // More slots than games would stay empty.
  config.concurrency = std::min(order.concurrency, order.games);
  running.source = std::make_unique<FixedGames>(std::move(order), observer);
  launch::LaunchPolicy policy = config.launch_policy.value_or(settings_.launch_policy);
  running.runner =
      std::make_unique<GameRunner>(io_, server_, std::move(config), std::vector{std::move(encoded)},
                                   std::move(policy), *running.source, matches);
  runners_.push_back(std::move(running));
  runners_.back().runner->go_on();
}

Result<Order> Referee::Impl::numbered(Result<Order> order) {
  if (order) take_numbers(*order);
  return order;
}

void Referee::Impl::take_numbers(Order& order) {
  // Shared: the collection is used on two threads at once, and set_collection() waits for both.
  const std::shared_lock lock(collection_mutex_);
  if (collection_ == nullptr) return;
  const auto first = collection_->take_numbers(order.games);
  if (!first) return;  // the random id is unique, and the game will be void
  order.id = collection_->name();
  order.first = *first;
}

std::unique_ptr<RecordSink> Referee::Impl::record_sink_for(std::shared_ptr<net::Connection> asked,
                                                           std::shared_ptr<OpenOrder> order) {
  RecordSink::Store storing;
  const std::shared_lock lock(collection_mutex_);
  if (collection_ != nullptr)
    storing = [this](const wire::Record& record, Collection::Stored stored) {
      store(record, std::move(stored));
    };
  return std::make_unique<RecordSink>(log_, records_ ? &*records_ : nullptr, std::move(storing),
                                      std::move(asked), std::move(order));
}

void Referee::Impl::store(const wire::Record& record, Collection::Stored stored) {
  std::shared_lock lock(collection_mutex_);
  if (collection_ == nullptr) {
    // It was there when the game began. Without an answer the sink would wait for ever.
    lock.unlock();
    return stored(base::bad_input("the store was closed before the game was over"));
  }
  ++unreported_;
  collection_->store(record, [this, stored = std::move(stored)](const Result<void>& how) {
    --unreported_;
    stored(how);
    if (unreported_ == 0) server_.events().changed();
  });
}

void Referee::Impl::play(Order order, OrderObserver& observer, net::MatchObserver* matches) {
  one_order_ = true;
  auto encoded = std::make_shared<const wire::EncodedStart>(order.start);
  begin({}, std::move(order), std::move(encoded), observer, matches);
}

void Referee::Impl::play(MatchConfig config, GameSource& source, net::MatchObserver* matches) {
  one_order_ = true;
  std::vector<net::EncodedStartPtr> starts;
  for (std::size_t board = 0; board < config.num_boards(); ++board)
    starts.push_back(std::make_shared<const wire::EncodedStart>(config.start_of(board)));
  Running running;
  launch::LaunchPolicy policy = config.launch_policy.value_or(settings_.launch_policy);
  running.runner = std::make_unique<GameRunner>(io_, server_, std::move(config), std::move(starts),
                                                std::move(policy), source, matches);
  runners_.push_back(std::move(running));
  server_.events().changed();
}

void Referee::Impl::play(std::unique_ptr<Runner> runner) {
  one_order_ = true;
  Running running;
  running.runner = std::move(runner);
  runners_.push_back(std::move(running));
  server_.events().changed();
}

void Referee::Impl::post(std::function<void()> action) { asio::post(io_, std::move(action)); }

void Referee::Impl::break_off(const std::string& sentence) {
  asio::post(io_, [this, sentence] {
    for (Running& one : runners_)
      if (!one.casual_bots) one.runner->stop(sentence);
  });
}

Result<Order> Referee::Impl::build(const std::function<Result<Order>()>& make,
                                   net::EncodedStartPtr& encoded) {
  try {
    auto order = make();
    if (order) encoded = std::make_shared<const wire::EncodedStart>(order->start);
    return order;
  } catch (const std::exception& error) {
    return base::bad_input(std::string("the order cannot be prepared: ") + error.what());
  }
}

void Referee::Impl::on_order(const std::shared_ptr<net::Connection>& from, const wire::Order& asked) {
  if (!settings_.orders) {
    from->queue(wire::Error{wire::Error::Code::kRequest, "no orders are taken here", std::nullopt});
    return from->flush();
  }
  ++ordering_;
  // Building a large board takes seconds, so the worker does it. `from` may be closed by the time it is done.
  asio::post(worker_, [this, from, asked]() mutable {
    net::EncodedStartPtr encoded;
    auto order = build([&] { return numbered(build_order(asked, settings_.offers)); }, encoded);
    asio::post(io_, [this, from = std::move(from), asked = std::move(asked), order = std::move(order),
                     encoded = std::move(encoded)]() mutable {
      --ordering_;
      if (!order || signal_ != 0) {
        const std::string sentence = order ? "the referee is stopping" : order.error().sentence;
        from->queue(wire::Error{wire::Error::Code::kRequest, sentence, std::nullopt});
        from->flush();
        return on_change();
      }
      begin_order(from, asked, std::move(*order), std::move(encoded));
      on_change();
    });
  });
}

void Referee::Impl::begin_order(const std::shared_ptr<net::Connection>& from, const wire::Order& asked,
                                Order order, net::EncodedStartPtr encoded) {
  order.logs = settings_.logs;
  auto open = std::make_shared<OpenOrder>();
  open->shown = {++last_order_, asked.game, asked.bots, order.games, 0};
  from->queue(wire::Ordered{order.games, open->shown.order});
  from->flush();
  Running running;
  running.sink = record_sink_for(from, open);
  running.order = std::move(open);
  RecordSink& sink = *running.sink;
  begin(std::move(running), std::move(order), std::move(encoded), sink);
}

bool Referee::Impl::on_cancel(std::uint64_t order) {
  for (Running& one : runners_) {
    if (!one.order || one.order->shown.order != order || one.runner->done()) continue;
    one.order->cancelled = true;
    one.runner->stop("an administrator cancelled the order");
    server_.events().changed();
    return true;
  }
  return false;
}

std::vector<wire::Listing::Order> Referee::Impl::orders() const {
  std::vector<wire::Listing::Order> out;
  for (const Running& one : runners_)
    if (one.order && !one.runner->done()) out.push_back(one.order->shown);
  return out;
}

void Referee::Impl::pair_waiting() {
  std::vector<net::PlayerPtr> waiting = server_.roster().waiting(base::clock_now(), settings_.timeouts.rest);
  for (const std::string& game : games::all_game_names()) {
    while (!server_.matches().full()) {
      const auto pair = pair_up(waiting, game);
      if (!pair) break;
      begin_pair(game, pair->first, pair->second);
      // One that disconnected meanwhile would have free places for ever.
      std::erase_if(waiting, [](const net::PlayerPtr& player) {
        return !player->is_connected() || player->seats().num_free() == 0;
      });
    }
  }
}

void Referee::Impl::begin_pair(const std::string& game, const net::PlayerPtr& first,
                               const net::PlayerPtr& second) {
  const LobbyBoard& on = lobby_boards_.of(game);
  first->note_pairing(second->name(), true);
  second->note_pairing(first->name(), false);
  Order order(on.start, {});
  order.id = base::hex(std::string_view(base::secret_bytes(6)));
  take_numbers(order);
  std::memcpy(&order.seed, base::secret_bytes(sizeof order.seed).data(), sizeof order.seed);
  for (const net::PlayerPtr& player : {first, second}) {
    launch::BotSpec spec;
    spec.remote = true;
    spec.name = player->name();
    spec.time = settings_.time;
    order.bots.push_back(std::move(spec));
  }
  log_.info("paired " + first->name() + " and " + second->name() + " for " + game + ", " + order.id + "-" +
            std::to_string(order.first));
  Running running;
  running.sink = record_sink_for(nullptr);
  RecordSink& sink = *running.sink;
  begin(std::move(running), std::move(order), on.encoded, sink);
}

}  // namespace quiver::run
