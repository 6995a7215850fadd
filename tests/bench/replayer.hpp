// A bot that plays a game that was written down before, so that it costs next to nothing.
//
// It speaks the protocol but keeps no board: of the messages that come with every move it reads only which
// they are. One object a connection, fed with the bytes that come; what it has to say is appended to a
// string.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/frame.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::bench {

// A legal game of Amazons from the standard start on 10x10 to its end, the same in every process.
const std::vector<games::Move>& written_game();

class Replayer {
 public:
  Replayer() : reader_(wire::kMaxRefereeFrame) {}

  static std::string hello(const std::string& name, const std::string& token = "");

  // Reads what came; appends the answers that are due without thinking (Ready, Pong).
  void take(std::string_view bytes, std::string& answers);
  // The seat has been asked and has not played.
  [[nodiscard]] bool to_move() const { return to_move_; }
  [[nodiscard]] std::uint32_t ply() const { return ply_; }
  // Appends the move that is due.
  void play(std::string& answers);

  // Counted over all matches.
  [[nodiscard]] std::uint64_t starts() const { return starts_; }
  [[nodiscard]] std::uint64_t ends() const { return ends_; }
  // The latest elimination that it was told of, until it is taken.
  std::optional<wire::Eliminated> take_elimination() { return std::exchange(eliminated_, std::nullopt); }

 private:
  void on_frame(std::string_view frame, std::string& answers);

  wire::FrameReader reader_;
  wire::MatchId match_ = 0;
  std::uint32_t ply_ = 0;  // of this seat's next move
  bool to_move_ = false;
  std::uint64_t starts_ = 0;
  std::uint64_t ends_ = 0;
  std::optional<wire::Eliminated> eliminated_;
};

// The frames of a move as they go over the wire, in bytes: Play to the referee, Moved and Turn to the next
// seat, Moved to the one that played.
struct FrameSizes {
  std::size_t played;
  std::size_t asked;
  std::size_t told;
};
FrameSizes frame_sizes();

}  // namespace quiver::bench
