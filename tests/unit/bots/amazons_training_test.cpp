// What the network of the Amazons champion learns from, and that it does learn.
#include <cmath>
#include <numeric>
#include <set>

#include "bots/amazons/champion/network/network_kernel.hpp"
#include "bots/amazons/champion/training/trainer.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

RecordedGame random_game(const Options& options, Dice& dice) {
  Amazons game = on(options);
  RecordedGame recorded{game, {}, 2, base::seat(0)};
  while (!game.outcome().over) {
    std::vector<Amazons::Move> moves;
    game.for_each_legal_move([&](const Amazons::Move& move) { moves.push_back(move); });
    recorded.moves.push_back(dice.pick(moves));
    game.apply(recorded.moves.back());
  }
  recorded.winner = *game.outcome().winner;
  return recorded;
}

Samples of_games(unsigned count, float lambda, Dice& dice) {
  Samples samples;
  for (unsigned k = 0; k < count; ++k)
    add_samples(random_game(of_size(6), dice), {6, 6, 16, kInputs}, lambda, samples);
  return samples;
}

double loss(const Trainer& trainer, const Samples& samples) {
  double sum = 0;
  for (const Sample& sample : samples.all) {
    const double score = trainer.score(sample);
    sum += std::log1p(std::exp(sample.won ? -score : score));
  }
  return sum / static_cast<double>(samples.all.size());
}

void learn_all(Trainer& trainer, const Samples& samples, unsigned times) {
  std::vector<std::uint32_t> order(samples.all.size());
  std::iota(order.begin(), order.end(), 0U);
  for (unsigned k = 0; k < times; ++k) trainer.learn(order, 1);
}

}  // namespace

TEST(AmazonsSamples, AreEveryContestedPositionFromTheViewOfWhoeverMovesNext) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("samples");
  const Samples samples = of_games(3, 1, dice);
  ASSERT_FALSE(samples.all.empty());
  bool half = false;
  for (const Sample& sample : samples.all) {
    EXPECT_EQ(sample.target, sample.won ? 1.0F : 0.0F);
    // A whole move is to come, or a queen has moved, by turns, but for positions that are left out.
    half = half || sample.counts[kHalfAt] != 0;
    std::set<unsigned> cells;
    for (const std::uint16_t piece : samples.pieces_of(sample)) cells.insert(piece % 36);
    EXPECT_EQ(cells.size(), sample.pieces) << "a cell with two pieces";
  }
  EXPECT_TRUE(half);
}

TEST(AmazonsSamples, LookAheadLessTheLargerTheShareOfTheEnd) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("targets"), same("targets");
  const Samples ends = of_games(2, 1, dice), mixed = of_games(2, 0.5F, same);
  ASSERT_EQ(ends.all.size(), mixed.all.size());
  for (const Sample& sample : mixed.all) {
    EXPECT_GE(sample.target, 0.0F);
    EXPECT_LE(sample.target, 1.0F);
  }
  EXPECT_EQ(mixed.all.back().target, mixed.all.back().won ? 1.0F : 0.0F);
}

TEST(AmazonsSymmetries, KeepPlanesAndReachEveryCell) {
  EXPECT_EQ(symmetries({10, 10, 16, kInputs}).size(), 8U);
  EXPECT_EQ(symmetries({10, 8, 16, kInputs}).size(), 4U);
  for (const auto& symmetry : symmetries({6, 6, 16, kInputs})) {
    EXPECT_EQ(std::set<std::uint16_t>(symmetry.begin(), symmetry.end()).size(), 108U);
    for (unsigned row = 0; row < symmetry.size(); ++row) EXPECT_EQ(symmetry[row] / 36, row / 36);
  }
}

TEST(AmazonsLearner, LearnsTheSameFromTheSameSeedAndBetterThanNothing) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("learner");
  const Samples samples = of_games(8, 1, dice);
  for (const unsigned threads : {1U, 2U}) {
    TrainingOptions rules;
    rules.rate = 0.01F, rules.threads = threads;
    Trainer one({6, 6, 16, kInputs}, samples, rules, 5), other({6, 6, 16, kInputs}, samples, rules, 5);
    const double before = loss(one, samples);
    learn_all(one, samples, 60);
    learn_all(other, samples, 60);
    EXPECT_LT(loss(one, samples), before * 0.8);
    EXPECT_EQ(one.quantised().file(), other.quantised().file());
  }
}

// The whole numbers say nearly the same as the floating ones that they were made of.
TEST(AmazonsLearner, LosesLittleInWholeNumbers) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("quantised");
  const Samples samples = of_games(8, 1, dice);
  Trainer trainer({6, 6, 16, kInputs}, samples, {}, 6);
  learn_all(trainer, samples, 40);
  const Network network(trainer.quantised());
  const NetworkKernel& kernel = NetworkKernel::plain();
  for (const Sample& sample : samples.all) {
    Accumulator accumulator;
    std::copy_n(network.bias(), 16, accumulator.at.begin());
    const auto pieces = samples.pieces_of(sample);
    for (const std::uint16_t row : pieces.first(pieces.size() - 1))
      kernel.add(network, accumulator, row, accumulator);
    NetworkInputs inputs;
    std::copy(sample.counts.begin(), sample.counts.end(), inputs.counts.begin());
    const int low = kNetworkContestedAt[sample.phase],
              high = kNetworkContestedAt[sample.phase + std::size_t{1}];
    inputs.contested = low + static_cast<int>(std::lround(sample.share * static_cast<float>(high - low)));
    const auto whole =
        static_cast<float>(kernel.evaluate(network, accumulator, pieces.back(), inputs)) / kUnit;
    EXPECT_NEAR(whole, trainer.score(sample), 0.1);
  }
}

}  // namespace quiver::bots::amazons::champion
