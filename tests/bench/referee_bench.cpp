// Measures a running referee and tells which goals were met: ./quiver bench
//
//   referee_bench PROGRAM [moves] [matches] [deadlines] [launches] [web] [ladder] [store] [tournament]
//   [queue] [workers] [bot-page]
//
// PROGRAM is quiver. Everything is measured between real processes over real TCP connections on this machine.
// Exits with 1 if a goal was missed, with 2 if something could not be measured.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "client_sdk/graph/gsl_errors.hpp"
#include "referee/launch/process.hpp"
#include "tests/bench/measurements.hpp"

namespace quiver::bench {

namespace {

struct Measurement {
  std::string name;
  Figures (*measure)(const std::string& program);
};

bool print_goals(const Figures& figures) {
  bool all_met = true;
  std::printf("%-70s %10s %12s\n", "goal", "measured", "asked");
  for (const Figure& figure : figures) {
    const bool met = figure.at_least ? figure.measured >= figure.bound : figure.measured <= figure.bound;
    all_met = all_met && met;
    std::printf("%-70s %10.2f %7s %4.4g%s\n", figure.what.c_str(), figure.measured,
                figure.at_least ? ">=" : "<=", figure.bound, met ? "" : "   MISSED");
  }
  return all_met;
}

int run(const std::vector<std::string>& words) {
  const std::vector<Measurement> all = {
      {"moves", measure_move_time},       {"moves", measure_pinned_moves}, {"matches", measure_many_matches},
      {"deadlines", measure_deadlines},   {"launches", measure_launches},  {"web", measure_watching},
      {"ladder", measure_watched_ladder}, {"store", measure_store},        {"tournament", measure_tournament},
      {"queue", measure_queue},           {"workers", measure_workers},    {"bot-page", measure_bot_page}};
  Figures figures;
  for (const Measurement& one : all) {
    bool wanted = words.size() == 1;
    for (std::size_t k = 1; k < words.size(); ++k) wanted = wanted || words[k] == one.name;
    if (!wanted) continue;
    const Figures more = one.measure(words[0]);
    figures.insert(figures.end(), more.begin(), more.end());
    std::fflush(stdout);
  }
  if (figures.empty())
    throw std::runtime_error(
        "there is no such measurement; they are moves, matches, deadlines, launches, web, ladder, store, "
        "tournament, queue, workers, bot-page");
  return print_goals(figures) ? 0 : 1;
}

}  // namespace

}  // namespace quiver::bench

int main(int argc, char** argv) {
  quiver::launch::prepare_this_process();  // so many connections need many descriptors
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  quiver::graph::turn_off_gsl_abort();
  try {
    if (argc < 2)
      throw std::runtime_error(
          "usage: referee_bench PROGRAM [moves] [matches] [deadlines] [launches] [web] [ladder] [store] "
          "[tournament] "
          "[queue] [workers] [bot-page]");
    return quiver::bench::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "referee_bench: %s\n", error.what());
    return 2;
  }
}
