#include "referee/launch/bot_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include "client_sdk/base/suggestion.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/launch/files/system_folders.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;
namespace fs = std::filesystem;

namespace {

// The interpreter that has Debian's python3-protobuf; another one on the PATH may not.
constexpr const char* kPython = "/usr/bin/python3";

// A folder of ours, found from where this program itself is: in a build folder, or installed.
std::optional<fs::path> own_folder(const char* in_build, const char* installed) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  for (const char* candidate : {in_build, installed}) {
    const fs::path folder = (self.parent_path() / candidate).lexically_normal();
    if (fs::is_directory(folder, error)) return folder;
  }
  return std::nullopt;
}

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// A path as it is, a bare name as a shell would find it.
std::optional<fs::path> find_on_path(const std::string& word) {
  if (word.find('/') != std::string::npos)
    return is_program(word) ? std::optional(fs::absolute(word).lexically_normal()) : std::nullopt;
  const char* path = std::getenv("PATH");
  if (path == nullptr) return std::nullopt;
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && is_program(fs::path(folder) / word)) return fs::absolute(fs::path(folder) / word);
  return std::nullopt;
}

// The letters of a file name that a competitor's name may have.
std::string name_from(std::string_view file) {
  std::string name;
  // A letter is fit if a name of two letters may have it in the second place.
  for (const char c : file) name += base::is_name(std::string("a") + c) ? c : '_';
  name = name.substr(0, 32);
  while (!name.empty() && name[0] == '.') name.erase(0, 1);
  return name.empty() ? "bot" : name;
}

BotProgram plain_program(const fs::path& path) {
  BotProgram found;
  found.program = path.string();
  found.name = name_from(path.filename().string());
  found.visible = {found.program};
  return found;
}

// A host of ours that speaks for `player`.
Result<BotProgram> hosted(const char* host, const fs::path& player) {
  const auto folder = bots_folder();
  const fs::path program = folder ? fs::path(*folder) / "host" / host : fs::path();
  if (!folder || !is_program(program))
    return bad_input(std::string(host) + " is missing, which runs " + base::quoted(player.string()));
  BotProgram found;
  found.program = program.string();
  // "--" ends the host's own options: what follows is the player's, dashes or not.
  found.arguments = {"--", player.string()};
  found.visible = {found.program, player.string()};
  return found;
}

Result<BotProgram> course_player(const std::string& word) {
  const fs::path player = fs::absolute(word).lexically_normal();
  auto found = hosted("host-so", player);
  if (!found) return found;
  found->name = name_from(player.stem().string());
  found->takes_arguments = false;
  return found;
}

Result<BotProgram> plain_speaker(const char* host, const std::string& prefix, const std::string& word) {
  if (word.empty())
    return bad_input(prefix + " has to be followed by a program, as in " + prefix + "./my-bot");
  const auto program = find_on_path(word);
  if (!program) return bad_input(base::quoted(word) + " after " + prefix + " is not an executable file");
  auto found = hosted(host, *program);
  if (!found) return found;
  found->name = name_from(program->filename().string());
  return found;
}

// All words that name a bundled bot where this game is played.
std::vector<std::string> bundled_words(std::string_view game) {
  std::vector<std::string> words;
  const std::string prefix = std::string(game) + "-";
  const std::vector<BundledBot> bots = bundled_bots();
  for (const BundledBot& bot : bots)
    if (bot.name.starts_with(prefix)) words.push_back(bot.name.substr(prefix.size()));
  for (const BundledBot& bot : bots) words.push_back(bot.name);
  return words;
}

std::optional<fs::path> python_package() { return own_folder("../python", "../lib/quiver/python"); }

// What a bot in Python finds, whichever way it is started.
void add_python_package(BotProgram& found) {
  found.environment["PYTHONUNBUFFERED"] = "1";  // what it prints is in the log even if it is killed
  if (const auto package = python_package()) {
    found.environment["PYTHONPATH"] = package->string();
    found.visible.push_back(package->string());
  }
}

Result<BotProgram> python_file(const std::string& word) {
  if (!is_program(kPython))
    return bad_input(base::quoted(word) + " needs " + kPython + ", which is not there");
  const fs::path file = fs::absolute(word).lexically_normal();
  BotProgram found;
  found.program = kPython;
  found.name = name_from(file.stem().string());
  found.arguments = {file.string()};
  found.visible = {file.string()};
  add_python_package(found);
  return found;
}

// "python3", "python3.11", "/opt/python/bin/python3".
bool is_python(const std::string& word) {
  std::string name = fs::path(word).filename().string();
  if (!name.starts_with("python")) return false;
  name.erase(0, std::string("python").size());
  return name.find_first_not_of("0123456789.") == std::string::npos;
}

// The interpreter named explicitly, for the sake of its options: the bot's file is among the words that
// follow. A plain "python3" is the one that a .py file is played with.
Result<BotProgram> python_interpreter(const std::string& word) {
  const bool plain = word == "python" || word == "python3";
  const auto program = plain && is_program(kPython) ? std::optional(fs::path(kPython)) : find_on_path(word);
  if (!program) return bad_input(base::quoted(word) + " is not an executable file");
  BotProgram found = plain_program(*program);
  found.name_from_script = true;
  add_python_package(found);
  return found;
}

}  // namespace

std::string name_of_file(const std::string& path) { return name_from(fs::path(path).stem().string()); }

std::optional<std::string> bots_folder() {
  const auto folder = own_folder("../bots", "../libexec/quiver/bots");
  return folder ? std::optional(folder->string()) : std::nullopt;
}

bool is_part_of_quiver(const std::string& path) {
  const auto bots = bots_folder();
  const auto package = python_package();
  return (bots && is_below(path, *bots)) || (package && is_below(path, package->string()));
}

Result<BotProgram> find_bot_program(const std::string& word, std::string_view game) {
  for (const auto& [prefix, host] : {std::pair{"text:", "host-text"}, {"botzone:", "host-botzone"}})
    if (word.starts_with(prefix)) return plain_speaker(host, prefix, word.substr(std::string(prefix).size()));
  if (const auto bundled = bundled_bot(word, game)) {
    BotProgram found = plain_program(*bundled);
    found.name = word;  // as it was typed: "champion", not "amazons-champion"
    return found;
  }
  // No bundled bot: the suffix decides, then the name of an interpreter, then PATH.
  if (word.ends_with(".so") && is_file(word)) return course_player(word);
  if (word.ends_with(".py") && is_file(word)) return python_file(word);
  if (is_python(word)) return python_interpreter(word);
  if (const auto program = find_on_path(word)) return plain_program(*program);
  if (is_file(word))
    return bad_input(base::quoted(word) +
                     " is not executable; chmod +x it, or name it .py or .so if it is one");
  return bad_input(
      base::quoted(word) +
      " is neither a bundled bot (`quiver bots` lists them), nor an executable, .py or .so file, "
      "nor text:PROGRAM, botzone:PROGRAM or remote:NAME" +
      base::did_you_mean(word, bundled_words(game)));
}

std::optional<std::string> bundled_bot(std::string_view name, std::string_view game) {
  const auto folder = bots_folder();
  if (!folder || !base::is_name(name)) return std::nullopt;
  for (const std::string& file : {std::string(name), std::string(game) + "-" + std::string(name)})
    if (is_program(fs::path(*folder) / file)) return (fs::path(*folder) / file).string();
  return std::nullopt;
}

std::vector<BundledBot> bundled_bots() {
  std::vector<BundledBot> bots;
  const auto folder = bots_folder();
  if (!folder) return bots;
  std::ifstream catalogue(fs::path(*folder) / "catalogue.tsv");
  for (std::string line; std::getline(catalogue, line);) {
    const std::size_t tab = line.find('\t');
    // The catalogue may name bots that were not built.
    if (tab == std::string::npos || !is_program(fs::path(*folder) / line.substr(0, tab))) continue;
    const std::size_t second = std::min(line.find('\t', tab + 1), line.size());
    bots.push_back({line.substr(0, tab), line.substr(tab + 1, second - tab - 1),
                    second < line.size() ? line.substr(second + 1) : ""});
  }
  std::sort(bots.begin(), bots.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return bots;
}

}  // namespace quiver::launch
