#include "bots/host/botzone/botzone_bot.hpp"

#include <array>
#include <chrono>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "bots/host/patience.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/declined.hpp"

namespace quiver::bots::host {

using base::Vertex;
using std::chrono::steady_clock;

namespace {

constexpr const char* kKeepRunning = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";
constexpr const char* kNoMove = "-1 -1 -1 -1 -1 -1";
// To say that it stays, or to end, once it has answered.
constexpr std::chrono::seconds kToDecide{1};

[[noreturn]] void fail(const std::string& sentence) { throw std::runtime_error("the program " + sentence); }

// Compares whole positions, so that a map or another start of the same size is declined too.
void check_is_known_there(const games::Position& start) {
  games::Options options;
  options.size = start.grid().rows;
  options.start = "classic";
  const bool size = start.as<games::Amazons>() != nullptr && (*options.size == 8 || *options.size == 10);
  const auto known = size ? games::Position::start("amazons", options) : base::bad_input("");
  if (!known || !(*known == start))
    throw bot::Declined(
        "botzone: programs play Amazons for 2 seats on a square of side 8 or 10, --start classic, and "
        "nothing else");
}

}  // namespace

bot::Profile BotzoneBot::profile() const {
  bot::Profile profile;
  profile.name = player_name(command_.front());
  profile.games = {"amazons"};
  return profile;
}

void BotzoneBot::start(const bot::MatchInfo& match) {
  check_is_known_there(match.start);
  seat_ = match.seat;
  side_ = match.start.grid().rows;
  moves_.clear();
  talk_.reset();
}

void BotzoneBot::follow(base::Seat /*seat*/, const games::Event& event) {
  if (const auto* move = std::get_if<games::Move>(&event))
    moves_.push_back(std::get<games::AmazonsMove>(*move));
}

bot::Choice BotzoneBot::choose(const games::Position& /*position*/, bot::Deadline deadline) {
  if (stays()) {
    talk_->say(line_of(moves_.back()));
  } else {
    talk_.reset();
    talk_.emplace(command_);
    talk_->say(whole_game());
  }
  while (true) {
    const Talk::Heard heard = talk_->listen(deadline.when + kAfterTheClock);
    if (heard.status == Talk::Status::kLate) break;
    if (heard.status == Talk::Status::kDead) fail(talk_->fate() + " before it answered");
    if (heard.status == Talk::Status::kEndless) fail("printed an endless line where its answer was expected");
    if (heard.line.find_first_not_of(" \t") != std::string::npos) return read(heard.line);
  }
  talk_.reset();  // the referee has long decided
  return bot::Choice::silence();
}

// The request follows the answer; a program that ends instead is started again for its next move.
bool BotzoneBot::stays() {
  if (!talk_) return false;
  const base::Time until = steady_clock::now() + kToDecide;
  while (true) {
    const Talk::Heard heard = talk_->listen(until);
    if (heard.status != Talk::Status::kLine) return false;
    if (heard.line == kKeepRunning) return true;
  }
}

// Their y axis points up from the bottom row, our vertices count from the top.
std::string BotzoneBot::line_of(const games::AmazonsMove& move) const {
  std::string line;
  for (const Vertex v : {move.from, move.to, move.arrow})
    line += (line.empty() ? "" : " ") + std::to_string(v.value() % side_) + " " +
            std::to_string(side_ - 1 - v.value() / side_);
  return line;
}

// Who moves first is asked first with a move that is none.
std::string BotzoneBot::whole_game() const {
  std::vector<std::string> lines;
  if (seat_ == base::Seat{0}) lines.emplace_back(kNoMove);
  for (const games::AmazonsMove& move : moves_) lines.push_back(line_of(move));
  std::string whole = std::to_string((lines.size() + 1) / 2);
  for (const std::string& line : lines) whole += "\n" + line;
  return whole;
}

games::AmazonsMove BotzoneBot::read(const std::string& line) const {
  std::istringstream words(line);
  std::array<Vertex, 3> cells;
  for (Vertex& cell : cells) {
    long long x = 0;
    long long y = 0;
    if (!(words >> x >> y)) fail("answered " + base::quoted(line) + " where six integers were expected");
    const auto on_board = [&](long long n) { return n >= 0 && n < static_cast<long long>(side_); };
    // A cell that is none is for the referee to refuse.
    cell = Vertex{on_board(x) && on_board(y)
                      ? (side_ - 1 - static_cast<std::uint32_t>(y)) * side_ + static_cast<std::uint32_t>(x)
                      : std::numeric_limits<std::uint32_t>::max()};
  }
  std::string more;
  if (words >> more) fail("answered " + base::quoted(line) + " where six integers were expected");
  return {cells[0], cells[1], cells[2]};
}

void BotzoneBot::finish(const bot::MatchResult& /*result*/) { talk_.reset(); }

}  // namespace quiver::bots::host
