// A whole bot: it plays every game there is, at random.
#include "client_sdk/base/random.hpp"
#include "client_sdk/bot/run_bot.hpp"

using namespace quiver;

class FirstBot : public bot::Bot {
  void start(const bot::MatchInfo& match) override { random_ = base::Random(match.seed); }

  bot::Choice choose(const games::Position& position, bot::Deadline /*deadline*/) override {
    std::vector<games::Move> moves;
    position.for_each_legal_move([&](const games::Move& move) { moves.push_back(move); });
    return moves[random_.below(moves.size())];
  }

  base::Random random_{0};
};

int main(int argc, char** argv) { return bot::run_bot(argc, argv, FirstBot{}); }
