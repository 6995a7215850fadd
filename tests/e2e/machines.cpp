#include "tests/e2e/machines.hpp"

#include <array>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <unistd.h>

#include "tests/e2e/certificates.hpp"

namespace quiver::tests {

namespace {

constexpr const char* kUnshare = "/usr/bin/unshare";
constexpr const char* kEnter = "/usr/bin/nsenter";
constexpr const char* kIp = "/bin/ip";
// Of networks that are set apart for documentation: nobody else has them.
constexpr const char* kHereAddress = "192.0.2.1";
constexpr const char* kThereAddress = "192.0.2.2";

std::string network_of(const std::string& pid) {
  std::array<char, PATH_MAX> name{};
  const ssize_t size = readlink(("/proc/" + pid + "/ns/net").c_str(), name.data(), name.size());
  return size <= 0 ? "" : std::string(name.data(), static_cast<std::size_t>(size));
}

}  // namespace

void take_rights(char** argv) {
  constexpr const char* kTaken = "QUIVER_TEST_RIGHTS";
  if (geteuid() == 0 || getenv(kTaken) != nullptr) return;
  if (std::system("/usr/bin/unshare --user --map-root-user --net true 2>/dev/null") != 0) return;
  setenv(kTaken, "in a user namespace", 1);
  std::vector<char*> words;
  for (const char* one : {kUnshare, "--user", "--map-root-user", "--"}) words.push_back(strdup(one));
  for (; *argv != nullptr; ++argv) words.push_back(*argv);
  words.push_back(nullptr);
  execv(kUnshare, words.data());
}

// --- the network

void TwoMachines::SetUp() {
  if (access(kIp, X_OK) != 0) GTEST_SKIP() << "there is no " << kIp << ": install iproute2";
  if (!make_machines()) GTEST_SKIP() << "no network namespaces can be made here";
}

bool TwoMachines::make_machines() {
  here_ = &start(kUnshare, {"--net", "sleep", "infinity"});
  there_ = &start(kUnshare, {"--net", "sleep", "infinity"});
  const std::string own = network_of("self");
  for (Program* one : {here_, there_}) {
    const std::string pid = std::to_string(one->pid());
    eventually([&] { return !one->runs() || (network_of(pid) != own && !network_of(pid).empty()); });
    if (!one->runs()) return false;
  }
  return run_at(Place::kHere, {kIp, "link", "set", "lo", "up"}) &&
         run_at(Place::kThere, {kIp, "link", "set", "lo", "up"});
}

bool TwoMachines::run_at(Place place, const Arguments& words) {
  Program& ran = start(kEnter, Arguments{"--target", holder(place), "--net", "--"} + words);
  return ran.wait() == 0;
}

bool TwoMachines::address(Place place, const std::string& device, const Arguments& more) {
  const std::string own = place == Place::kHere ? kHereAddress : kThereAddress;
  return run_at(place, Arguments{kIp, "address", "add", own} + more + Arguments{"dev", device}) &&
         run_at(place, {kIp, "link", "set", device, "up"});
}

bool TwoMachines::join_by_cable() {
  const bool joined = run_at(Place::kHere, {kIp, "link", "add", "cable", "type", "veth", "peer", "name",
                                            "cable", "netns", holder(Place::kThere)}) &&
                      address(Place::kHere, "cable", {"peer", std::string(kThereAddress)}) &&
                      address(Place::kThere, "cable", {"peer", std::string(kHereAddress)});
  if (!joined) [] { GTEST_SKIP() << "no cable between network namespaces can be made here"; }();
  return joined;
}

bool TwoMachines::join_by_long_way(int millis_one_way) {
  return join_by_relay(DELAYING_RELAY, millis_one_way);
}

bool TwoMachines::join_by_cheating_way(int millis_later) {
  return join_by_relay(TAIL_FIRST_RELAY, millis_later);
}

bool TwoMachines::join_by_relay(const std::string& path, int millis) {
  relay_ = &start(path, {holder(Place::kHere), holder(Place::kThere), std::to_string(millis)});
  eventually([this] { return !relay_->runs() || relay_->out() == "ready\n"; });
  const bool joined = relay_->runs() &&
                      address(Place::kHere, "relay0", {"peer", std::string(kThereAddress)}) &&
                      address(Place::kThere, "relay0", {"peer", std::string(kHereAddress)});
  if (!joined) [this] { GTEST_SKIP() << "no such way can be made here: " << relay_->err(); }();
  return joined;
}

// At the other machine's end: the referee's loses its carrier, and keeps its address.
void TwoMachines::pull_cable() { ASSERT_TRUE(run_at(Place::kThere, {kIp, "link", "set", "cable", "down"})); }

void TwoMachines::plug_in_cable() {
  ASSERT_TRUE(run_at(Place::kThere, {kIp, "link", "set", "cable", "up"}));
  // The way to a single address goes with the link and does not come back with it.
  run_at(Place::kThere, {kIp, "route", "replace", kHereAddress, "dev", "cable", "src", kThereAddress});
}

void TwoMachines::give_up_soon() {
  for (const Place place : {Place::kHere, Place::kThere})
    ASSERT_TRUE(run_at(place, {"/bin/sh", "-c", "echo 1 > /proc/sys/net/ipv4/tcp_retries2"}));
}

// --- what runs

Program& TwoMachines::start_at(Place place, const std::string& path, const Arguments& arguments,
                               const std::map<std::string, std::string>& environment) {
  return start(kEnter, Arguments{"--target", holder(place), "--net", "--", path} + arguments, environment);
}

Arguments TwoMachines::make_certificate() {
  const Authority authority;
  Wanted wanted;
  wanted.names = "IP:" + std::string(kHereAddress);
  const Certified referee = authority.issue(wanted);
  const std::string key = file("key.pem", referee.key);
  std::filesystem::permissions(key, std::filesystem::perms::owner_read);
  static_cast<void>(file("authority.pem", authority.certificate()));
  return {"--tls-cert", file("certificate.pem", referee.certificate), "--tls-key", key};
}

Arguments TwoMachines::peer_security() const {
  return tls_ ? Arguments{"--ca", folder() + "/authority.pem"} : Arguments{};
}

void TwoMachines::start_referee(const Arguments& more, bool with_tokens) {
  Arguments all = {"serve",        "--listen", std::string(kHereAddress) + ":0",
                   "--no-pairing", "--trace",  folder() + "/trace"};
  all = all + (tls_ ? make_certificate() : Arguments{"--insecure"});
  if (with_tokens) all = all + Arguments{"--tokens", file("tokens", usual_tokens())};
  referee_ = &start_at(Place::kHere, quiver_program(), all + more);
  const std::string before = "listening on ";
  eventually([this] { return referee_->out().ends_with('\n') || !referee_->runs(); });
  const std::string line = referee_->out();
  if (!line.starts_with(before)) throw std::runtime_error("the referee says: " + referee_->err());
  url_ = line.substr(before.size(), line.size() - before.size() - 1);
}

Program& TwoMachines::start_bot(Place place, const std::string& name, int wait_at) {
  ++started_[name];
  return start_at(place, WAITING_BOT,
                  Arguments{"--connect", url_, "--token", token_of(name), "--matches", "1"} + peer_security(),
                  {{"WAIT_AT", std::to_string(wait_at)}, {"WAIT_FOR", folder() + "/go-" + name}});
}

Program& TwoMachines::start_game(const std::string& alice, const std::string& bob, const Arguments& more) {
  for (const auto& [name, times] : started_) {
    const auto welcomed = [&, &peer = name, times = times] {
      return traced("\"welcome\"", "\"peer\":\"" + peer + "\"").size() >= times;
    };
    if (!eventually(welcomed)) throw std::runtime_error(name + " did not come");
  }
  return start_at(Place::kHere, quiver_program(),
                  Arguments{"order", "--connect", url_, "--token", token_of("boss"), "connect4", "--json",
                            "--bot", "remote:alice" + alice, "--bot", "remote:bob" + bob} +
                      peer_security() + patient_clock() + more);
}

wire::Record TwoMachines::end_of(Program& order) {
  EXPECT_EQ(order.wait(), 0) << order.err();
  const auto records = records_in(order.out());
  if (records.size() != 1) throw std::runtime_error("no record: " + order.err());
  return records[0];
}

wire::Record TwoMachines::play_alice_and_bob(const std::string& alice, const std::string& bob) {
  start_bot(Place::kThere, "alice");
  start_bot(Place::kHere, "bob");
  return end_of(start_game(alice, bob));
}

// --- what is to be seen

std::vector<std::string> TwoMachines::traced(const std::string& one, const std::string& other) const {
  std::vector<std::string> found;
  std::istringstream in(trace());
  for (std::string line; std::getline(in, line);)
    if (line.find(one) != std::string::npos && line.find(other) != std::string::npos) found.push_back(line);
  return found;
}

void TwoMachines::await_turns(const std::string& name, std::size_t turns) const {
  ASSERT_TRUE(eventually([&] {
    return traced("\"sent\":{\"turn\"", "\"peer\":\"" + name + "\"").size() >= turns;
  })) << trace();
}

bool TwoMachines::has_connection(Place place) const {
  std::istringstream in(content_of_file("/proc/" + holder(place) + "/net/tcp"));
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string number, local, remote, state;
    words >> number >> local >> remote >> state;
    if (state == "01") return true;
  }
  return false;
}

}  // namespace quiver::tests
