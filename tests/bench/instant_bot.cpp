#include "tests/bench/instant_bot.hpp"

#include <array>
#include <chrono>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#include "tests/bench/processes.hpp"
#include "tests/bench/replayer.hpp"

namespace quiver::bench {

void run_instant_bot(std::uint16_t port, const std::string& name, int times) {
  run_instant_bot(port, Replayer::hello(name), [times](const std::vector<double>& between) {
    const std::size_t size = between.size() * sizeof(double);
    if (times >= 0 && write(times, between.data(), size) != static_cast<ssize_t>(size))
      throw std::runtime_error("write");
  });
}

void run_instant_bot(std::uint16_t port, const std::string& hello,
                     const std::function<void(const std::vector<double>&)>& on_end) {
  using Clock = std::chrono::steady_clock;
  const int socket = connect_to(port);
  send_all(socket, hello);
  Replayer bot;
  std::vector<double> between;
  std::optional<Clock::time_point> last;
  std::array<char, 16 << 10> buffer;
  std::string answers;
  for (;;) {
    const ssize_t got = recv(socket, buffer.data(), buffer.size(), 0);
    if (got <= 0) return;
    const std::uint64_t ended = bot.ends();
    answers.clear();
    bot.take({buffer.data(), static_cast<std::size_t>(got)}, answers);
    if (bot.to_move()) {
      bot.play(answers);
      const Clock::time_point now = Clock::now();
      if (last) between.push_back(std::chrono::duration<double>(now - *last).count());
      last = now;
    }
    if (!answers.empty()) send_all(socket, answers);
    if (bot.ends() == ended) continue;
    on_end(between);
    between.clear();
    last.reset();
  }
}

}  // namespace quiver::bench
