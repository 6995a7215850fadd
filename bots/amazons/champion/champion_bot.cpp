// The champion of Amazons.
//
//   --threads N, --nodes N, --hash MB, --seed S   as for all champions (bots/champion_options.hpp)
//   --ponder                                      search in the opponents' time
//   --evaluation terms|network                    which evaluation; network: on boards that have one
//   --weights FILE                                other weights for the terms
//   --exploration N, --temperature N, --best-share N
//                                                 in hundredths: other constants of the tree search
//                                                 (mcts_options.hpp), for tuning matches
//
// Boards that do not fit into bitsets are left to the tree search of amazons-mcts, which plays on any graph.
#include <algorithm>

#include "bots/amazons/champion/engine.hpp"
#include "bots/amazons/search/mcts.hpp"
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

  // The engine of the board before is kept if the board is the same: its tables are large and slow to
  // allocate.
  void start(const bot::MatchInfo& match) override {
    const bot::MatchInfo seeded = options_.common.seeded(match);
    const Amazons& game = amazons_in(seeded.start);
    time_ = TimeManager(seeded.time);
    if (engine_ == nullptr || game.graph().digest() != board_) engine_ = Engine::for_board(game, options_);
    board_ = game.graph().digest();
    general_.reset();
    if (engine_ != nullptr) {
      engine_->start(seeded.seed);
    } else {
      general_ = std::make_unique<EngineBot>(std::make_unique<MctsEngine>(), general_limit());
      general_->start(seeded);
    }
  }

  bot::Choice choose(const games::Position& position, bot::Deadline deadline) override {
    if (engine_ == nullptr) return general_->choose(position, deadline);
    const Amazons& game = amazons_in(position);
    time_.begin(deadline, std::chrono::steady_clock::now(), engine_->moves_left(game));
    SearchResult found = engine_->think(game, {.nodes = options_.common.nodes, .time = &time_});
    time_.end(std::chrono::steady_clock::now());
    return {found.move, std::move(found.info)};
  }

 private:
  static const Amazons& amazons_in(const games::Position& position) {
    if (const Amazons* game = position.as<Amazons>()) return *game;
    throw std::invalid_argument("this bot plays amazons only");
  }
  // The fallback engine takes no limit as none, not as a very large number.
  [[nodiscard]] std::optional<std::uint64_t> general_limit() const {
    if (options_.common.nodes == SearchLimits{}.nodes) return std::nullopt;
    return options_.common.nodes;
  }

  EngineOptions options_;
  TimeManager time_;
  std::uint64_t board_ = 0;
  std::unique_ptr<Engine> engine_;      // of the board that was played last
  std::unique_ptr<EngineBot> general_;  // for boards that no engine takes
};

// What follows `name`; empty if it is not there.
std::string text_argument(int argc, char** argv, std::string_view name) {
  for (int k = 1; k + 1 < argc; ++k)
    if (name == argv[k]) return argv[k + 1];
  return {};
}

bool has_word(int argc, char** argv, std::string_view word) {
  for (int k = 1; k < argc; ++k)
    if (word == argv[k]) return true;
  return false;
}

// Which of `words`, "terms" or "network" say, follows `name`: its place among them; `usual` if `name` is not
// there.
base::Result<std::size_t> word_argument(int argc, char** argv, std::string_view name,
                                        const std::vector<std::string_view>& words, std::size_t usual) {
  for (int k = 1; k < argc; ++k) {
    if (name != argv[k]) continue;
    const std::string_view word = k + 1 < argc ? argv[k + 1] : "";
    const auto found = std::find(words.begin(), words.end(), word);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    std::string choices(words.front());
    for (std::size_t w = 1; w < words.size(); ++w)
      choices += std::string(w + 1 == words.size() ? " or " : ", ") + std::string(words[w]);
    return base::bad_input(std::string(name) + " takes " + choices + ", not " + base::quoted(word));
  }
  return usual;
}

base::Result<EngineOptions> engine_options(int argc, char** argv) {
  const auto common = champion_options(argc, argv);
  if (!common) return common.error();
  const auto evaluation = word_argument(argc, argv, "--evaluation", {"terms", "network"}, 0);
  if (!evaluation) return evaluation.error();
  EngineOptions options;
  options.common = *common;
  options.ponder = has_word(argc, argv, "--ponder");
  if (const std::string file = text_argument(argc, argv, "--weights"); !file.empty()) {
    const auto weights = read_weights(file);
    if (!weights) return weights.error();
    options.weights = *weights;
  }
  options.network = *evaluation == 1;
  const std::pair<const char*, float*> settings[] = {{"--exploration", &options.mcts.exploration},
                                                     {"--temperature", &options.mcts.temperature},
                                                     {"--best-share", &options.mcts.best_share}};
  for (const auto& [name, setting] : settings) {
    const auto hundredths = number_argument_to(argc, argv, name, 1000);
    if (!hundredths) return hundredths.error();
    if (*hundredths) *setting = static_cast<float>(**hundredths) / 100;
  }
  return options;
}

}  // namespace

}  // namespace quiver::bots::amazons::champion

int main(int argc, char** argv) {
  using namespace quiver::bots;
  const auto options = amazons::champion::engine_options(argc, argv);
  if (!options) return refuse_arguments("amazons-champion", options.error());
  OwnArguments known = kChampionArguments;
  for (const char* name : {"--evaluation", "--weights", "--exploration", "--temperature", "--best-share"})
    known.with_value.emplace_back(name);
  known.alone.emplace_back("--ponder");
  return run_bundled(argc, argv, amazons::champion::ChampionBot{*options}, known);
}
