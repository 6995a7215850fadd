// The workers of a database and what there is to do, as a value, and its JSON (proto/quiver/v1/workers.proto
// says what the fields mean).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/store/postgres/work_queue.hpp"

namespace quiver::store {

// All that tables show of workers at one moment. Filled by tournament::report_workers, shown by the program
// and the page.
struct WorkersReport {
  // A worker's results against those of all others.
  struct Test {
    double chi_square = 0;
    std::uint32_t degrees = 0;
    double p = 1;
    bool differs = false;  // hardly by chance
  };
  struct Row {
    WorkerState state;
    bool alive = false;
    double games_an_hour = 0;
    std::optional<Test> test;  // none: too few games
  };
  struct Progress {
    std::string event;
    std::uint64_t played = 0;
    std::uint64_t planned = 0;
    std::optional<double> seconds_left;
  };
  std::vector<Row> workers;
  QueueState units;
  std::vector<Progress> events;
};

// One line without a line end.
std::string workers_json(const WorkersReport& report);

}  // namespace quiver::store
