// What there is to know about the workers of a database: who lives, how fast they are, whether their results
// are those of the others, and how long the rest will take.
//
// Reads the results of all games of the events that it is about, so it is for when somebody looks. One
// thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "referee/store/workers_report.hpp"

namespace quiver::tournament {

// About this event; without a name about those that are open, and if none is, the one that began last.
base::Result<store::WorkersReport> report_workers(store::Store& store, store::WorkQueue& queue,
                                                  const std::string& event = "");

// Compares each worker of these games with all others: a test of homogeneity (homogeneity.hpp), and whether
// it shows a difference that is hardly chance. One list per event. Pure.
std::map<std::string, store::WorkersReport::Test> test_workers(
    const std::vector<std::vector<store::ResultCount>>& events);

}  // namespace quiver::tournament
