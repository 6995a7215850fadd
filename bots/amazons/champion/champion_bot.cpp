// The champion of Amazons.
//
//   --threads N, --nodes N, --hash MB, --seed S   as of all champions (bots/champion_options.hpp)
//   --search tree|alphabeta|auto                  which search (docs/champions.md)
//   --ponder                                      think on while the others do
//   --exploration N, --temperature N, --best-share N   hundredths: other rules for the tree
//   (growth_rules.hpp),
//                                                 to measure them against each other
//
// Boards that do not fit into bits are left to the tree search of amazons-mcts, which plays on any graph.
#include "bots/amazons/champion/engine.hpp"
#include "bots/amazons/mcts.hpp"
#include "client_sdk/bot/run_bot.hpp"

namespace quiver::bots::amazons::champion {

namespace {

class ChampionBot : public bot::Bot {
 public:
  explicit ChampionBot(const EngineOptions& options) : options_(options) {}

  [[nodiscard]] bot::Profile profile() const override {
    bot::Profile profile;
    profile.author = "Quiver";
    profile.games = {std::string(Amazons::kName)};
    return profile;
  }

  void start(const bot::MatchInfo& match) override {
    const bot::MatchInfo seeded = options_.common.seeded(match);
    const Amazons& game = amazons_in(seeded.start);
    time_ = ThinkingTime(seeded.time);
    if (engine_ == nullptr || game.graph().digest() != board_) engine_ = Engine::for_board(game, options_);
    board_ = game.graph().digest();
    general_.reset();
    if (engine_ != nullptr) {
      engine_->start(seeded.seed);
    } else {
      general_ = std::make_unique<Player>(std::make_unique<Mcts>(), general_limit());
      general_->start(seeded);
    }
  }

  bot::Choice choose(const games::Position& position, bot::Deadline deadline) override {
    if (engine_ == nullptr) return general_->choose(position, deadline);
    const Amazons& game = amazons_in(position);
    time_.begin(deadline, std::chrono::steady_clock::now(), engine_->moves_left(game));
    Thought thought = engine_->think(game, {options_.common.nodes, &time_});
    time_.end(std::chrono::steady_clock::now());
    return {thought.move, std::move(thought.info)};
  }

 private:
  static const Amazons& amazons_in(const games::Position& position) {
    if (const Amazons* game = position.as<Amazons>()) return *game;
    throw std::invalid_argument("this bot plays amazons only");
  }
  [[nodiscard]] std::optional<std::uint64_t> general_limit() const {
    if (options_.common.nodes == SearchLimits{}.nodes) return std::nullopt;
    return options_.common.nodes;
  }

  EngineOptions options_;
  ThinkingTime time_;
  std::uint64_t board_ = 0;
  std::unique_ptr<Engine> engine_;   // of the board that was played last
  std::unique_ptr<Player> general_;  // for boards that no engine takes
};

bool has_word(int argc, char** argv, std::string_view word) {
  for (int k = 1; k < argc; ++k)
    if (word == argv[k]) return true;
  return false;
}

base::Result<SearchKind> search_argument(int argc, char** argv) {
  const std::pair<std::string_view, SearchKind> kinds[] = {
      {"tree", SearchKind::kTree}, {"alphabeta", SearchKind::kAlphaBeta}, {"auto", SearchKind::kAuto}};
  for (int k = 1; k < argc; ++k) {
    if (std::string_view(argv[k]) != "--search") continue;
    for (const auto& [name, kind] : kinds)
      if (k + 1 < argc && name == argv[k + 1]) return kind;
    return base::bad_input("--search takes tree, alphabeta or auto");
  }
  return EngineOptions{}.search;
}

base::Result<EngineOptions> engine_options(int argc, char** argv) {
  const auto common = champion_options(argc, argv);
  if (!common) return common.error();
  const auto search = search_argument(argc, argv);
  if (!search) return search.error();
  EngineOptions options;
  options.common = *common;
  options.ponder = has_word(argc, argv, "--ponder");
  options.search = *search;
  const std::pair<const char*, float*> rules[] = {{"--exploration", &options.rules.exploration},
                                                  {"--temperature", &options.rules.temperature},
                                                  {"--best-share", &options.rules.best_share}};
  for (const auto& [name, rule] : rules) {
    const auto hundredths = number_argument_to(argc, argv, name, 1000);
    if (!hundredths) return hundredths.error();
    if (*hundredths) *rule = static_cast<float>(**hundredths) / 100;
  }
  return options;
}

}  // namespace

}  // namespace quiver::bots::amazons::champion

int main(int argc, char** argv) {
  using namespace quiver::bots;
  const auto options = amazons::champion::engine_options(argc, argv);
  if (!options) return refuse_arguments("amazons-champion", options.error());
  return quiver::bot::run_bot(argc, argv, amazons::champion::ChampionBot{*options});
}
