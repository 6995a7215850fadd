#include "referee/store/copy_store.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "referee/store/copy_teams.hpp"

namespace quiver::store {

using base::Error;
using base::Result;

namespace {

constexpr std::size_t kGamesPerCommit = 500;

Error differs(const Event& event, const std::string& what) {
  return {Error::Code::kUnreadable,
          "the copy of the event " + base::quoted(event.name) + " differs in " + what +
              ": if somebody writes to the store, copy it again when that has ended"};
}

bool same(const Rating& a, const Rating& b) {
  return a.entrant == b.entrant && a.after == b.after && a.elo == b.elo && a.low == b.low &&
         a.high == b.high && a.at == b.at;
}

// A game as it was read from one store, to be found in the other.
struct Print {
  std::uint32_t number = 0;
  std::uint64_t digest = 0;  // 64 bits of the SHA-256 of everything in it
  friend bool operator==(const Print&, const Print&) = default;
};

Print print_of(const Game& game) {
  std::string all =
      wire::record_json(game.record) + "\n" + std::to_string(game.pairing) + " " + std::to_string(game.index);
  for (const std::uint32_t entrant : game.entrants) all += " " + std::to_string(entrant);
  const std::string digits = wire::sha256_hex(all).substr(0, 16);
  Print print{game.number, 0};
  std::from_chars(digits.data(), digits.data() + digits.size(), print.digest, 16);
  return print;
}

class Copier {
 public:
  Copier(Store& from, Store& to, const std::function<void(std::uint64_t)>& progress)
      : from_(from), to_(to), progress_(progress) {}

  Result<void> copy(const Event& event) {
    auto target = find_or_begin(event);
    if (!target) return target.error();
    if (auto copied = copy_lists(event, *target); !copied) return copied;
    if (auto copied = copy_games(event, *target); !copied) return copied;
    if (auto copied = copy_logs(event, *target); !copied) return copied;
    ++copied_.events;
    return check(event, *target);
  }
  [[nodiscard]] const Copied& copied() const { return copied_; }

 private:
  // The event of the target, which may hold a part of the games already.
  Result<EventId> find_or_begin(const Event& event) {
    const auto events = to_.events();
    if (!events) return events.error();
    for (const Event& one : *events) {
      if (one.name != event.name) continue;
      if (one.kind != event.kind || one.created != event.created)
        return Error{Error::Code::kUnreadable, "the target has another event of the name " +
                                                   base::quoted(event.name) + ", of " + one.created +
                                                   ": copy to another store"};
      if (one.plan == event.plan) return one.id;
      if (auto changed = to_.change_plan(one.id, event.plan); !changed) return changed.error();
      return one.id;
    }
    auto begun = to_.begin(event);
    if (!begun) return begun.error();
    return begun->id;
  }

  // Everything that games refer to, and the ratings.
  Result<void> copy_lists(const Event& event, EventId target) {
    std::vector<Change> changes;
    const auto add = [&](auto&& list) -> Result<void> {
      if (!list) return list.error();
      for (auto& one : *list) changes.emplace_back(std::move(one));
      return {};
    };
    if (auto read = add(from_.entrants(event.id)); !read) return read;
    if (auto read = add(from_.pairings(event.id)); !read) return read;
    if (auto read = add(from_.ratings(event.id)); !read) return read;
    return changes.empty() ? Result<void>() : to_.commit(target, changes);
  }

  // Also notes what each game is, so that it need not be read again to be compared.
  Result<void> copy_games(const Event& event, EventId target) {
    const auto present = to_.results(target);
    if (!present) return present.error();
    const auto is_there = [&](std::uint32_t number) {
      const auto at = std::lower_bound(present->begin(), present->end(), number,
                                       [](const GameResult& one, std::uint32_t n) { return one.number < n; });
      return at != present->end() && at->number == number;
    };
    prints_.clear();
    std::vector<Change> changes;
    Result<void> written;
    const auto write = [&] {
      written = to_.commit(target, changes);
      if (!written) return false;
      copied_.games += changes.size();
      changes.clear();
      if (progress_) progress_(copied_.games);
      return true;
    };
    const auto read = from_.games(event.id, [&](const Game& game) {
      prints_.push_back(print_of(game));
      if (!is_there(game.number)) changes.emplace_back(game);
      return changes.size() < kGamesPerCommit || write();
    });
    if (!read) return read;
    if (written && !changes.empty()) write();
    return written;
  }

  // What bots printed; each is compared as it is copied.
  Result<void> copy_logs(const Event& event, EventId target) {
    const auto logged = from_.logged_games(event.id);
    if (!logged) return logged.error();
    const auto present = to_.logged_games(target);
    if (!present) return present.error();
    for (const std::uint32_t game : *logged) {
      const auto logs = from_.game_logs(event.id, game);
      if (!logs) return logs.error();
      if (!std::binary_search(present->begin(), present->end(), game)) {
        const std::vector<Change> changes(logs->begin(), logs->end());
        if (auto written = to_.commit(target, changes); !written) return written;
      }
      const auto there = to_.game_logs(target, game);
      if (!there) return there.error();
      if (*there != *logs)
        return differs(event, "what the bots of game " + std::to_string(game) + " printed");
    }
    return {};
  }

  Result<void> check(const Event& event, EventId target) {
    const auto equal = [](auto&& a, auto&& b, const auto& same_one) {
      return a && b && std::equal(a->begin(), a->end(), b->begin(), b->end(), same_one);
    };
    if (!equal(from_.entrants(event.id), to_.entrants(target), std::equal_to<>()))
      return differs(event, "its entrants");
    if (!equal(from_.pairings(event.id), to_.pairings(target), std::equal_to<>()))
      return differs(event, "its pairings");
    if (!equal(from_.ratings(event.id), to_.ratings(target),
               [](const auto& a, const auto& b) { return same(a, b); }))
      return differs(event, "its ratings");
    return check_games(event, target);
  }

  Result<void> check_games(const Event& event, EventId target) {
    std::string difference;
    std::size_t checked = 0;
    const auto read = to_.games(target, [&](const Game& game) {
      const bool is_same = checked < prints_.size() && print_of(game) == prints_[checked];
      if (!is_same)
        difference = checked < prints_.size() ? "game " + std::to_string(prints_[checked].number)
                                              : "the number of its games";
      checked += is_same ? 1 : 0;
      return is_same;
    });
    if (!read) return read;
    const auto all = from_.results(event.id);
    if (!all) return all.error();
    if (difference.empty() && (all->size() != checked || prints_.size() != checked))
      difference = "the number of its games";
    if (!difference.empty()) return differs(event, difference);
    copied_.checked += checked;
    return {};
  }

  Store& from_;
  Store& to_;
  const std::function<void(std::uint64_t)>& progress_;
  Copied copied_;
  std::vector<Print> prints_;  // of the event's games, in the order of their numbers
};

}  // namespace

Result<Copied> copy_store(Store& from, Store& to, const std::function<void(std::uint64_t)>& progress) {
  const auto events = from.events();
  if (!events) return events.error();
  Copier copier(from, to, progress);
  for (const Event& event : *events)
    if (auto copied = copier.copy(event); !copied) return copied.error();
  if (auto copied = copy_teams(from, to); !copied) return copied.error();
  return copier.copied();
}

}  // namespace quiver::store
