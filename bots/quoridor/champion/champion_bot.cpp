// The champion of Quoridor, for as long as the clock allows. What can be said to it on the command line is
// in bots/champion_options.hpp.
#include "bots/champion_options.hpp"
#include "bots/quoridor/champion/thinker.hpp"
#include "bots/quoridor/ways.hpp"
#include "bots/searching_bot.hpp"

namespace quiver::bots::quoridor::champion {

namespace {

SearchLimits limits_of(const ChampionOptions& options) {
  SearchLimits limits;
  limits.nodes = options.nodes;
  return limits;
}

class ChampionBot : public SearchingBot<Quoridor> {
 public:
  explicit ChampionBot(const ChampionOptions& options)
      : SearchingBot(limits_of(options)), options_(options), thinker_(options) {}

  void start(const bot::MatchInfo& match) override {
    SearchingBot::start(options_.seeded(match));
    thinker_.start(expected_move(match.time));
  }

 private:
  static base::Duration expected_move(const bot::TimeControl& time) {
    constexpr int kMoves = 30;
    if (time.bank) return *time.bank / kMoves + time.increment;
    return time.per_move.value_or(std::chrono::seconds(5));
  }

  // It has to go all its way, and will place a wall now and then.
  [[nodiscard]] unsigned moves_left(const Quoridor& game) const override {
    const Seat own = game.to_move();
    return quoridor::way_length(game, own) + game.walls_left(own);
  }
  bot::Choice search(const Quoridor& game, const SearchLimits& limits) override {
    const Finding found = thinker_.search(game, limits, random());
    return as_choice(found, static_cast<double>(found.score) / kStepWorth);
  }

  ChampionOptions options_;
  Thinker thinker_;
};

}  // namespace

}  // namespace quiver::bots::quoridor::champion

int main(int argc, char** argv) {
  const auto options = quiver::bots::champion_options(argc, argv);
  if (!options) return quiver::bots::refuse_arguments("quoridor-champion", options.error());
  return quiver::bot::run_bot(argc, argv, quiver::bots::quoridor::champion::ChampionBot{*options});
}
