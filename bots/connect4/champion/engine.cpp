#include "bots/connect4/champion/engine.hpp"

#include "bots/connect4/champion/bitboard_engine.hpp"

namespace quiver::bots::connect4::champion {

namespace {

// Lines of four get code of their own: with the length known at compile time its loops unroll.
template <class Word>
std::unique_ptr<Engine> create_on(const BoardSize& size, const EngineOptions& options) {
  if (size.line == 4) return std::make_unique<BitboardEngine<BitboardLayout<Word, 4>>>(size, options);
  return std::make_unique<BitboardEngine<BitboardLayout<Word, 0>>>(size, options);
}

}  // namespace

std::unique_ptr<Engine> Engine::create(const BoardSize& size, const EngineOptions& options) {
  if (size.bits() <= kBits<Word64>) return create_on<Word64>(size, options);
  if (size.bits() <= kBits<Word128>) return create_on<Word128>(size, options);
  return create_on<Word256>(size, options);
}

BoardSize Engine::board_size(const ConnectFour& game) {
  return {game.grid().rows, game.grid().columns, game.line()};
}

}  // namespace quiver::bots::connect4::champion
