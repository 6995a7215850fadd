#include "referee/cli/terminal/play_menu.hpp"

#include <algorithm>
#include <sstream>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/draw/short_rules.hpp"
#include "client_sdk/games/position.hpp"
#include "referee/launch/bot_program.hpp"

namespace quiver::cli {

namespace {

constexpr std::uint32_t kWidest = 25;  // a board of more columns does not fit a terminal

// "5 to 25", or "6, 9, 12 and 15".
std::string listed(const std::vector<std::uint32_t>& numbers) {
  if (numbers.back() - numbers.front() + 1 == numbers.size())
    return std::to_string(numbers.front()) + " to " + std::to_string(numbers.back());
  std::string out;
  for (const std::uint32_t n : numbers)
    out += (n == numbers.front() ? "" : n == numbers.back() ? " or " : ", ") + std::to_string(n);
  return out;
}

// The sides that the game itself takes, as far as they fit a terminal.
std::vector<std::uint32_t> sides_of(const std::string& game, const std::string& shape) {
  std::vector<std::uint32_t> sides;
  games::Options options;
  options.shape = shape;
  // By trying: the rules of the game say which sides they accept, and nothing is repeated here.
  for (std::uint32_t n = 1; n <= kWidest; ++n) {
    options.size = n;
    if (games::Position::start(game, options)) sides.push_back(n);
  }
  return sides;
}

// As many rows or columns as the game takes, whatever the other side is.
std::vector<std::uint32_t> single_sides_of(const std::string& game) {
  std::vector<std::uint32_t> sides;
  games::Options options;
  for (std::uint32_t n = 1; n <= kWidest; ++n) {
    options.rows = options.columns = n;
    if (games::Position::start(game, options)) sides.push_back(n);
  }
  return sides;
}

// Lines that fit a terminal, all but the first one that far to the right.
std::string wrapped(const std::string& text, std::size_t indent) {
  constexpr std::size_t kColumns = 78;
  std::string out;
  std::size_t column = indent;
  std::istringstream words(text);
  for (std::string word; words >> word; column += word.size() + 1) {
    const bool new_line = column > indent && column + word.size() > kColumns;
    if (new_line) column = indent;
    out += (new_line ? "\n" + std::string(indent, ' ') : column > indent ? " " : "") + word;
  }
  return out;
}

std::vector<launch::BundledBot> opponents(const std::string& game) {
  std::vector<launch::BundledBot> bots = launch::bundled_bots();
  // Bots are named after the one game that they play; those without such a name play all.
  std::erase_if(bots, [&](const launch::BundledBot& bot) {
    const std::vector<std::string> games = games::all_game_names();
    return std::any_of(games.begin(), games.end(), [&](const std::string& other) {
      return other != game && bot.name.starts_with(other + "-");
    });
  });
  return bots;
}

}  // namespace

std::string usual_opponent(const std::string& game) {
  for (const char* name : {"alphabeta", "minimax"})
    if (launch::bundled_bot(name, game)) return game + "-" + name;
  return game + "-random";
}

std::optional<std::string> PlayMenu::line(const std::string& question) {
  while (true) {
    print_(question);
    const auto typed = lines_.next();
    if (typed.got == base::TypedLines::Got::kEnd) {
      ended_ = true;
      print_("\n");
      return std::nullopt;
    }
    const std::string text = base::tidied(typed.text);
    if (text == "quit" || text == "q" || text == "exit") return std::nullopt;
    if (text != "rules") return base::plain_text(text, base::TypedLines::kLongest);
    for (const std::string& game : games::all_game_names())
      if (game_.empty() || game == game_)
        print_("\n" + draw::title_of(game) + "\n" + draw::short_rules(game));
    print_("\n");
  }
}

std::optional<std::size_t> PlayMenu::pick(const std::string& title, const std::vector<Item>& items,
                                          std::size_t usual) {
  std::size_t widest = 0;
  for (const Item& item : items) widest = std::max(widest, item.word.size());
  std::string text = "\n" + title + "\n";
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    text += std::string(number.size() < 2 ? 2 : 1, ' ') + number + "  " + items[k].word +
            std::string(widest - items[k].word.size() + 2, ' ') + wrapped(items[k].text, widest + 7) + "\n";
  }
  print_(text);
  const std::string most = std::to_string(items.size());
  while (true) {
    const auto said = line("1 to " + most + ", rules or quit [" + std::to_string(usual + 1) + "]: ");
    if (!said) return std::nullopt;
    if (said->empty()) return usual;
    if (const auto number = base::parse_number(*said); number && *number >= 1 && *number <= items.size())
      return *number - 1;
    const auto named =
        std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.word == *said; });
    if (named != items.end()) return static_cast<std::size_t>(named - items.begin());
    print_(base::quoted(*said) + " is none of these; type a number from 1 to " + most +
           ", or the word beside it.\n");
  }
}

std::optional<std::uint32_t> PlayMenu::number(const std::string& what,
                                              const std::vector<std::uint32_t>& allowed,
                                              std::uint32_t usual) {
  while (true) {
    const auto said = line(what + ", " + listed(allowed) + " [" + std::to_string(usual) + "]: ");
    if (!said) return std::nullopt;
    if (said->empty()) return usual;
    const auto number = base::parse_number(*said);
    if (number && std::find(allowed.begin(), allowed.end(), *number) != allowed.end()) return *number;
    print_(
        (number ? *said + " is not possible here; it takes " : base::quoted(*said) + " is no number; type ") +
        listed(allowed) + ".\n");
  }
}

bool PlayMenu::ask_board(PlayRequest& request) {
  if (games::game_info(request.game)->takes_two_sides) return ask_sides(request);
  std::vector<Item> shapes;
  for (const auto& [shape, text] : {std::pair{"square", "without holes"},
                                    {"donut", "with a hole in the middle"},
                                    {"clover", "with four holes"},
                                    {"eight", "with two holes"}})
    if (!sides_of(request.game, shape).empty()) shapes.push_back({shape, text});
  // Where there is no choice, nothing is asked.
  if (shapes.size() == 1) print_("\n");
  const auto chosen = shapes.size() == 1 ? std::optional<std::size_t>(0) : pick("Which board?", shapes, 0);
  if (!chosen) return false;
  request.options.shape = shapes[*chosen].word;
  const std::vector<std::uint32_t> sides = sides_of(request.game, *request.options.shape);
  // The game's own default, or what is nearest to it.
  const std::uint32_t own = games::game_info(request.game)->default_board.rows;
  const auto nearer = [own](std::uint32_t a, std::uint32_t b) {
    return std::max(a, own) - std::min(a, own) < std::max(b, own) - std::min(b, own);
  };
  const auto side =
      number("The side of the board", sides, *std::min_element(sides.begin(), sides.end(), nearer));
  request.options.size = side;
  return side.has_value();
}

bool PlayMenu::ask_sides(PlayRequest& request) {
  print_("\n");
  const std::vector<std::uint32_t> sides = single_sides_of(request.game);
  const graph::Grid usual = games::game_info(request.game)->default_board;
  request.options.rows = number("Rows", sides, usual.rows);
  if (!request.options.rows) return false;
  request.options.columns = number("Columns", sides, usual.columns);
  return request.options.columns.has_value();
}

bool PlayMenu::ask_players(PlayRequest& request) {
  request.two = two_;
  request.against = bot_;
  if (two_) return true;
  if (bot_.empty()) {
    const auto players =
        pick("How many players?", {{"one", "you against a bot"}, {"two", "two people at this terminal"}}, 0);
    if (!players) return false;
    request.two = *players == 1;
    if (request.two) return true;
    const std::vector<launch::BundledBot> bots = opponents(request.game);
    if (bots.empty()) {
      print_("No bots are bundled with this program; quiver play --against PROGRAM names one.\n");
      return false;
    }
    std::vector<Item> items;
    std::size_t usual = 0;
    for (const launch::BundledBot& bot : bots) {
      if (bot.name == usual_opponent(request.game)) usual = items.size();
      // Which game it plays need not be said here.
      const std::string before = draw::title_of(request.game) + ": ";
      items.push_back({bot.name, bot.sentence.substr(bot.sentence.starts_with(before) ? before.size() : 0)});
    }
    const auto chosen = pick("Against whom?", items, usual);
    if (!chosen) return false;
    request.against = items[*chosen].word;
  }
  const auto first = pick("Who begins?", {{"you", "play first"}, {"bot", "plays first"}}, 0);
  if (!first) return false;
  request.second = *first == 1;
  return true;
}

std::optional<PlayRequest> PlayMenu::ask() {
  game_.clear();
  PlayRequest request;
  std::vector<Item> items;
  const std::vector<std::string> games = games::all_game_names();
  for (const std::string& game : games) items.push_back({game, std::string(games::game_info(game)->summary)});
  const auto game = pick("Which game?", items, 0);
  if (!game) return std::nullopt;
  request.game = game_ = games[*game];
  if (!ask_board(request) || !ask_players(request)) return std::nullopt;
  return request;
}

bool PlayMenu::ask_again() {
  while (true) {
    const auto said = line("\nAnother game? yes or no [no]: ");
    if (!said || said->empty() || *said == "no" || *said == "n") return false;
    if (*said == "yes" || *said == "y") return true;
    print_("yes or no?");
  }
}

}  // namespace quiver::cli
