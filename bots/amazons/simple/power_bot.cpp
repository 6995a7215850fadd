#include "bots/amazons/simple/power.hpp"

int main(int argc, char** argv) {
  using namespace quiver::bots::amazons;
  return run(argc, argv, std::make_unique<PowerEngine>());
}
