#include "referee/launch/owner.hpp"

#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "client_sdk/base/random.hpp"

namespace quiver::launch {

namespace {

// In ticks since the machine started; empty if there is no such process.
std::string start_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string text;
  std::getline(file, text);
  // The name of the program stands in brackets and may contain spaces and brackets.
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return "";
  std::istringstream rest(text.substr(name_end + 1));
  std::string word;
  // starttime is field 22 of /proc/PID/stat.
  for (int field = 3; field <= 22; ++field) rest >> word;
  return word;
}

// The one in which the numbers of processes mean something to us.
std::string own_namespace() {
  struct stat about {};
  return stat("/proc/self/ns/pid", &about) == 0 ? std::to_string(about.st_ino) : "0";
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::string owned_name(const std::string& kind) {
  const std::string self = std::to_string(getpid());
  return kind + "." + own_namespace() + "." + self + "." + start_of(self) + "." +
         base::hex(std::string_view(base::secret_bytes(4)));
}

bool is_stale(const std::string& name) {
  if (!name.starts_with("quiver-")) return false;
  std::vector<std::string> parts;
  std::istringstream in(name);
  for (std::string part; std::getline(in, part, '.');) parts.push_back(part);
  if (parts.size() != 5 || !is_number(parts[2]) || !is_number(parts[3])) return false;
  // A process of another namespace cannot be judged from here: what it owns is left alone.
  return parts[1] == own_namespace() && start_of(parts[2]) != parts[3];
}

}  // namespace quiver::launch
