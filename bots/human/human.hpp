// A person as a client: draws the board, asks for a move, and sends it when it is legal.
//
// What is mistyped or illegal is explained in the words of the game's own rules and asked for again; it never
// reaches the referee. While the person thinks, what the referee says is heard: the end of the game, or of
// the connection.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bots/human/advice.hpp"
#include "bots/human/screen.hpp"
#include "bots/human/story.hpp"
#include "bots/human/words.hpp"
#include "client_sdk/base/typed_lines.hpp"
#include "client_sdk/bot/bot.hpp"

namespace quiver::human {

// What the program that started this one wants of it.
struct Manner {
  bool undo = false;        // it takes moves back, by starting the game anew up to there
  bool taken_back = false;  // it has just done so
  bool shared = false;      // somebody else sits at this terminal too: nothing is drawn but on one's own turn
  std::uint32_t told = 0;   // how many moves were played before: they are no news
};

class Human : public bot::Bot {
 public:
  Human(Manner manner, int input, const Screen& screen) : manner_(manner), lines_(input), screen_(screen) {}

  [[nodiscard]] bot::Profile profile() const override;
  void start(const bot::MatchInfo& match) override;
  void follow(base::Seat seat, const games::Event& event) override;
  void on_elimination(base::Seat seat, const bot::MatchResult::Out& why) override;
  bot::Choice choose(const games::Position& position, bot::Deadline deadline) override;
  std::optional<bot::Choice> choose_or_listen(const games::Position& position, bot::Deadline deadline,
                                              int referee) override;
  void finish(const bot::MatchResult& result) override;
  // The person wants no other game.
  [[nodiscard]] bool quits() const { return quits_; }
  [[nodiscard]] bool leaves() const override { return quits_ || takes_back_; }

  // It has left because a move is to be taken back.
  [[nodiscard]] bool takes_back() const { return takes_back_; }

 private:
  using Answer = std::optional<bot::Choice>;

  // Adds to the news what happened since the person's last move, unless it was told before.
  void note(const StoryEvent& event);
  // Head, board and news; then `below`.
  void show(const games::Position& position, const draw::Marks& marks, const std::string& below);
  void say(const std::string& text) const { screen_.write(text + "\n"); }
  void prompt() const;
  // Draws the board once, says how much time there is, and prompts.
  void begin_turn(const games::Position& position, bot::Deadline deadline);
  // Says whose turn it is while the person waits; nothing on a shared terminal.
  void show_thinking(const games::Position& position);

  // What a typed line leads to; nothing if the person has to be asked again. The end of the input resigns.
  Answer answer(const base::TypedLines::Line& line, const games::Position& position);
  Answer obey(const Said& said, const games::Position& position);
  Answer confirm(const Said& said);
  Answer take_move(const std::string& text, const games::Position& position);
  // Resigns with takes_back() set, so that the program that started this one can begin anew without the move.
  Answer take_back();
  Answer give_up();
  void give_advice(const Advice& advice, const games::Position& position);

  Manner manner_;
  base::TypedLines lines_;
  Screen screen_;
  std::optional<Story> story_;
  std::vector<StoryEvent> events_;
  std::optional<games::Position> position_;  // after them
  std::vector<std::string> news_;            // since the last turn of one's own
  draw::Marks last_;
  std::string notice_;  // to be said once, above the news
  Entry entry_;
  std::string question_;
  std::optional<Said::Kind> confirming_;     // resign or quit
  std::optional<std::uint64_t> asked_hash_;  // the position for which a move has been asked
  bool quits_ = false;
  bool takes_back_ = false;
};

}  // namespace quiver::human
