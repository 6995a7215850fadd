// A player's process as the host sees it: asked for one call at a time, and found out about when it dies.
#pragma once

#include <optional>
#include <string>

#include "bots/host/process.hpp"
#include "bots/host/so/line.hpp"

namespace quiver::bots::host {

class LoadedPlayer {
 public:
  // Starts a process and tells it the terms; nothing of the player runs yet. What fails is thrown as a
  // sentence, here and below.
  explicit LoadedPlayer(const Terms& terms);

  // The reply, or none if there is none by then. Throws "player crashed in play(): SIGSEGV",
  // "player called exit(3) in play()", or what is wrong with the library.
  std::optional<Message> ask(Call call, const Numbers& numbers, base::Time until);
  // Waits on for the reply to what it was asked last.
  std::optional<Message> await_reply(base::Time until);
  // Waits so long for the process to end by itself.
  void await_end(base::Time until) { process_.death_until(until); }

 private:
  struct Ends {
    Descriptor ours, theirs;
  };
  static Ends open_ends();
  LoadedPlayer(const Terms& terms, Ends ends);

  // False: not by then.
  bool read_more(base::Time until);
  [[noreturn]] void tell_death();

  std::string library_;
  Descriptor line_;
  Process process_;
  Call call_ = Call::kLoad;  // what it was asked last
  bool waiting_ = true;      // and has not replied to yet
  std::string heard_;
  std::string undefined_;  // what the library lacks, though it could be loaded
};

}  // namespace quiver::bots::host
