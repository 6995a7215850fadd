#include "bots/amazons/search/territory.hpp"

int main(int argc, char** argv) {
  using namespace quiver::bots::amazons;
  return run(argc, argv, std::make_unique<TerritoryEngine>());
}
