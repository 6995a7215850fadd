#include "referee/cli/commands/program.hpp"

int main(int argc, char** argv) { return quiver::cli::run_program(argc, argv); }
