// Hints for people who play.
#include <algorithm>

#include <boost/asio/post.hpp>

#include "referee/run/referee_impl.hpp"

namespace quiver::run {

namespace asio = boost::asio;
using base::bad_input;
using base::Result;

void Referee::Impl::hint(const std::string& key, const CasualGame& asked, Hinted told) {
  CasualGame game = asked;
  auto moves = server_.people().moves_to_answer(key);
  const bool stops = signal_ != 0 || server_.matches().full();
  if (!moves || stops)
    return asio::post(io_, [told = std::move(told), error = moves ? bad_input("the referee is busy")
                                                                  : moves.error()] { told(error); });
  game.order.moves = std::move(*moves);
  for (std::size_t s = 0; s < game.keys.size(); ++s) {
    if (game.keys[s].empty()) continue;
    game.keys[s] = server_.people().add(game.order.bots[s]);
    server_.people().set_present(game.keys[s], true);
  }
  ++preparing_;
  asio::post(worker_, [this, game, told = std::move(told)]() mutable {
    net::EncodedStartPtr encoded;
    auto order = build([&] { return build_casual_game(game, settings_.offers); }, encoded);
    asio::post(io_, [this, game = std::move(game), told = std::move(told), order = std::move(order),
                     encoded = std::move(encoded)]() mutable {
      begin_hint(game, std::move(order), std::move(encoded), told);
    });
  });
}

void Referee::Impl::begin_hint(const CasualGame& game, Result<Order> order, net::EncodedStartPtr encoded,
                               const Hinted& told) {
  --preparing_;
  if (!order || signal_ != 0 || server_.matches().full()) {
    remove_stand_ins(game.keys);
    server_.events().changed();
    return told(order ? bad_input("the referee is busy") : order.error());
  }
  games::Position before = order->start;
  (void)games::play(before, order->opening);  // build_casual_game() has played it, too
  Running running;
  running.casual_bots = 0;
  running.stand_ins = game.keys;
  running.hint_id = order->id + "-" + std::to_string(order->first);
  running.hint = std::make_unique<HintSearch>(std::move(before),
                                              [this, told, id = running.hint_id](const Result<Hint>& hint) {
                                                // Later: this comes while the server handles an event of the
                                                // match.
                                                asio::post(io_, [this, told, id, hint] {
                                                  for (Running& one : runners_)
                                                    if (one.hint_id == id)
                                                      one.runner->stop("the hint has been given");
                                                  server_.events().changed();
                                                  told(hint);
                                                });
                                              });
  HintSearch& search = *running.hint;
  hints_.insert(running.hint_id);
  begin(std::move(running), std::move(*order), std::move(encoded), search, &search);
}

void Referee::Impl::remove_stand_ins(const std::vector<std::string>& keys) {
  for (const std::string& key : keys)
    if (!key.empty()) server_.people().remove(key);
}

}  // namespace quiver::run
