#include "referee/cli/options/command_line.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "client_sdk/base/suggestion.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

namespace {

std::string whole_number(const std::string& text) {
  return base::parse_number(text) ? "" : "takes a whole number, not " + base::quoted(text);
}

std::function<std::string(const std::string&)> one_of(const std::vector<std::string>& choices) {
  std::string all;
  for (const std::string& c : choices) all += (all.empty() ? "" : c == choices.back() ? " or " : ", ") + c;
  return [choices, all](const std::string& given) {
    const bool known = std::find(choices.begin(), choices.end(), given) != choices.end();
    if (known) return std::string();
    return "takes " + all + ", not " + base::quoted(given) + base::did_you_mean(given, choices);
  };
}

void set_help(CLI::App& app, const std::string& text) {
  // The help texts are written by hand: CLI11's own formatter is not used.
  app.formatter_fn([text](const CLI::App*, const std::string&, CLI::AppFormatMode) { return text; });
}

void print(const std::string& text) {
  Output out;
  out << text;
  out.finish();
}

// The options of a command, with their dashes.
std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option :
       app.get_options([&](const CLI::Option* one) { return one != app.get_help_ptr(); }))
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// What to do about a word that is no option: "; did you mean --size? see quiver match --help". Of the
// option that may be meant the first `left_out` letters are left out.
std::string next_step(const CLI::App* command, const std::string& word, std::size_t left_out = 0) {
  std::string out = "; ";
  if (command != nullptr && word.starts_with("--"))
    if (const auto meant = base::nearest(word.substr(0, word.find('=')), options_of(*command));
        !meant.empty())
      out += "did you mean " + meant.substr(left_out) + "? ";
  return out + "see quiver " + (command == nullptr ? "" : command->get_name() + " ") + "--help";
}

// "--size=6" or "--quiet": an option of the command's that takes a value, or none.
void check_word_of_file(const CLI::App& command, const std::string& file, const std::string& word) {
  const std::size_t equals = word.find('=');
  const CLI::Option* option = command.get_option_no_throw(word.substr(0, equals));
  const std::string key = base::quoted(word.substr(2, equals == std::string::npos ? equals : equals - 2));
  if (option == nullptr || option == command.get_help_ptr())
    throw UsageError(file + ": there is no option " + key + next_step(&command, word, 2));
  const bool takes_value = option->get_items_expected_max() > 0;
  if (takes_value && equals == std::string::npos)
    throw UsageError(file + ": " + key + " takes a value, not true");
  if (!takes_value && equals != std::string::npos)
    throw UsageError(file + ": " + key + " takes true or false");
}

// What nobody knows what to do with: an option if there is one, or else the first word too many.
std::string not_known(const CLI::App& program) {
  const auto rest = program.remaining(true);
  const auto is_option = [](const std::string& word) { return word.starts_with("-"); };
  const auto option = std::find_if(rest.begin(), rest.end(), is_option);
  const std::string& word = option != rest.end() ? *option : rest.front();
  const auto chosen = program.get_subcommands();
  const CLI::App* command = chosen.empty() ? nullptr : chosen.front();
  return (command == nullptr ? "" : command->get_name() + " ") + "does not know what to do with " +
         base::quoted(word) + next_step(command, word);
}

}  // namespace

void Command::required_word(const std::string& name, std::string& value, const std::string& which) {
  app_.add_option(name, value)->required();
  which_[name] = which;
}
void Command::required_number(const std::string& name, std::uint32_t& value) {
  app_.add_option(name, value)->required()->check(whole_number);
}
void Command::word(const std::string& name, std::string& value) { app_.add_option(name, value); }
void Command::word(const std::string& name, std::optional<std::string>& value) {
  app_.add_option(name, value);
}
void Command::words(const std::string& name, std::vector<std::string>& values) {
  // Without this CLI11 would take all words up to the next option.
  app_.add_option(name, values)->allow_extra_args(false);
}
void Command::lists(const std::string& name, std::vector<std::string>& values) {
  app_.add_option(name, values);
}
void Command::number(const std::string& name, std::optional<std::uint32_t>& value) {
  app_.add_option(name, value)->check(whole_number);
}
void Command::choice(const std::string& name, std::string& value, const std::vector<std::string>& choices) {
  app_.add_option(name, value)->check(one_of(choices));
}
void Command::required_choice(const std::string& name, std::string& value,
                              const std::vector<std::string>& choices) {
  app_.add_option(name, value)->required()->check(one_of(choices));
}
void Command::on_or_off(const std::string& name, std::optional<bool>& value) {
  app_.add_option_function<std::string>(name, [&value](const std::string& word) { value = word == "on"; })
      ->check(one_of({"on", "off"}));
}
void Command::flag(const std::string& name, bool& value) { app_.add_flag(name, value); }
bool Command::any_given() const {
  const auto options = app_.get_options();
  return std::any_of(options.begin(), options.end(), [](const CLI::Option* one) { return one->count() > 0; });
}
void Command::help(const std::string& text) { set_help(app_, text); }
void Command::file_of_words(const std::string& ending,
                            std::function<std::vector<std::string>(const std::string&)> read) {
  ending_ = ending;
  read_ = std::move(read);
}
void Command::run(std::function<int()> action) { action_ = std::move(action); }

CommandLine::CommandLine(std::string help, std::string version)
    : app_(std::make_unique<CLI::App>()), version_(std::move(version)) {
  set_help(*app_, help);
  app_->set_version_flag("--version", version_);
}

CommandLine::~CommandLine() = default;

Command& CommandLine::add(const std::string& name) {
  return *commands_.emplace_back(std::make_unique<Command>(*app_->add_subcommand(name)));
}

std::string CommandLine::names() const {
  std::string all;
  for (const auto& command : commands_)
    all += (all.empty() ? "" : command == commands_.back() ? " and " : ", ") + command->app_.get_name();
  return all;
}

const Command& CommandLine::find(const std::string& word) const {
  std::vector<std::string> known{"help"};
  for (const auto& command : commands_) {
    if (command->app_.get_name() == word) return *command;
    known.push_back(command->app_.get_name());
  }
  const std::string meant = base::did_you_mean(word, known);
  throw UsageError("there is no command " + base::quoted(word) +
                   (meant.empty() ? "; the commands are " + names() : meant + " quiver help lists them all"));
}

void CommandLine::check_first_word(const std::string& word) const {
  // Checked before CLI11 parses, whose own sentences do not suggest a command.
  if (word == "-h" || word == "--help" || word == "--version") return;
  if (word.starts_with("-"))
    throw UsageError("does not know what to do with " + base::quoted(word) + next_step(nullptr, word));
  static_cast<void>(find(word));
}

int CommandLine::print_help(int argc, const char* const* argv) const {
  if (argc > 3) throw UsageError("help takes one command: quiver help " + find(argv[2]).app_.get_name());
  print(argc == 2 ? app_->help() : find(argv[2]).app_.help());
  return 0;
}

bool Command::is_file(const std::string& before, const std::string& word) const {
  if (!read_ || !word.ends_with(ending_) || word.starts_with("-")) return false;
  // The value of an option is not the file, even if it ends like one.
  const CLI::Option* option = before.starts_with("--") ? app_.get_option_no_throw(before) : nullptr;
  return option == nullptr || option->get_items_expected_max() == 0;
}

std::vector<std::string> CommandLine::with_file(std::vector<std::string> words) const {
  const auto command = std::find_if(commands_.begin(), commands_.end(), [&](const auto& one) {
    return words.size() > 2 && one->app_.get_name() == words[1];
  });
  if (command == commands_.end()) return words;
  std::size_t at = 2;
  while (at < words.size() && !(*command)->is_file(words[at - 1], words[at])) ++at;
  if (at == words.size()) return words;
  // To the front, so that what follows on the command line overrides what the file says.
  std::rotate(words.begin() + 2, words.begin() + static_cast<std::ptrdiff_t>(at),
              words.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  const auto is_given = [&](const std::string& option) {
    return std::any_of(words.begin() + 3, words.end(), [&](const std::string& word) {
      return word == option || word.starts_with(option + "=");
    });
  };
  std::vector<std::string> all{words[0], words[1]};
  for (const std::string& word : (*command)->read_(words[2])) {
    const std::string option = word.substr(0, word.find('='));
    if (!word.starts_with("--")) {
      all.push_back(word);
      continue;
    }
    check_word_of_file((*command)->app_, words[2], word);
    if (is_given(option)) continue;
    // Only as a word of its own can a value be empty.
    all.push_back(word == option + "=" ? option : word);
    if (word == option + "=") all.emplace_back();
  }
  all.insert(all.end(), words.begin() + 3, words.end());
  return all;
}

std::string CommandLine::left_out(const std::string& sentence) const {
  const auto chosen = app_->get_subcommands();
  if (chosen.empty()) return sentence;
  const auto& known = find(chosen.front()->get_name()).which_;
  const auto which = known.find(sentence.substr(0, sentence.find(' ')));
  return sentence + (which == known.end() || which->second.empty() ? "" : ": " + which->second) +
         next_step(chosen.front(), "");
}

int CommandLine::run(int argc, const char* const* argv) {
  if (argc < 2) throw UsageError("which command? There are " + names() + "; see quiver --help");
  if (argv[1] == std::string("help")) return print_help(argc, argv);
  check_first_word(argv[1]);
  try {
    // These live until parse() has copied them.
    const std::vector<std::string> words = with_file({argv, argv + argc});
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    app_->parse(static_cast<int>(pointers.size()), pointers.data());
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app_->get_subcommands();
    print(chosen.empty() ? app_->help() : chosen.front()->help());
    return 0;
  } catch (const CLI::CallForVersion&) {
    print("quiver " + version_ + "\n");
    return 0;
  } catch (const CLI::ExtrasError&) {
    throw UsageError(not_known(*app_));
  } catch (const CLI::RequiredError& error) {
    throw UsageError(left_out(error.what()));
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  for (const auto& command : commands_)
    if (command->app_.parsed()) return command->action_();
  return 0;
}

}  // namespace quiver::cli
