// A program with threads and memory, to be compiled with each of the sanitizers.
#include <cstdio>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  long sum = 0;
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&] {
      const auto numbers = std::make_unique<std::vector<int>>(1000, 1);
      const std::lock_guard lock(mutex);
      sum += std::accumulate(numbers->begin(), numbers->end(), 0L);
    });
  for (std::thread& thread : threads) thread.join();
  std::puts(sum == 4000 ? "done" : "wrong");
}
