#include "bots/amazons/champion/training/samples.hpp"

#include "bots/amazons/champion/evaluation.hpp"

namespace quiver::bots::amazons::champion {

namespace {

template <unsigned Words>
class GameReader {
 public:
  GameReader(const RecordedGame& game, const NetworkSizes& sizes, Samples& samples)
      : layout_(game.start), won_(game.winner), sizes_(sizes), samples_(samples) {}

  void read(const RecordedGame& game, float lambda) {
    Bitboard<Words> board(layout_, game.start);
    for (std::size_t k = 0; k < game.moves.size(); ++k) {
      const Amazons::Move& move = game.moves[k];
      const bool chosen = k >= game.opening;
      if (chosen) take(board, board.to_move(), false);
      board.move_queen(layout_, layout_.cell(move.from), layout_.cell(move.to));
      if (chosen) take(board, board.turn.next_after(board.to_move()), true);
      board.shoot(layout_, layout_.cell(move.arrow));
    }
    set_targets(lambda);
  }

 private:
  // compute_inputs() is false where nothing is contested: there the outcome is a count, not a guess.
  void take(const Bitboard<Words>& board, Seat next, bool half_done) {
    const Tempo tempo{1, half_done ? -1 : 0};
    const auto& kernel = Kernel<Words>::this_machine();
    const Bitset<Words> mine = board.queens_of(next), theirs = board.opponent_queens(next);
    Features features;
    NetworkInputs inputs;
    kernel.compute_features(layout_, board.empty, mine, theirs, features);
    if (!kernel.compute_inputs(layout_, board.empty, mine, theirs, half_done, inputs)) return;
    Sample sample;
    const NetworkPhase phase = network_phase(inputs.contested);
    sample.phase = static_cast<std::uint8_t>(phase.lower);
    sample.share = static_cast<float>(phase.share) / 256;
    sample.won = next == won_;
    sample.terms = score(features, tempo, tuned_weights(layout_.playable().count(), board.count_queens()));
    for (unsigned k = 0; k < kInputs; ++k) sample.counts[k] = static_cast<std::uint8_t>(inputs.counts[k]);
    sample.first_piece = static_cast<std::uint32_t>(samples_.pieces.size());
    for (unsigned cell = 0; cell < sizes_.cells(); ++cell) {
      if (board.empty.has(cell)) continue;
      const unsigned plane = mine.has(cell) ? 0 : theirs.has(cell) ? 1 : 2;
      samples_.pieces.push_back(static_cast<std::uint16_t>(plane * sizes_.cells() + cell));
    }
    sample.pieces = static_cast<std::uint16_t>(samples_.pieces.size() - sample.first_piece);
    samples_.all.push_back(sample);
    seats_.push_back(next);
  }

  // Backwards from the end, in win probabilities of seat 0.
  void set_targets(float lambda) {
    const auto for_seat = [](float probability, Seat seat) {
      return seat.value() == 0 ? probability : 1 - probability;
    };
    float target = for_seat(1, won_);
    const std::size_t first = samples_.all.size() - seats_.size();
    for (std::size_t k = seats_.size(); k-- > 0;) {
      Sample& sample = samples_.all[first + k];
      sample.target = for_seat(target, seats_[k]);
      target = lambda * target + (1 - lambda) * for_seat(win_probability(sample.terms), seats_[k]);
    }
  }

  BitboardLayout<Words> layout_;
  Seat won_;
  const NetworkSizes& sizes_;
  Samples& samples_;
  std::vector<Seat> seats_;  // of the samples of this game
};

}  // namespace

bool is_on_board(const RecordedGame& game, const NetworkSizes& sizes) {
  return game.start.grid().rows == sizes.rows && game.start.grid().columns == sizes.columns &&
         game.start.turn().seats() == 2;
}

void add_samples(const RecordedGame& game, const NetworkSizes& sizes, float lambda, Samples& samples) {
  if (words_for(game.start) == 2)
    GameReader<2>(game, sizes, samples).read(game, lambda);
  else if (words_for(game.start) == 4)
    GameReader<4>(game, sizes, samples).read(game, lambda);
}

std::vector<std::vector<std::uint16_t>> symmetries(const NetworkSizes& sizes) {
  const unsigned rows = sizes.rows, columns = sizes.columns, cells = sizes.cells();
  std::vector<std::vector<std::uint16_t>> symmetries(rows == columns ? 8 : 4);
  for (unsigned symmetry = 0; symmetry < symmetries.size(); ++symmetry)
    for (unsigned row = 0; row < 3 * cells; ++row) {
      unsigned r = row % cells / columns, c = row % cells % columns;
      if ((symmetry & 1U) != 0) r = rows - 1 - r;
      if ((symmetry & 2U) != 0) c = columns - 1 - c;
      if ((symmetry & 4U) != 0) std::swap(r, c);
      symmetries[symmetry].push_back(static_cast<std::uint16_t>(row / cells * cells + r * columns + c));
    }
  return symmetries;
}

}  // namespace quiver::bots::amazons::champion
