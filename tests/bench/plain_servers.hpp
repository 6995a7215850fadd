// What the referee is compared with: servers that do nothing but answer. Each runs until it is killed.
#pragma once

#include "tests/bench/processes.hpp"
#include "tests/bench/replayer.hpp"

namespace quiver::bench {

// One connection, blocking calls alone: for each `played` bytes that come, `asked` bytes go back.
void run_ping_pong(const Listening& listening, const FrameSizes& sizes);

// Two connections that send in turn: what comes from the one is told to the other and to itself, as the
// referee does, but nothing is looked at. The first to connect begins.
void run_plain_relay(const Listening& listening, const FrameSizes& sizes);

// As the ping-pong, for any number of connections, with Asio's coroutines on one thread.
void run_asio_echo(const Listening& listening, const FrameSizes& sizes);

}  // namespace quiver::bench
