#include <algorithm>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/net/referee.hpp"

namespace quiver::net {

using base::bad_input;
using base::Result;

base::Result<Order> build_order(const wire::Order& in, const std::map<std::string, std::string>& offers) {
  games::Options options = in.options;
  if (in.map) {
    auto map = graph::parse_map(*in.map);
    if (!map) return map.error();
    options.map = std::move(*map);
  }
  auto start = games::Position::start(in.game, options);
  if (!start) return start.error();
  auto opening = start->parse_list(in.moves);
  if (!opening) return opening.error();
  games::Position after = *start;
  if (auto played = games::play(after, *opening); !played) return played.error();
  for (const games::Event& event : *opening)
    if (std::holds_alternative<games::Elimination>(event))
      return bad_input("a match begins with moves and no eliminations");
  if (after.outcome().over) return bad_input("the game is over before it begins");
  if (in.bots.size() != start->turn().seats())
    return bad_input("the game has " + std::to_string(start->turn().seats()) + " seats, and " +
                     std::to_string(in.bots.size()) + " bots were named");
  if (!in.time.per_move && !in.time.bank) return bad_input("the order has no clock");
  if (in.time.cap.count() <= 0) return bad_input("the order has no limit for a move");
  Order out(std::move(*start), std::move(options));
  out.opening = std::move(*opening);
  out.games = in.games;
  out.swap = in.swap;
  out.first_random = in.first_random;
  out.concurrency = std::min(in.concurrency, 256U);
  out.seed = in.seed;
  out.id = base::hex(std::string_view(base::secret_bytes(6)));
  for (const std::string& text : in.bots) {
    auto spec = launch::parse_network_spec(text, offers, in.game, in.time);
    if (!spec) return spec.error();
    out.bots.push_back(std::move(*spec));
  }
  launch::make_names_differ(out.bots);
  return out;
}

}  // namespace quiver::net
