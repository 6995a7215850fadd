// The `quiver` program as a function, so that main has nothing to do but to call it.
//
// Exit codes: 0 done; 1 the move that was to be checked is illegal; 2 bad usage or input, or the output
// could not be written; 70 an internal error. Errors are one line on stderr.
#pragma once

namespace quiver::cli {

// A token among the arguments is overwritten, so that lists of processes do not show it.
int run_program(int argc, char** argv);

}  // namespace quiver::cli
