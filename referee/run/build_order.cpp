#include <algorithm>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/run/referee.hpp"

namespace quiver::run {

using base::bad_input;
using base::Result;

namespace {

// The order without its bots.
Result<Order> build_games(const wire::Order& in) {
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
  // Played once to check it. The match plays the opening again from the start.
  games::Position after = *start;
  if (auto played = games::play(after, *opening); !played) return played.error();
  for (const games::Event& event : *opening)
    if (std::holds_alternative<games::Elimination>(event))
      return bad_input("a match begins with moves and no eliminations");
  if (after.outcome().over) return bad_input("the game is over before it begins");
  if (in.bots.size() != start->turn().seats())
    return bad_input("the game has " + std::to_string(start->turn().seats()) + " seats, and " +
                     std::to_string(in.bots.size()) + " bots were named");
  Order out(std::move(*start), std::move(options));
  out.opening = std::move(*opening);
  out.games = in.games;
  out.swap = in.swap;
  out.first_random = in.first_random;
  // An order from the network must not start any number of processes at once.
  out.concurrency = std::min(in.concurrency, 256U);
  out.seed = in.seed;
  out.id = base::hex(std::string_view(base::secret_bytes(6)));
  return out;
}

Result<void> check_clock(const wire::TimeControl& time) {
  if (!time.per_move && !time.bank) return bad_input("the order has no clock");
  if (time.cap.count() <= 0) return bad_input("the order has no limit for a move");
  return {};
}

Result<launch::BotSpec> person_spec(const std::string& name, const std::string& key,
                                    const wire::TimeControl& time) {
  if (auto fit = check_clock(time); !fit) return fit.error();
  if (const std::string fault = base::name_fault(name); !fault.empty()) return bad_input(fault);
  launch::BotSpec spec;
  spec.remote = true;
  spec.person = key;
  spec.name = name;
  spec.time = time;
  return spec;
}

// Unlike an administrator, a visitor chooses nothing about a bot but its name.
Result<launch::BotSpec> offered_spec(const std::string& name, const wire::Order& in,
                                     const std::map<std::string, std::string>& offers) {
  if (auto fit = check_clock(in.time); !fit) return fit.error();
  if (!offers.contains(name)) return bad_input(base::quoted(name) + " is not offered here");
  auto spec = launch::parse_network_spec(name, offers, in.game, in.time);
  // The error may contain the path of the bot, which visitors must not see.
  if (!spec) return bad_input(base::quoted(name) + " cannot be started here");
  return spec;
}

}  // namespace

Result<Order> build_order(const wire::Order& in, const std::map<std::string, std::string>& offers) {
  auto out = build_games(in);
  if (!out) return out;
  if (auto fit = check_clock(in.time); !fit) return fit.error();
  for (const std::string& text : in.bots) {
    auto spec = launch::parse_network_spec(text, offers, in.game, in.time);
    if (!spec) return spec.error();
    out->bots.push_back(std::move(*spec));
  }
  launch::make_names_differ(out->bots);
  if (auto fit = launch::check_playable(out->bots, out->start, !out->opening.empty()); !fit)
    return fit.error();
  return out;
}

Result<Order> build_casual_game(const CasualGame& in, const std::map<std::string, std::string>& offers) {
  auto out = build_games(in.order);
  if (!out) return out;
  if (in.keys.size() != in.order.bots.size())
    return bad_input("the number of keys differs from the number of seats");
  for (std::size_t s = 0; s < in.keys.size(); ++s) {
    const std::string& name = in.order.bots[s];
    auto spec =
        in.keys[s].empty() ? offered_spec(name, in.order, offers) : person_spec(name, in.keys[s], in.people);
    if (!spec) return spec.error();
    out->bots.push_back(std::move(*spec));
  }
  launch::make_names_differ(out->bots);
  if (auto fit = launch::check_playable(out->bots, out->start, !out->opening.empty()); !fit)
    return fit.error();
  out->games = 1;
  out->retries = false;
  out->void_starved = false;  // a person's game must not vanish because the machine is busy
  out->reconnect = in.reconnect;
  return out;
}

}  // namespace quiver::run
