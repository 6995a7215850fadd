// Finds out what kind of bot was submitted, and whether that kind is accepted.
//
// docs/write-a-bot/submit.md states the rules. Reads names and the first bytes of files; runs nothing. Any
// thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/teams/build/unpack.hpp"

namespace quiver::teams {

enum class Kind { kPython, kSo, kText, kBotzone, kCpp, kBinary };

// "python", "so", "text", "botzone", "cpp", "binary".
std::string kind_name(Kind kind);
std::optional<Kind> kind_of(std::string_view name);
// "python,so", as --accept has it; each kind once.
base::Result<std::vector<Kind>> parse_kinds(std::string_view text);
std::vector<Kind> all_kinds();
// "python, so and cpp".
std::string list_of(const std::vector<Kind>& kinds);

// How its files become a bot.
enum class Recipe {
  kAsIs,     // they are one
  kSources,  // C++ files are compiled into one program
  kCMake,    // by its CMakeLists.txt
  kMake,     // by its Makefile, which makes players in shared libraries
};

struct FoundKind {
  Kind kind = Kind::kPython;
  Recipe recipe = Recipe::kAsIs;
  std::string main;  // the file that is the bot, relative; empty if it is built
};

// `asked`: the kind that was said. An error says what is missing, or what is accepted instead.
base::Result<FoundKind> find_kind(const Submission& submission, const std::vector<Kind>& accepted,
                                  std::optional<Kind> asked);

// It begins as executables and shared libraries for this machine's processor do.
bool is_elf_of_this_machine(const std::string& path);

}  // namespace quiver::teams
