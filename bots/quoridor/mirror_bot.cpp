// Quoridor as in a mirror.
#include <optional>

#include "bots/arguments.hpp"
#include "bots/game_bot.hpp"
#include "bots/quoridor/mirror.hpp"

namespace quiver::bots::quoridor {

namespace {

class MirrorBot : public GameBot<Quoridor> {
 public:
  void start(const bot::MatchInfo& match) override {
    GameBot::start(match);
    mirror_.emplace(game_in(match.start), match.seat);
  }

 protected:
  bot::Choice think(const Quoridor& game, bot::Deadline /*deadline*/) override {
    return mirror_.value().choose(game, random());
  }

 private:
  std::optional<Mirror> mirror_;
};

}  // namespace

}  // namespace quiver::bots::quoridor

int main(int argc, char** argv) {
  return quiver::bots::run_bundled(argc, argv, quiver::bots::quoridor::MirrorBot{});
}
