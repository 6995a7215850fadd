#include "referee/store/own_command.hpp"

#include <fstream>

namespace quiver::store {

std::string own_command() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string program;
  std::string word;
  std::getline(in, program, '\0');
  std::getline(in, word, '\0');
  program = program.substr(program.rfind('/') + 1);
  const bool is_command =
      !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
  return is_command ? program + " " + word : program;
}

}  // namespace quiver::store
