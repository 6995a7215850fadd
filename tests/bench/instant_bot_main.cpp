// A bot that answers at once, as quiver launches it. At the end of each game it prints the times between two of
// its moves, in microseconds.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "client_sdk/graph/gsl_errors.hpp"
#include "client_sdk/wire/address.hpp"
#include "tests/bench/instant_bot.hpp"
#include "tests/bench/replayer.hpp"

int main() {
  using namespace quiver;
  graph::turn_off_gsl_abort();
  const char* address = std::getenv("QUIVER_ADDRESS");
  const char* token = std::getenv("QUIVER_TOKEN");
  if (address == nullptr || token == nullptr) return 64;
  const auto where = wire::parse_url(address);
  if (!where) return 64;
  bench::written_game();  // before the first clock runs
  try {
    bench::run_instant_bot(where->port, bench::Replayer::hello("instant", token),
                           [](const std::vector<double>& between) {
                             for (const double seconds : between) std::printf("%.2f\n", seconds * 1e6);
                             std::fflush(stdout);
                           });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
