// The command line: subcommands, their options, their help. CLI11 does the work, in command_line.cpp alone,
// because its headers cost more time to compile than all the rest of the program.
//
// A value that an option is bound to must outlive the program's run. Bad usage is a UsageError.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace quiver::cli {

// One subcommand. Names of options are given with their dashes.
class Command {
 public:
  // `app` must outlive it.
  explicit Command(CLI::App& app) : app_(app) {}

  // `which` says what it can be, to somebody who left it out.
  void required_word(const std::string& name, std::string& value, const std::string& which = "");
  // Each of these reads into a variable of the caller, which must outlive the command line. What is not given
  // leaves the variable as it is.
  void required_number(const std::string& name, std::uint32_t& value);
  void word(const std::string& name, std::string& value);
  void word(const std::string& name, std::optional<std::string>& value);
  // Repeatable, with one word each.
  void words(const std::string& name, std::vector<std::string>& values);
  // Repeatable, with one or more words each.
  void lists(const std::string& name, std::vector<std::string>& values);
  void number(const std::string& name, std::optional<std::uint32_t>& value);
  // One of the choices and nothing else; a refusal suggests the nearest.
  void choice(const std::string& name, std::string& value, const std::vector<std::string>& choices);
  void required_choice(const std::string& name, std::string& value, const std::vector<std::string>& choices);
  // on or off; nothing if it is not given.
  void on_or_off(const std::string& name, std::optional<bool>& value);
  void flag(const std::string& name, bool& value);
  // Anything at all stood after the command's name.
  [[nodiscard]] bool any_given() const;
  // Where the word after the command's name is such a file, its words stand in for it, options as
  // "--size=6"; an option that is given on the command line too is left out of them.
  void file_of_words(const std::string& ending,
                     std::function<std::vector<std::string>(const std::string&)> read);
  // What --help prints.
  void help(const std::string& text);
  // Called when the arguments have been read; its answer is the exit code.
  void run(std::function<int()> action);

 private:
  friend class CommandLine;
  // Whether the word is a file of words; `before` stands before it.
  [[nodiscard]] bool is_file(const std::string& before, const std::string& word) const;

  CLI::App& app_;
  std::function<int()> action_;
  std::map<std::string, std::string> which_;  // of the required words, by name
  std::string ending_;
  std::function<std::vector<std::string>(const std::string&)> read_;
};

// The whole program: subcommands, --help and --version. Errors of the command line are thrown as UsageError,
// with one sentence.
class CommandLine {
 public:
  CommandLine(std::string help, std::string version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // The reference stays valid as long as this object lives.
  Command& add(const std::string& name);

  // Reads the arguments and runs the command they name; or prints help or the version.
  int run(int argc, const char* const* argv);

 private:
  // The names of all commands, for a sentence.
  [[nodiscard]] std::string names() const;
  // The command of this name. Throws UsageError if there is none.
  [[nodiscard]] const Command& find(const std::string& word) const;
  // Throws UsageError if the first word is neither a command nor an option of the program.
  void check_first_word(const std::string& word) const;
  // `quiver help`, `quiver help COMMAND`.
  int print_help(int argc, const char* const* argv) const;
  // What to say to somebody who left a required word out.
  [[nodiscard]] std::string left_out(const std::string& sentence) const;
  // The arguments with the words of a file in its place.
  [[nodiscard]] std::vector<std::string> with_file(std::vector<std::string> words) const;

  std::unique_ptr<CLI::App> app_;
  std::vector<std::unique_ptr<Command>> commands_;
  std::string version_;
};

}  // namespace quiver::cli
