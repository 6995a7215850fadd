// Quoridor by the shortest path: run while not behind, and else build the wall that gains the most.
#include "bots/arguments.hpp"
#include "bots/game_bot.hpp"
#include "bots/quoridor/run_or_block.hpp"

namespace quiver::bots::quoridor {

namespace {

class ShortestPathBot : public GameBot<Quoridor> {
 protected:
  bot::Choice think(const Quoridor& game, bot::Deadline /*deadline*/) override {
    const Plan plan = run_or_block(game, random());
    return {plan.move, {.score = plan.lead, .depth = 1, .text = {}}};
  }
};

}  // namespace

}  // namespace quiver::bots::quoridor

int main(int argc, char** argv) {
  return quiver::bots::run_bundled(argc, argv, quiver::bots::quoridor::ShortestPathBot{});
}
