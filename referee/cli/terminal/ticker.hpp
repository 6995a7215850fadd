// Calls something again and again, from a thread of its own, until it is destroyed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace quiver::cli {

class Ticker {
 public:
  Ticker(std::chrono::milliseconds between, std::function<void()> tick)
      : thread_([between, tick = std::move(tick)](const std::stop_token& stop) {
          std::mutex mutex;
          std::condition_variable_any wake;
          std::unique_lock lock(mutex);
          while (!wake.wait_for(lock, stop, between, [&] { return stop.stop_requested(); })) tick();
        }) {}

 private:
  std::jthread thread_;
};

}  // namespace quiver::cli
