// What is measured about a running referee, each against its goal.
#pragma once

#include <string>
#include <vector>

namespace quiver::bench {

struct Figure {
  std::string what;
  double measured;
  double bound;
  bool at_least;  // or at most
};
using Figures = std::vector<Figure>;

// `program` is the quiver program. Each starts a daemon of its own and prints what lies behind its figures.
Figures measure_move_time(const std::string& program);
// Of bots that `quiver match` launches, with --pin and without.
Figures measure_pinned_moves(const std::string& program);
Figures measure_many_matches(const std::string& program);
Figures measure_deadlines(const std::string& program);
Figures measure_launches(const std::string& program);
Figures measure_watching(const std::string& program);
Figures measure_watched_ladder(const std::string& program);
// Needs no daemon.
Figures measure_store(const std::string& program);
Figures measure_tournament(const std::string& program);
Figures measure_bot_page(const std::string& program);
// Need PostgreSQL; they start a server and no daemon.
Figures measure_queue(const std::string& program);
Figures measure_workers(const std::string& program);

}  // namespace quiver::bench
