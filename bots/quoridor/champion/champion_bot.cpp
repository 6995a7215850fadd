// The champion of Quoridor. Its arguments are those of bots/champion_options.hpp.
#include "bots/champion_options.hpp"
#include "bots/quoridor/champion/engine.hpp"
#include "bots/quoridor/shortest_paths.hpp"
#include "bots/search/searching_bot.hpp"

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
      : SearchingBot(limits_of(options)), options_(options), engine_(options) {}

  void start(const bot::MatchInfo& match) override {
    SearchingBot::start(options_.seeded(match));
    engine_.start(expected_move(match.time));
  }

 private:
  // A rough guess, for the size of the table only; the time manager decides how long a move takes.
  static base::Duration expected_move(const bot::TimeControl& time) {
    constexpr int kMoves = 30;
    if (time.bank) return *time.bank / kMoves + time.increment;
    return time.per_move.value_or(std::chrono::seconds(5));
  }

  // Its whole path, and its walls.
  [[nodiscard]] unsigned moves_left(const Quoridor& game) const override {
    const Seat own = game.to_move();
    return quoridor::path_length(game, own) + game.walls_left(own);
  }
  bot::Choice search(const Quoridor& game, const SearchLimits& limits) override {
    const SearchResult found = engine_.search(game, limits, random());
    return as_choice(found, static_cast<double>(found.score) / kStepValue);
  }

  ChampionOptions options_;
  Engine engine_;
};

}  // namespace

}  // namespace quiver::bots::quoridor::champion

int main(int argc, char** argv) {
  const auto options = quiver::bots::champion_options(argc, argv);
  if (!options) return quiver::bots::refuse_arguments("quoridor-champion", options.error());
  return quiver::bots::run_bundled(argc, argv, quiver::bots::quoridor::champion::ChampionBot{*options},
                                   quiver::bots::kChampionArguments);
}
