#include "referee/web/bots/game_digests.hpp"

#include "client_sdk/games/position.hpp"
#include "referee/web/views.hpp"

namespace quiver::web {

namespace {

constexpr std::size_t kMost = 4000;

SeatTimes times_of(const wire::Record& record, std::size_t seat) {
  const wire::Record::SeatRecord& its = record.seats[seat];
  SeatTimes out;
  for (std::size_t k = record.opening; k < record.moves.size(); ++k) {
    const wire::Record::Entry& entry = record.moves[k];
    if (entry.seat.value() != seat || games::is_elimination(entry.notation)) continue;
    out.moves.push_back({static_cast<float>(base::millis(entry.took)), static_cast<std::uint32_t>(k + 1)});
  }
  if (its.time.per_move) out.per_move = base::millis(*its.time.per_move);
  if (its.time.bank)
    out.bank = base::millis(*its.time.bank) +
               base::millis(its.time.increment) * static_cast<double>(out.moves.size());
  out.used = base::millis(its.used);
  return out;
}

}  // namespace

GameDigest digest_of(const wire::Record& record, const std::string& id) {
  GameDigest out;
  out.summary = summary_of(record);
  out.summary.set_id(id);
  for (std::size_t s = 0; s < record.seats.size(); ++s) out.seats.push_back(times_of(record, s));
  return out;
}

base::Result<DigestPtr> GameDigests::find(store::Store& store, const store::Event& event,
                                          std::uint32_t number) {
  const auto key = std::pair(event.id, number);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const auto game = store.game(event.id, number);
  if (!game) return game.error();
  if (!*game) return DigestPtr();
  if (known_.size() >= kMost) known_.clear();
  const std::string id = event.name + "-" + std::to_string(number);
  return known_[key] = std::make_shared<const GameDigest>(digest_of((*game)->record, id));
}

}  // namespace quiver::web
