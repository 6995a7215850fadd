// restless WAY: a program that tries to go on computing while it is stopped. Says so once it does.
#include <cstdio>
#include <unistd.h>

#include "tests/e2e/fixtures/freeze_escapes.hpp"

int main(int argc, char** argv) {
  if (argc != 2 || !quiver::tests::escape_freeze(argv[1])) return 64;
  std::puts("restless");
  std::fflush(stdout);
  while (true) pause();
}
