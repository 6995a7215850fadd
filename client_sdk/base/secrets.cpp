#include "client_sdk/base/secrets.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>

#include "client_sdk/base/text.hpp"

namespace quiver::base {

namespace {

void hide(char* text) { std::fill(text, text + std::strlen(text), '*'); }

}  // namespace

// Reads 1 KiB at most, so that a wrong path, /dev/zero say, does no harm.
Result<std::string> read_secret(const std::string& path) {
  constexpr std::string_view kBlank = " \t\r\n";
  std::ifstream file(path, std::ios::binary);
  std::string line(1024, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  if (!file && !file.eof()) return Error{Error::Code::kUnreadable, base::quoted(path) + " cannot be read"};
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.erase(std::min(line.size(), line.find('\n')));
  line.erase(line.find_last_not_of(kBlank) + 1);
  line.erase(0, line.find_first_not_of(kBlank));
  if (line.empty()) return bad_input("the first line of " + base::quoted(path) + " is empty");
  return line;
}

// /proc/PID/cmdline shows the memory that argv points to; overwriting it in place hides the value there too.
void hide_argument(int argc, char** argv, std::string_view option) {
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word == option && k + 1 < argc) hide(argv[++k]);
    if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
      hide(argv[k] + option.size() + 1);
  }
}

}  // namespace quiver::base
