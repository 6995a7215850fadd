// Two machines: network namespaces of their own, without a name, held by a process each, so that nothing of
// them is left when the test ends in whatever way.
//
// They are joined by a cable that can be pulled (a veth pair), or by a long way that every packet takes its
// time for (delaying-relay). A referee runs on the one, competitors on either. Where no namespaces can be had
// a test is skipped and says so.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

class TwoMachines : public Stage {
 protected:
  enum class Place { kHere, kThere };  // the referee's machine, and the other one

  void SetUp() override;

  // --- the network. False: there can be none such, and the test has been marked as skipped.
  bool join_by_cable();
  bool join_by_long_way(int millis_one_way);
  // After cheat() the other machine's messages arrive from the end on: the head of each so much later.
  bool join_by_cheating_way(int millis_later);
  void cheat() const { relay_->signal(SIGUSR1); }
  void pull_cable();
  void plug_in_cable();
  void stall_long_way() const { relay_->signal(SIGUSR1); }
  void release_long_way() const { relay_->signal(SIGUSR2); }
  // How soon a kernel gives up a connection whose other end is silent.
  void give_up_soon();

  // --- what runs
  Program& start_at(Place place, const std::string& path, const Arguments& arguments,
                    const std::map<std::string, std::string>& environment = {});
  // With TLS unless it is told otherwise before. Returns once it listens.
  void speak_in_the_clear() { tls_ = false; }
  void start_referee(const Arguments& more = {}, bool with_tokens = true);
  // A competitor of the usual tokens that waits at this move, from 1, until let_go(name); 0: never.
  Program& start_bot(Place place, const std::string& name, int wait_at = 0);
  void let_go(const std::string& name) const { static_cast<void>(file("go-" + name, "")); }
  // Waits until all of them are welcomed, then has them play a game of Connect Four.
  Program& start_game(const std::string& alice, const std::string& bob, const Arguments& more = {});
  // Its record, when it is over.
  static wire::Record end_of(Program& order);
  // Bots for a game between alice, who is there, and bob, who is here.
  wire::Record play_alice_and_bob(const std::string& alice, const std::string& bob);

  // --- what is to be seen
  [[nodiscard]] std::string trace() const { return content_of_file(folder() + "/trace"); }
  // The lines of the trace that have both in them.
  [[nodiscard]] std::vector<std::string> traced(const std::string& one, const std::string& other) const;
  void await_turns(const std::string& name, std::size_t turns) const;
  // Whether that machine has a connection that it believes in.
  [[nodiscard]] bool has_connection(Place place) const;

  Program& referee() { return *referee_; }

 private:
  [[nodiscard]] std::string holder(Place place) const {
    return std::to_string((place == Place::kHere ? here_ : there_)->pid());
  }
  // Runs to its end; false if it fails.
  bool run_at(Place place, const Arguments& words);
  bool make_machines();
  // A certificate for the referee's address, by an authority of the test's own; then what a referee and a
  // peer are told.
  Arguments make_certificate();
  [[nodiscard]] Arguments peer_security() const;
  bool join_by_relay(const std::string& path, int millis);
  bool address(Place place, const std::string& device, const Arguments& more);

  Program* here_ = nullptr;
  Program* there_ = nullptr;
  Program* relay_ = nullptr;
  Program* referee_ = nullptr;
  bool tls_ = true;
  std::string url_;
  std::map<std::string, std::size_t> started_;  // how many bots of this name
};

// As somebody without rights: goes on in a user namespace in which they are had, if that is possible.
void take_rights(char** argv);

}  // namespace quiver::tests
