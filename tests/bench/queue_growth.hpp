// What a claim and a commit cost with few games in the store and with a million.
//
// What goes wrong is thrown. One thread.
#pragma once

#include "referee/store/open_store.hpp"
#include "referee/store/postgres/work_queue.hpp"
#include "tests/bench/measurements.hpp"
#include "tests/bench/postgres_server.hpp"

namespace quiver::bench {

// Makes an event of two bots with a queue in the database.
store::EventId open_bench_event(store::Store& store, const std::string& url);
// So many pairs of its games; the first has this number.
std::vector<store::OfferedUnit> bench_units(std::uint32_t first, std::size_t count);

Figures measure_queue_growth(PostgresServer& server);

}  // namespace quiver::bench
