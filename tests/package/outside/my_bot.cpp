// Plays the leftmost legal column.
#include <optional>

#include "client_sdk/bot/run_bot.hpp"

namespace {

class Leftmost : public quiver::bot::Bot {
 public:
  quiver::bot::Choice choose(const quiver::games::Position& position, quiver::bot::Deadline) override {
    std::optional<quiver::games::Move> first;
    position.for_each_legal_move([&](const quiver::games::Move& move) {
      if (!first) first = move;
    });
    return *first;
  }
};

}  // namespace

int main(int argc, char** argv) { return quiver::bot::run_bot(argc, argv, Leftmost{}); }
