// The person's program. `quiver play` starts it, with these words of its own beside the SDK's:
//
//   --undo          moves can be taken back; exit code 10 asks for that, 11 says that the person
//                   has had enough of games
//   --taken-back    one has just been
//   --opening-plies N
//                   that many moves were played before
//   --hot-seat      another person sits at the same terminal
#include <csignal>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "bots/human/human.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/run_bot.hpp"

namespace {

using quiver::human::Human;
using quiver::human::Manner;
using quiver::human::Screen;

constexpr int kExitTakeBack = 10;
constexpr int kExitEnough = 11;

// Who started this program is gone, or wants it to end: a person is told why the game stops.
void on_terminate(int) {
  constexpr std::string_view kSentence = "\nThe referee has stopped, and the game with it.\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kSentence.data(), kSentence.size());
  _exit(quiver::bot::kExitLost);
}

Manner read_manner(int argc, char** argv) {
  Manner manner;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    manner.undo |= word == "--undo";
    manner.taken_back |= word == "--taken-back";
    manner.shared |= word == "--hot-seat";
    if (word != "--opening-plies" || k + 1 == argc) continue;
    if (const auto number = quiver::base::parse_number(argv[k + 1])) manner.told = *number;
  }
  return manner;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGTERM, on_terminate);
  const Screen screen(STDOUT_FILENO);
  for (int k = 1; k < argc; ++k)
    if (std::string_view(argv[k]).starts_with("--connect"))
      screen.write("Waiting for a game; Ctrl-C leaves.\n");
  const Manner manner = read_manner(argc, argv);
  Human human(manner, STDIN_FILENO, screen);
  // What happens is told on the screen, in better words than on stderr.
  std::string quiet = "--quiet";
  std::vector<char*> words(argv, argv + argc);
  words.push_back(quiet.data());
  const int code = quiver::bot::run_bot(static_cast<int>(words.size()), words.data(), human);
  if (human.takes_back()) return kExitTakeBack;
  const bool one_of_several = manner.undo || manner.shared;  // quiver play may ask for another game
  return one_of_several && code == quiver::bot::kExitDone && human.quits() ? kExitEnough : code;
}
