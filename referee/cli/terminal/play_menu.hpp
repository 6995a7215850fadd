// The menu of `quiver play`: asks for game, board, size, players and opponent, a question at a time.
//
// A choice is a number or a word, an empty line takes what stands in brackets. Whatever else is typed is
// explained and asked for again; `rules` and `quit` go everywhere. Works on a pipe as on a terminal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/typed_lines.hpp"
#include "client_sdk/games/options.hpp"

namespace quiver::cli {

// What somebody wants to play.
struct PlayRequest {
  std::string game;
  games::Options options;
  bool two = false;     // people, at this terminal
  std::string against;  // a bot; empty if two people play
  bool second = false;  // the bot begins
};

// `lines` must outlive it. Blocks while it waits for an answer.
class PlayMenu {
 public:
  using Print = std::function<void(const std::string&)>;
  // `bot` is the opponent that was named already, or empty; `two` says that two people play.
  PlayMenu(base::TypedLines& lines, Print print, std::string bot, bool two)
      : lines_(lines), print_(std::move(print)), bot_(std::move(bot)), two_(two) {}

  // None if the person quits.
  std::optional<PlayRequest> ask();
  // False also if the input ended.
  bool ask_again();

  // The input ended, where an answer was waited for.
  [[nodiscard]] bool input_ended() const { return ended_; }

 private:
  struct Item {
    std::string word;  // that can be typed instead of the number
    std::string text;
  };
  // An answer, tidied; none if they quit. Looks after `rules` itself.
  std::optional<std::string> line(const std::string& question);
  // Shows a numbered list and returns the index that was chosen; `usual` for an empty line. None if they
  // quit.
  std::optional<std::size_t> pick(const std::string& title, const std::vector<Item>& items,
                                  std::size_t usual);
  // Asks until the answer is one of `allowed`; `usual` for an empty line. None if they quit.
  std::optional<std::uint32_t> number(const std::string& what, const std::vector<std::uint32_t>& allowed,
                                      std::uint32_t usual);
  // Each fills in its part of the request; false if they quit.
  bool ask_board(PlayRequest& request);
  bool ask_sides(PlayRequest& request);
  bool ask_players(PlayRequest& request);

  base::TypedLines& lines_;
  Print print_;
  std::string bot_;
  bool two_;
  std::string game_;  // once it is chosen: whose rules are meant
  bool ended_ = false;
};

// The strongest of our bots for the game but its champion, against whom few would enjoy a first game.
std::string usual_opponent(const std::string& game);

}  // namespace quiver::cli
