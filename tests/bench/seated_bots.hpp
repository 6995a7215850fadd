// Bots that all sit in one process and replay the written game; number 2k plays against 2k + 1. One thread.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/load.hpp"
#include "tests/bench/processes.hpp"
#include "tests/bench/replayer.hpp"

namespace quiver::bench {

class Bots {
 public:
  // With stamps, `when` is the time at which the kernel got what a bot is told.
  Bots(std::uint16_t port, const std::string& name, std::size_t count, bool stamps)
      : name_(name), bots_(count), load_(stamps) {
    for (std::size_t k = 0; k < count; ++k) {
      load_.open(port);
      load_.send(k, Replayer::hello(name_ + std::to_string(k)));
    }
    std::size_t welcomed = 0;
    while (welcomed < count) step(1000, [&](std::size_t, base::Time) { ++welcomed; });
  }

  void order(Admin& admin, const wire::TimeControl& time, std::uint32_t games) const {
    for (std::size_t k = 0; k < bots_.size(); k += 2)
      admin.order({name_ + std::to_string(k), name_ + std::to_string(k + 1)}, time, games);
  }

  // Calls then(k, when) for each bot that was told something.
  template <class Then>
  void step(int millis, const Then& then) {
    load_.wait(millis, [&](std::size_t k, std::string_view bytes, base::Time when) {
      answers_.clear();
      bots_[k].take(bytes, answers_);
      if (!answers_.empty()) load_.send(k, answers_);
      then(k, when);
    });
  }
  void play(std::size_t k) {
    answers_.clear();
    bots_[k].play(answers_);
    load_.send(k, answers_);
  }
  Replayer& operator[](std::size_t k) { return bots_[k]; }

 private:
  std::string name_;
  std::vector<Replayer> bots_;
  Load load_;
  std::string answers_;
};

}  // namespace quiver::bench
