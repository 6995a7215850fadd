#include "bots/host/so/loaded_player.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>

#include "bots/host/so/player.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::bots::host {

namespace {

std::string where(Call call) {
  switch (call) {
    case Call::kLoad:
      return "while it was loaded";
    case Call::kInitialize:
      return "in initialize()";
    case Call::kGetPlayerName:
      return "in get_player_name()";
    case Call::kPlay:
      return "in play()";
    case Call::kFinalize:
      break;
  }
  return "in finalize()";
}

// The player runs in a second process of this same program, so that its crash does not end the host.
Command player_command(int line) {
  Command command;
  command.words = {std::filesystem::read_symlink("/proc/self/exe").string(), kBeThePlayer};
  command.line = line;
  command.line_as = kLineAsPassed;
  return command;
}

}  // namespace

LoadedPlayer::Ends LoadedPlayer::open_ends() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::runtime_error(std::string("no socket: ") + std::strerror(errno));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

LoadedPlayer::LoadedPlayer(const Terms& terms) : LoadedPlayer(terms, open_ends()) {}

LoadedPlayer::LoadedPlayer(const Terms& terms, Ends ends)
    : library_(std::filesystem::path(terms.library).filename().string()),
      line_(std::move(ends.ours)),
      process_(player_command(ends.theirs.get())) {
  ends.theirs.close();  // so that the line ends with the process, too
  // It reads all of this before it loads the library, so nothing can keep us here.
  if (!send_terms(line_.get(), terms)) tell_death();
  waiting_ = false;
}

std::optional<Message> LoadedPlayer::ask(Call call, const Numbers& numbers, base::Time until) {
  const bool dead = process_.death().has_value();  // something of its own ended it between two calls
  if (dead) tell_death();
  call_ = call;
  waiting_ = true;
  heard_.clear();
  send_message(line_.get(), {call, false, numbers, ""});
  return await_reply(until);
}

std::optional<Message> LoadedPlayer::await_reply(base::Time until) {
  while (true) {
    if (auto reply = decode(heard_)) {
      if (reply->call != call_) throw std::runtime_error("player corrupted the channel to its host");
      waiting_ = false;
      if (reply->failed) throw std::runtime_error(base::quoted(library_) + " cannot be used: " + reply->text);
      if (call_ == Call::kLoad && !reply->text.empty()) {
        undefined_ = reply->text;
        std::fprintf(stderr, "host-so: the library is not complete: %s\n", base::escaped(undefined_).c_str());
      }
      return reply;
    }
    if (!read_more(until)) return std::nullopt;
  }
}

// Data comes before death: a reply that arrived before the process ended still counts.
bool LoadedPlayer::read_more(base::Time until) {
  std::array<pollfd, 2> watched = {pollfd{line_.get(), POLLIN, 0}, pollfd{process_.watch(), POLLIN, 0}};
  const int ready = poll(watched.data(), watched.size(), poll_timeout(until));
  if (ready < 0 && errno == EINTR) return true;
  if (ready <= 0) return false;
  std::array<char, 4096> buffer{};
  const ssize_t count = recv(line_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count > 0) {
    heard_.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
  }
  const bool gone = count == 0 || (errno != EAGAIN && errno != EINTR);
  if (gone || process_.death()) tell_death();
  return true;
}

void LoadedPlayer::tell_death() {
  // The line may end a moment before the process does.
  const auto death = process_.death_until(std::chrono::steady_clock::now() + std::chrono::seconds(1));
  std::string sentence = "player closed the channel to its host";
  if (death && death->by_signal)
    sentence = "player crashed";
  else if (death && death->number != kExitLineClosed)
    sentence = "player called exit(" + std::to_string(death->number) + ")";
  sentence += " " + (waiting_ ? where(call_) : "between its calls");
  if (death && death->by_signal) sentence += ": " + signal_name(death->number);
  // This is how the dynamic linker ends a process that calls a function which is not there.
  constexpr int kNoSuchFunction = 127;
  if (death && !death->by_signal && death->number == kNoSuchFunction && !undefined_.empty())
    sentence += " (" + undefined_ + ")";
  throw std::runtime_error(sentence);
}

}  // namespace quiver::bots::host
