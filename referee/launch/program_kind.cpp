#include "referee/launch/program_kind.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <sstream>
#include <unistd.h>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/launch/files/open_databases.hpp"

namespace quiver::launch {

namespace {

constexpr std::string_view kTraceback = "Traceback (most recent call last):";
// What Python prints between the tracebacks of two exceptions of which one led to the other.
constexpr std::array<std::string_view, 2> kBetween = {
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:"};
constexpr std::size_t kMostRead = std::size_t{64} << 20U;

bool mentions(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(),
                     std::boyer_moore_horspool_searcher(word.begin(), word.end())) != text.end();
}

// A program that uses the SDK has its name in it: a script imports it, an executable has its words inside.
bool mentions_sdk_in(int file) {
  std::string piece(1 << 16, '\0');
  std::string end;  // of the piece before: a word may lie across
  for (std::size_t all = 0; all < kMostRead;) {
    const ssize_t size = read(file, piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    all += static_cast<std::size_t>(size);
    const std::string text = end + piece.substr(0, static_cast<std::size_t>(size));
    if (mentions(text, "quiver") || mentions(text, "QUIVER")) return true;
    // Five bytes: one less than the word that is looked for.
    end = text.substr(text.size() - std::min<std::size_t>(text.size(), 5));
  }
  return false;
}

bool mentions_sdk(const std::string& path) {
  bool found = false;
  // Not a store that is open here: SQLite alone may open that.
  (void)read_unless_held(path, [&](int file) { found = mentions_sdk_in(file); });
  return found;
}

}  // namespace

std::string kind_hint(const BotSpec& bot) {
  std::vector<std::string> files{bot.program};
  std::error_code error;
  for (const std::string& argument : bot.arguments)
    if (argument.starts_with('/') && std::filesystem::is_regular_file(argument, error))
      files.push_back(argument);
  if (bot.remote || std::any_of(files.begin(), files.end(), mentions_sdk)) return "";
  return "it does not seem to use Quiver's SDK: if it is a program that plays on its stdin and stdout, write "
         "text: before its name";
}

std::string host_remark(const BotSpec& bot, std::string_view output) {
  const std::string host = std::filesystem::path(bot.program).filename().string();
  if (!host.starts_with("host-")) return "";
  const std::string begin = "\n" + host + ": ";
  const std::string lines = "\n" + std::string(output);
  const std::size_t at = lines.rfind(begin);
  if (at == std::string::npos) return "";
  const std::string_view rest = std::string_view(lines).substr(at + begin.size());
  constexpr std::size_t kMost = 200;
  return on_one_line(rest.substr(0, rest.find('\n')).substr(0, kMost), kMost);
}

std::string_view traceback_in(std::string_view output) {
  std::size_t at = output.rfind(kTraceback);
  if (at == std::string_view::npos) return {};
  // Back over the chain of exceptions, as long as Python says that one led to the next.
  while (at > 0) {
    const std::string_view before = output.substr(0, at);
    const std::size_t last = before.find_last_not_of(" \n\r");
    const std::string_view words = before.substr(0, last == std::string_view::npos ? 0 : last + 1);
    const bool chained = std::any_of(kBetween.begin(), kBetween.end(),
                                     [&](std::string_view between) { return words.ends_with(between); });
    const std::size_t cause = chained ? before.rfind(kTraceback) : std::string_view::npos;
    if (cause == std::string_view::npos) break;
    at = cause;
  }
  return output.substr(at);
}

std::string on_one_line(std::string_view lines, std::size_t most) {
  std::string all;
  std::istringstream in{std::string(lines)};
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (line.find_first_not_of(" \t\r^~") == std::string::npos)
      continue;  // empty, or Python's marks below code
    const std::size_t last = line.find_last_not_of(" \t\r");
    all += (all.empty() ? "" : " | ") + line.substr(first, last - first + 1);
  }
  all = base::escaped(base::plain_text(all, all.size()), 4 * all.size());
  constexpr std::string_view kCut = "… ";
  if (all.size() <= most) return all;
  std::size_t from = all.size() - most + std::min(kCut.size(), most);
  // Not in the middle of a UTF-8 character.
  while (from < all.size() && (static_cast<unsigned char>(all[from]) & 0xC0U) == 0x80U) ++from;
  return std::string(kCut) + all.substr(from);
}

}  // namespace quiver::launch
