// Fits the weights of the hand-made evaluation to the results of recorded games.
//
//   amazons-fit-terms [--lambda P] GAMES.txt… > bots/amazons/champion/weights/classic_10.inc
//
// Logistic regression by Newton's method with a small ridge penalty. Every tenth game is for validation only.
// With --lambda P the target of a position is P percent of the target of the next one, back from the result,
// and for the rest what the present weights say of that one. The losses, and that of the present weights, go
// to stderr.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "bots/amazons/champion/evaluation.hpp"
#include "bots/amazons/champion/training/recorded_games.hpp"

namespace quiver::bots::amazons::champion {

namespace {

constexpr unsigned kWeights = kTerms * kPhases;
constexpr double kRidge = 2.0;

struct Sample {
  std::array<float, kTerms> terms;
  Phase phase;
  float present;  // the score by the present weights
  float target;   // the win probability to learn
};

struct Samples {
  std::vector<Sample> training, validation;
};

// One game, position after position.
template <unsigned Words>
class Reader {
 public:
  explicit Reader(const RecordedGame& game) : layout_(game.start), winner_(game.winner) {
    Bitboard<Words> board(layout_, game.start);
    for (std::size_t k = 0; k < game.moves.size(); ++k) {
      const Amazons::Move& move = game.moves[k];
      Bitboard<Words> half = board;
      half.move_queen(layout_, layout_.cell(move.from), layout_.cell(move.to));
      if (k >= game.opening) {
        take(board, {1, 0});
        take(half, {-1, 1});
      }
      half.shoot(layout_, layout_.cell(move.arrow));
      board = half;
    }
  }

  // What is to be learnt of a position is, back from the result of the game, that of the next one, and to a
  // small part what the present weights say of it: a game may turn on a mistake far behind the position.
  void hand_over(double result_share, std::vector<Sample>& into) const {
    double first_wins = winner_.value() == 0 ? 1 : 0;
    for (std::size_t k = seen_.size(); k-- > 0;) {
      Seen seen = seen_[k];
      const bool first = seen.me.value() == 0;
      seen.sample.target = static_cast<float>(first ? first_wins : 1 - first_wins);
      into.push_back(seen.sample);
      const double said = 1 / (1 + std::exp(-double{seen.sample.present}));
      first_wins = result_share * first_wins + (1 - result_share) * (first ? said : 1 - said);
    }
  }

 private:
  struct Seen {
    Sample sample;
    Seat me;
  };

  void take(const Bitboard<Words>& board, Tempo tempo) {
    Features features;
    const Seat me = board.to_move();
    Kernel<Words>::this_machine().compute_features(layout_, board.empty, board.queens_of(me),
                                                   board.opponent_queens(me), features);
    if (features.shared == 0) return;
    const Weights& weights = tuned_weights(layout_.playable().count(), board.count_queens());
    seen_.push_back({{terms_of(features, tempo), phase_of(features, weights.per_cell),
                      score(features, tempo, weights), 0},
                     me});
  }

  BitboardLayout<Words> layout_;
  Seat winner_;
  std::vector<Seen> seen_;
};

using Vector = std::array<double, kWeights>;

double score_of(const Sample& sample, const Vector& weights) {
  const std::size_t low = std::size_t{sample.phase.lower} * kTerms;
  double sum = 0;
  for (unsigned k = 0; k < kTerms; ++k)
    sum += sample.terms[k] *
           (weights[low + k] * (1 - sample.phase.share) + weights[low + kTerms + k] * sample.phase.share);
  return sum;
}

double loss(double score, float target) {
  return target * std::log1p(std::exp(-score)) + (1 - target) * std::log1p(std::exp(score));
}

double mean_loss(const std::vector<Sample>& samples, const Vector& weights) {
  double sum = 0;
  for (const Sample& sample : samples) sum += loss(score_of(sample, weights), sample.target);
  return sum / static_cast<double>(samples.size());
}

// Solves matrix * x = right in place: the matrix is symmetric and positive.
void solve(std::vector<Vector>& matrix, Vector& right) {
  for (unsigned k = 0; k < kWeights; ++k)
    for (unsigned row = k + 1; row < kWeights; ++row) {
      const double by = matrix[row][k] / matrix[k][k];
      if (by == 0) continue;
      for (unsigned c = k; c < kWeights; ++c) matrix[row][c] -= by * matrix[k][c];
      right[row] -= by * right[k];
    }
  for (unsigned k = kWeights; k-- > 0;) {
    for (unsigned c = k + 1; c < kWeights; ++c) right[k] -= matrix[k][c] * right[c];
    right[k] /= matrix[k][k];
  }
}

void newton_step(const std::vector<Sample>& samples, Vector& weights) {
  std::vector<Vector> hessian(kWeights, Vector{});
  Vector gradient{};
  for (unsigned k = 0; k < kWeights; ++k) {
    hessian[k][k] = kRidge;
    gradient[k] = -kRidge * weights[k];
  }
  std::array<double, 2 * kTerms> x{};
  for (const Sample& sample : samples) {
    const double p = 1 / (1 + std::exp(-score_of(sample, weights)));
    const std::size_t low = std::size_t{sample.phase.lower} * kTerms;
    for (unsigned k = 0; k < kTerms; ++k) {
      x[k] = sample.terms[k] * (1 - static_cast<double>(sample.phase.share));
      x[kTerms + k] = sample.terms[k] * static_cast<double>(sample.phase.share);
    }
    for (unsigned a = 0; a < 2 * kTerms; ++a) {
      gradient[low + a] += x[a] * (sample.target - p);
      const double scaled = x[a] * p * (1 - p);
      for (unsigned b = 0; b < 2 * kTerms; ++b) hessian[low + a][low + b] += scaled * x[b];
    }
  }
  solve(hessian, gradient);
  for (unsigned k = 0; k < kWeights; ++k) weights[k] += gradient[k];
}

void print(const Vector& weights) {
  for (unsigned phase = 0; phase < kPhases; ++phase) {
    std::printf("{");
    for (unsigned k = 0; k < kTerms; ++k)
      std::printf("%s%.4fF", k == 0 ? "" : ", ", weights[phase * kTerms + k]);
    std::printf("},\n");
  }
}

int fit(const std::vector<RecordedGame>& games, double result_share) {
  Samples samples;
  const auto read = [&](const auto& reader, bool for_validation) {
    // Validation measures how well results are predicted, so their target is the result alone.
    reader.hand_over(for_validation ? 1 : result_share,
                     for_validation ? samples.validation : samples.training);
  };
  for (std::size_t k = 0; k < games.size(); ++k) {
    const unsigned words = words_for(games[k].start);
    if (words == 2) read(Reader<2>(games[k]), k % 10 == 9);
    if (words == 4) read(Reader<4>(games[k]), k % 10 == 9);
  }
  if (samples.validation.empty()) {
    std::fprintf(stderr, "amazons-fit-terms: at least ten games are needed\n");
    return 2;
  }
  double present = 0;
  for (const Sample& sample : samples.validation) present += loss(double{sample.present}, sample.target);
  std::fprintf(stderr, "%zu games, %zu positions; present weights: loss %.4f\n", games.size(),
               samples.training.size(), present / static_cast<double>(samples.validation.size()));
  Vector weights{};
  for (int step = 0; step < 12; ++step) newton_step(samples.training, weights);
  std::fprintf(stderr, "fitted: loss %.4f, on games kept out %.4f\n", mean_loss(samples.training, weights),
               mean_loss(samples.validation, weights));
  print(weights);
  return 0;
}

}  // namespace

}  // namespace quiver::bots::amazons::champion

int main(int argc, char** argv) {
  using namespace quiver::bots::amazons::champion;
  std::vector<RecordedGame> games;
  int first = 1;
  double result_share = 1;
  if (argc > 2 && std::string_view(argv[1]) == "--lambda") {
    result_share = std::strtod(argv[2], nullptr) / 100;
    first = 3;
  }
  for (int k = first; k < argc; ++k) {
    auto more = read_games(argv[k]);
    if (!more) {
      std::fprintf(stderr, "amazons-fit-terms: %s\n", more.error().sentence.c_str());
      return 2;
    }
    for (RecordedGame& game : *more) games.push_back(std::move(game));
  }
  return fit(games, result_share);
}
