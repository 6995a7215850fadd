// The rules a second time: slow, literal, and on squared paper.
//
// Each of the games is written from docs/play/rules.md alone, with rows, columns and characters, and
// knows nothing of graphs, bits or hashes. The properties hold the real games against it on every step
// of random play. Moves are their notation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/property/sheet.hpp"

namespace quiver::tests {

class Reference {
 public:
  virtual ~Reference() = default;
  [[nodiscard]] virtual std::unique_ptr<Reference> clone() const = 0;

  // None when the game is over.
  [[nodiscard]] std::set<std::string> legal_moves() const;
  // The move is legal.
  virtual void apply(const std::string& move) = 0;
  // The seat stands and the game goes on.
  virtual void eliminate(int seat) = 0;

  [[nodiscard]] int seats() const { return static_cast<int>(out_.size()); }
  [[nodiscard]] int to_move() const { return to_move_; }
  [[nodiscard]] bool is_out(int seat) const { return out_.at(static_cast<std::size_t>(seat)); }
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] std::optional<int> winner() const { return winner_; }

 protected:
  explicit Reference(int seats) : out_(static_cast<std::size_t>(seats), false) {}
  Reference(const Reference&) = default;
  Reference& operator=(const Reference&) = default;

  [[nodiscard]] virtual std::set<std::string> moves_of(int seat) const = 0;
  [[nodiscard]] int next_after(int seat) const;
  [[nodiscard]] int standing() const;
  // The last seat standing wins.
  void mark_eliminated(int seat);
  void end(std::optional<int> winner) { over_ = true, winner_ = winner; }
  void give_turn_to(int seat) { to_move_ = seat; }

 private:
  std::vector<bool> out_;
  int to_move_ = 0;
  bool over_ = false;
  std::optional<int> winner_;
};

// The digits on the sheet are queens.
std::unique_ptr<Reference> reference_amazons(const Sheet& board);
// The digits on the sheet are pawns; without digits the pawns are placed first.
std::unique_ptr<Reference> reference_quoridor(const Sheet& board, int seats, int walls, int max_plies);
std::unique_ptr<Reference> reference_connect4(int rows, int columns, int line);
std::unique_ptr<Reference> reference_hex(int side, bool swap_rule);

// The boards and starts of docs/play/rules.md; a start draws its digits on the board.
Sheet shape_sheet(const std::string& shape, int side);
Sheet with_course_start(Sheet board, int seats);
Sheet with_classic_start(Sheet board);
Sheet with_middle_start(Sheet board, int seats);

std::uint64_t reference_perft(const Reference& position, int depth);

}  // namespace quiver::tests
