// Trains a weights file for the champion's network on recorded games.
//
//   amazons-train [--width N] [--look 0|1] [--epochs N] [--lambda PERCENT] [--rate MILLIONTHS] [--threads N]
//                 [--seed S] --out FILE.net GAMES.txt…
//
// Every tenth game is for validation only; its loss is to be compared with that of the hand-made evaluation
// on the same positions. The same seed, games and threads give the same file.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>

#include "bots/amazons/champion/network/network_kernel.hpp"
#include "bots/amazons/champion/training/trainer.hpp"
#include "bots/arguments.hpp"

namespace quiver::bots::amazons::champion {

namespace {

struct Task {
  NetworkSizes sizes;
  TrainingOptions rules;
  unsigned epochs = 20;
  float lambda = 1;
  std::uint64_t seed = 1;
  std::string out;
  std::vector<std::string> games;
};

constexpr std::size_t kBatch = 512;
constexpr float kLastRate = 0.02F;  // of the rate, in the last epoch

double loss(double score, bool won) { return std::log1p(std::exp(won ? -score : score)); }

// Of a position that was kept out, by its whole numbers.
float quantised_score(const Network& network, const Samples& samples, const Sample& sample) {
  const NetworkKernel& kernel = NetworkKernel::this_machine();
  Accumulator accumulator;
  std::copy_n(network.bias(), network.sizes().width, accumulator.at.begin());
  const auto pieces = samples.pieces_of(sample);
  for (const std::uint16_t row : pieces.first(pieces.size() - 1))
    kernel.add(network, accumulator, row, accumulator);
  NetworkInputs inputs;
  std::copy(sample.counts.begin(), sample.counts.end(), inputs.counts.begin());
  const std::array<int, kNetworkPhases>& at = kNetworkContestedAt;
  const int low = at[sample.phase], high = at[sample.phase + std::size_t{1}];
  inputs.contested = low + static_cast<int>(std::lround(sample.share * static_cast<float>(high - low)));
  return static_cast<float>(kernel.evaluate(network, accumulator, pieces.back(), inputs)) /
         static_cast<float>(kUnit);
}

class Training {
 public:
  explicit Training(Task task) : task_(std::move(task)) {}

  base::Result<void> run() {
    if (const auto read = read_games(); !read) return read.error();
    report_terms();
    Trainer trainer(task_.sizes, training_, task_.rules, task_.seed);
    learn(trainer);
    return write(trainer);
  }

 private:
  base::Result<void> read_games() {
    std::size_t number = 0;
    for (const std::string& path : task_.games) {
      const auto games = champion::read_games(path);
      if (!games) return games.error();
      for (const RecordedGame& game : *games) {
        if (!is_on_board(game, task_.sizes)) continue;
        add_samples(game, task_.sizes, task_.lambda, number++ % 10 == 9 ? validation_ : training_);
      }
    }
    if (validation_.all.empty() || training_.all.size() < kBatch)
      return base::bad_input("there are too few games on such a board");
    std::printf("%zu games, %zu positions to learn from, %zu kept out\n", number, training_.all.size(),
                validation_.all.size());
    return {};
  }

  void report_terms() const {
    double sum = 0;
    for (const Sample& sample : validation_.all) sum += loss(double{sample.terms}, sample.won);
    std::printf("hand-made evaluation: loss %.4f on games kept out\n", sum / size(validation_));
  }

  void learn(Trainer& trainer) {
    std::vector<std::uint32_t> order(training_.all.size());
    std::iota(order.begin(), order.end(), 0U);
    base::Random random(task_.seed + 1);
    for (unsigned epoch = 0; epoch < task_.epochs; ++epoch) {
      const auto begun = std::chrono::steady_clock::now();
      for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random.below(k)]);
      double sum = 0;
      for (std::size_t at = 0; at + kBatch <= order.size(); at += kBatch) {
        const float done =
            (static_cast<float>(epoch) + static_cast<float>(at) / static_cast<float>(order.size())) /
            static_cast<float>(task_.epochs);
        const float rate = kLastRate + (1 - kLastRate) * 0.5F * (1 + std::cos(done * 3.14159265F));
        sum += trainer.learn(std::span(order).subspan(at, kBatch), rate);
      }
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
      const std::size_t learnt = order.size() / kBatch * kBatch;
      std::printf("epoch %u: loss %.4f, on games kept out %.4f (%.1f s)\n", epoch + 1,
                  sum / static_cast<double>(learnt), validation_loss(Network(trainer.quantised())),
                  took.count());
      std::fflush(stdout);
    }
  }

  double validation_loss(const Network& network) const {
    double sum = 0;
    for (const Sample& sample : validation_.all)
      sum += loss(double{quantised_score(network, validation_, sample)}, sample.won);
    return sum / size(validation_);
  }

  base::Result<void> write(const Trainer& trainer) const {
    const NetworkWeights weights = trainer.quantised();
    const Network network(weights);
    double most = 0, sum = 0;
    for (const Sample& sample : training_.all) {
      const double apart =
          std::abs(double{trainer.score(sample)} - double{quantised_score(network, training_, sample)});
      most = std::max(most, apart), sum += apart;
    }
    std::printf("whole numbers differ by %.4f in the mean, by %.4f at most, in log-odds\n",
                sum / size(training_), most);
    std::ofstream file(task_.out, std::ios::binary);
    const std::string bytes = weights.file();
    file << bytes;
    if (!file.flush()) return base::bad_input("cannot write " + task_.out);
    std::printf("%s: %zu bytes\n", task_.out.c_str(), bytes.size());
    return {};
  }

  static double size(const Samples& samples) { return static_cast<double>(samples.all.size()); }

  Task task_;
  Samples training_, validation_;
};

base::Result<Task> task_in(int argc, char** argv) {
  Task task;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (!word.starts_with("--")) {
      task.games.emplace_back(word);
      continue;
    }
    const std::string_view value = k + 1 < argc ? argv[++k] : "";
    if (word == "--out") {
      task.out = value;
      continue;
    }
    const auto number = base::parse_number(value);
    if (!number) return base::bad_input(std::string(word) + " takes a number, not " + base::quoted(value));
    if (word == "--width")
      task.sizes.width = static_cast<std::uint16_t>(*number);
    else if (word == "--size")
      task.sizes.rows = task.sizes.columns = static_cast<std::uint16_t>(*number);
    else if (word == "--look")
      task.sizes.inputs = *number != 0 ? std::uint16_t{kInputs} : std::uint16_t{2};
    else if (word == "--epochs")
      task.epochs = *number;
    else if (word == "--lambda")
      task.lambda = static_cast<float>(*number) / 100;
    else if (word == "--rate")
      task.rules.rate = static_cast<float>(*number) / 1e6F;
    else if (word == "--decay")
      task.rules.decay = static_cast<float>(*number) / 1e6F;
    else if (word == "--threads")
      task.rules.threads = std::clamp(*number, 1U, 8U);
    else if (word == "--seed")
      task.seed = *number;
    else
      return base::bad_input("there is no option " + base::quoted(word));
  }
  if (task.out.empty() || task.games.empty())
    return base::bad_input("--out FILE and files of games are needed");
  if (task.sizes.width % 16 != 0 || task.sizes.width == 0 || task.sizes.width > NetworkSizes::kMaxWidth)
    return base::bad_input("--width takes a multiple of 16 up to 128");
  if (task.sizes.rows < 2 || task.sizes.rows > 16)
    return base::bad_input("--size takes a number from 2 to 16");
  return task;
}

}  // namespace

}  // namespace quiver::bots::amazons::champion

int main(int argc, char** argv) {
  using namespace quiver::bots::amazons::champion;
  const auto task = task_in(argc, argv);
  if (!task) return quiver::bots::refuse_arguments("amazons-train", task.error());
  if (const auto done = Training(*task).run(); !done)
    return quiver::bots::refuse_arguments("amazons-train", done.error());
  return 0;
}
