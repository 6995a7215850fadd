#include "bots/amazons/champion/training/recorded_games.hpp"

#include <fstream>
#include <map>
#include <sstream>

#include "client_sdk/base/text.hpp"

namespace quiver::bots::amazons::champion {

namespace {

// One game's lines, as they come.
struct Page {
  std::map<std::string, std::string> said;
  std::vector<std::string> moves;
};

// "key: value", or a line of moves: "3. d1-d7/g7 a4-a5/a6".
void take_line(const std::string& line, Page& page) {
  const auto colon = line.find(": ");
  if (colon != std::string::npos) {
    page.said[line.substr(0, colon)] = line.substr(colon + 2);
    return;
  }
  std::istringstream words(line);
  std::string word;
  while (words >> word)
    if (word.back() != '.') page.moves.push_back(word);
}

base::Result<games::Options> board_of(const Page& page) {
  games::Options options;
  const auto rows = base::parse_number(page.said.at("rows"));
  const auto columns = base::parse_number(page.said.at("columns"));
  if (!rows || !columns || *rows != *columns) return base::bad_input("its board is not one of the shapes");
  options.shape = page.said.at("board");
  options.size = *rows;
  if (const auto start = page.said.find("start"); start != page.said.end()) options.start = start->second;
  return options;
}

// None if the game is of no use.
base::Result<std::vector<RecordedGame>> game_of(const Page& page) {
  std::vector<RecordedGame> games;
  const auto end = page.said.find("end");
  const auto winner = page.said.find("winner");
  if (end == page.said.end() || end->second != "PLAYED_OUT" || winner == page.said.end()) return games;
  if (page.said.count("game") == 0 || page.said.at("game") != "amazons" || page.said.count("seats") != 0)
    return games;
  const auto options = board_of(page);
  if (!options) return options.error();
  auto start = games::Amazons::start(*options);
  if (!start) return start.error();
  RecordedGame game{*start, {}, 0, base::seat(winner->second == "0" ? 0 : 1)};
  if (const auto opening = page.said.find("opening"); opening != page.said.end())
    if (const auto number = base::parse_number(opening->second)) game.opening = *number;
  for (const std::string& word : page.moves) {
    const auto move = start->parse(word);
    if (!move) return move.error();
    if (!start->check(*move)) return base::bad_input("the move " + word + " is not legal");
    start->apply(*move);
    game.moves.push_back(*move);
  }
  games.push_back(std::move(game));
  return games;
}

}  // namespace

// A header line ends the game before it; the last game ends with the file.
base::Result<std::vector<RecordedGame>> read_games(const std::string& path) {
  std::ifstream file(path);
  if (!file) return base::bad_input("cannot read " + path);
  std::vector<RecordedGame> games;
  Page page;
  std::string line;
  std::size_t number = 0;
  const auto finish = [&]() -> base::Result<void> {
    auto found = game_of(page);
    if (!found)
      return base::bad_input(path + ", before line " + std::to_string(number) + ": " +
                             found.error().sentence);
    for (RecordedGame& game : *found) games.push_back(std::move(game));
    page = {};
    return {};
  };
  while (std::getline(file, line)) {
    ++number;
    if (line == "quiver game 1") {
      if (const auto done = finish(); !done) return done.error();
    } else {
      take_line(line, page);
    }
  }
  if (const auto done = finish(); !done) return done.error();
  return games;
}

}  // namespace quiver::bots::amazons::champion
