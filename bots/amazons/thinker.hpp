// What the Amazons bots have in common: a Thinker finds a move, a Player shows it to the SDK.
//
// A Thinker is asked for one move after another of one match, on one thread; all its chance comes from the
// seed that it was given at the start. Limit is how long it may think: until a moment, or a number of
// evaluations, which makes a search repeat itself to the last move. On boards that are too large to be looked
// at as a whole the Player shows its Thinker a window (window.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "bots/amazons/window.hpp"
#include "bots/thinking_time.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::amazons {

using base::Random;
using base::Seat;
using base::Vertex;
using games::Amazons;

class Limit {
 public:
  // Until the time that was begun is over.
  static Limit clock(ThinkingTime& time) {
    Limit limit;
    limit.time_ = &time;
    return limit;
  }
  static Limit evaluations(std::uint64_t most) {
    Limit limit;
    limit.most_ = most;
    return limit;
  }

  // Counts an evaluation. The clock is read now and then only, and the first few hundred are for free: a move
  // that nobody looked at costs more than they do.
  void spend() {
    if (++spent_ >= most_) out_ = true;
    if (time_ != nullptr && spent_ % 64 == 0 && time_->over(std::chrono::steady_clock::now()) &&
        spent_ >= kFree)
      out_ = true;
  }
  [[nodiscard]] bool out() const { return out_; }
  [[nodiscard]] std::uint64_t spent() const { return spent_; }

 private:
  static constexpr std::uint64_t kFree = 512;
  Limit() = default;

  ThinkingTime* time_ = nullptr;
  std::uint64_t most_ = ~std::uint64_t{0};
  std::uint64_t spent_ = 0;
  bool out_ = false;
};

struct Thought {
  Amazons::Move move;
  bot::Info info;
};

class Thinker {
 public:
  Thinker() = default;
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;
  virtual ~Thinker() = default;

  // True if even the largest boards cost it little: then it is never shown a window.
  [[nodiscard]] virtual bool sees_everything() const { return false; }
  virtual void start(std::uint64_t seed) { random_ = Random(seed); }
  // The game is not over.
  virtual Thought think(const Amazons& game, Limit& limit) = 0;

 protected:
  Random random_{0};
};

// Thinks on boards of any size.
class Player : public bot::Bot {
 public:
  // `evaluations` is the limit for each move instead of the clock, if given.
  explicit Player(std::unique_ptr<Thinker> thinker, std::optional<std::uint64_t> evaluations = {})
      : thinker_(std::move(thinker)), evaluations_(evaluations) {}

  [[nodiscard]] bot::Profile profile() const override;
  void start(const bot::MatchInfo& match) override;
  bot::Choice choose(const games::Position& position, bot::Deadline deadline) override;

  // The same without a match around it.
  void start(const Amazons& game, std::uint64_t seed);
  Thought think(const Amazons& game, Limit& limit);

 private:
  [[nodiscard]] unsigned moves_left(const Amazons& game) const;

  std::unique_ptr<Thinker> thinker_;
  std::optional<std::uint64_t> evaluations_;
  ThinkingTime time_;
  Random random_{0};
  bool plain_ = false;       // the board is drawn on a grid: it can be looked at through a window
  std::uint32_t cells_ = 0;  // that are no holes
};

// The rest of a bot's main: `--nodes N` on the command line is the limit in evaluations.
int run(int argc, char** argv, std::unique_ptr<Thinker> thinker);

}  // namespace quiver::bots::amazons
