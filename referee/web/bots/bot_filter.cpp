#include "referee/web/bots/bot_filter.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"

namespace quiver::web {

namespace {

std::string value_of(const std::map<std::string, std::string>& query, const std::string& key) {
  const auto found = query.find(key);
  return found == query.end() ? "" : found->second;
}

std::optional<v1::BotGame::Outcome> outcome_named(const std::string& name) {
  if (name == "won") return v1::BotGame::WON;
  if (name == "drawn") return v1::BotGame::DRAWN;
  if (name == "lost") return v1::BotGame::LOST;
  return std::nullopt;
}

std::optional<wire::Reason> fault_named(const std::string& name) {
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  if (!v1::Reason_Parse(name, &reason) || reason == v1::REASON_UNSPECIFIED) return std::nullopt;
  const auto found = static_cast<wire::Reason>(reason);
  return wire::is_fault(found) ? std::optional(found) : std::nullopt;
}

// The number of the entrant of this name; none if there is no name.
Granted<std::optional<std::uint32_t>> entrant_of(const Competitors& competitors, const std::string& name) {
  if (name.empty()) return std::optional<std::uint32_t>();
  const auto found = competitors.find(name);
  if (!found) return Denial{404, "nobody called " + base::quoted(name) + " takes part"};
  return found;
}

}  // namespace

Granted<BotFilter> read_bot_filter(const std::map<std::string, std::string>& query) {
  BotFilter filter;
  const std::string result = value_of(query, "result");
  const std::string fault = value_of(query, "fault");
  const std::string seat = value_of(query, "seat");
  filter.outcome = outcome_named(result);
  if (!result.empty() && !filter.outcome) return Denial{400, "result has to be won, drawn or lost"};
  filter.faults_only = !fault.empty();
  if (filter.faults_only && fault != "any") {
    filter.fault = fault_named(fault);
    if (!filter.fault) return Denial{400, "fault has to be any, or a reason such as TIMEOUT"};
  }
  if (!seat.empty()) {
    const auto number = base::parse_number(seat);
    if (!number || *number >= EventIndex::kMostSeats)
      return Denial{400, "seat has to be a number from 0 to 3"};
    filter.seat = *number;
  }
  filter.against = value_of(query, "against");
  filter.board = value_of(query, "board");
  filter.version = value_of(query, "version");
  return filter;
}

v1::BotGame::Outcome outcome_of(const OwnGame& one) {
  const std::uint8_t place = one.own().place;
  if (place != 1) return v1::BotGame::LOST;
  const auto& seats = one.game->seats;
  const auto first = std::count_if(seats.begin(), seats.begin() + one.game->num_seats,
                                   [](const EventIndex::Seat& seat) { return seat.place == 1; });
  return first == 1 ? v1::BotGame::WON : v1::BotGame::DRAWN;
}

std::optional<wire::Reason> fault_of(const EventIndex::Seat& seat) {
  const auto reason = reason_of(seat);
  return reason && wire::is_fault(*reason) ? reason : std::nullopt;
}

Granted<std::vector<OwnGame>> own_games(const EventIndex& index, const Competitors& competitors,
                                        std::uint32_t first, const BotFilter& filter) {
  const auto version = entrant_of(competitors, filter.version);
  const auto against = entrant_of(competitors, filter.against);
  if (!version) return version.error();
  if (!against) return against.error();
  const auto known = competitors.entrants().size();
  // A game that was stored after the entrants were read may have one who is not among them.
  const auto is_own = [&](const EventIndex::Seat& seat) {
    return seat.entrant < known && competitors.first_of(seat.entrant) == first;
  };
  const auto is_opponent = [&](const EventIndex::Seat& seat) {
    return seat.entrant < known && competitors.first_of(seat.entrant) == competitors.first_of(**against);
  };
  const auto& boards = index.boards();
  std::vector<OwnGame> out;
  for (auto game = index.games().rbegin(); game != index.games().rend(); ++game) {
    const auto begin = game->seats.begin();
    const auto end = begin + game->num_seats;
    const auto own = std::find_if(begin, end, is_own);
    if (own == end) continue;
    const OwnGame one{&*game, static_cast<std::size_t>(own - begin)};
    if (*version && own->entrant != **version) continue;
    if (filter.seat && one.seat != *filter.seat) continue;
    if (filter.faults_only && !fault_of(*own)) continue;
    if (filter.fault && fault_of(*own) != filter.fault) continue;
    if (filter.outcome && outcome_of(one) != *filter.outcome) continue;
    if (!filter.board.empty() && boards[game->board] != filter.board) continue;
    if (*against && std::none_of(begin, own, is_opponent) && std::none_of(own + 1, end, is_opponent))
      continue;
    out.push_back(one);
  }
  return out;
}

}  // namespace quiver::web
