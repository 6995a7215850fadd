// The exact scores of Connect Four positions; `quiver solve` runs this program.
//
//   --rows R, --cols C, --line N   the board; --hash MB, --threads N as for the champion
//   --moves M                      one position: its score and the best columns, in words
//   --stdin                        one position per line, answered by a line "moves score"; a second word is
//                                  the expected score
//   --verify                       reports expected scores that are wrong
//
// Exit codes: 0 all answered; 1 --verify found a difference, or the game is over; 2 a malformed line.
#include <cstdio>
#include <iostream>
#include <string>

#include "bots/champion_options.hpp"
#include "bots/connect4/champion/engine.hpp"
#include "client_sdk/games/position.hpp"

namespace quiver::bots::connect4::champion {

namespace {

constexpr int kMismatch = 1;
constexpr int kBadLine = 2;

bool has_flag(int argc, const char* const* argv, std::string_view name) {
  for (int k = 1; k < argc; ++k)
    if (name == argv[k]) return true;
  return false;
}

std::optional<std::string> word_after(int argc, const char* const* argv, std::string_view name) {
  for (int k = 1; k + 1 < argc; ++k)
    if (name == argv[k]) return argv[k + 1];
  return std::nullopt;
}

base::Result<games::Position> start_of(int argc, const char* const* argv) {
  games::Options options;
  for (const auto& [name, number] :
       {std::pair{"--rows", &options.rows}, {"--cols", &options.columns}, {"--line", &options.line}}) {
    const auto given = number_argument(argc, argv, name);
    if (!given) return given.error();
    *number = *given;
  }
  return games::Position::start("connect4", options);
}

std::string seat_name(unsigned seat) { return "seat " + std::to_string(seat); }

// "seat 0 has won", if the game is over.
std::optional<std::string> how_it_ended(const games::Position& position) {
  const games::Outcome outcome = position.outcome();
  if (!outcome.over) return std::nullopt;
  return "the game is over: " +
         (outcome.winner ? seat_name(outcome.winner->value()) + " has won" : std::string("a draw"));
}

// What a score means, e.g. "seat 0 wins with move 41".
std::string in_words(const ConnectFour& game, int score) {
  if (score == 0) return "a draw";
  const unsigned mover = game.ply() % 2;
  const unsigned winner = score > 0 ? mover : 1 - mover;
  const unsigned discs_before = game.graph().num_vertices() - 2 * static_cast<unsigned>(std::abs(score));
  return seat_name(winner) + " wins with move " +
         std::to_string(discs_before + (discs_before % 2 == winner ? 1 : 2));
}

class SolveProgram {
 public:
  SolveProgram(games::Position start, const ChampionOptions& options, bool verify)
      : start_(std::move(start)),
        engine_(Engine::create(Engine::board_size(*start_.as<ConnectFour>()),
                               {options.hash_bytes, options.threads, true})),
        verify_(verify) {}

  int answer(const std::string& moves) {
    const auto position = after(moves);
    if (!position) {
      std::fprintf(stderr, "quiver: %s\n", base::one_line(position.error().sentence).c_str());
      return kBadLine;
    }
    if (const auto ended = how_it_ended(*position)) {
      std::printf("%s\n", ended->c_str());
      return kMismatch;
    }
    const ConnectFour& game = *position->as<ConnectFour>();
    const Solution solution = *engine_->solve(game, Wanted::kScoreAndColumns, {});
    std::string columns;
    for (const unsigned column : solution.best) columns += " " + std::to_string(column + 1);
    std::printf("score %d: %s\nbest%s\n", solution.score, in_words(game, solution.score).c_str(),
                columns.c_str());
    return 0;
  }

  int answer_lines() {
    std::string line;
    for (unsigned number = 1; std::getline(std::cin, line); ++number) answer_line(number, line);
    if (verify_)
      std::fprintf(stderr, "quiver: %u positions, %u of them not as said\n", answered_, different_);
    return bad_ ? kBadLine : different_ > 0 ? kMismatch : 0;
  }

 private:
  [[nodiscard]] base::Result<games::Position> after(const std::string& moves) const {
    games::Position position = start_;
    const auto events = position.parse_list(moves);
    if (!events) return events.error();
    if (auto played = games::play(position, *events); !played) return played.error();
    return position;
  }

  void complain(unsigned number, const std::string& sentence) {
    std::fprintf(stderr, "quiver: line %u: %s\n", number, base::one_line(sentence).c_str());
    bad_ = true;
  }

  // Flushed line by line: the reader at the other end of a pipe may wait for each answer.
  void answer_line(unsigned number, const std::string& line) {
    const auto words = base::split_words(line);
    if (!words) return complain(number, words.error().sentence);
    if (words->empty()) return;
    if (words->size() > 2) return complain(number, "a line is a position and, at most, its score");
    const auto position = after(words->front());
    if (!position) return complain(number, position.error().sentence);
    if (const auto ended = how_it_ended(*position)) return complain(number, *ended);
    const int score = engine_->solve(*position->as<ConnectFour>(), Wanted::kScore, {})->score;
    std::printf("%s %d\n", words->front().c_str(), score);
    std::fflush(stdout);
    ++answered_;
    if (!verify_) return;
    if (words->size() < 2) return complain(number, "there is no score to compare with");
    if (words->back() == std::to_string(score)) return;
    ++different_;
    std::fprintf(stderr, "quiver: line %u: the score is %d, not %s\n", number, score,
                 base::quoted(words->back()).c_str());
  }

  games::Position start_;
  std::unique_ptr<Engine> engine_;
  bool verify_;
  bool bad_ = false;
  unsigned answered_ = 0;
  unsigned different_ = 0;
};

int run(int argc, const char* const* argv) {
  const auto options = champion_options(argc, argv);
  if (!options) return refuse_arguments("quiver", options.error());
  auto start = start_of(argc, argv);
  if (!start) return refuse_arguments("quiver", start.error());
  SolveProgram solver(std::move(*start), *options, has_flag(argc, argv, "--verify"));
  if (has_flag(argc, argv, "--stdin")) return solver.answer_lines();
  return solver.answer(word_after(argc, argv, "--moves").value_or(""));
}

}  // namespace

}  // namespace quiver::bots::connect4::champion

int main(int argc, char** argv) { return quiver::bots::connect4::champion::run(argc, argv); }
