#include "referee/launch/bot_spec.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/launch/bot_program.hpp"
#include "referee/launch/bundled_arguments.hpp"
#include "referee/launch/files/launch_files.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;
namespace fs = std::filesystem;

namespace {

// A bot runs in a folder of its own: what names a file here has to name it there.
void add_argument(BotSpec& spec, const std::string& argument) {
  std::error_code error;
  if (argument.empty() || !fs::exists(argument, error)) return spec.arguments.push_back(argument);
  fs::path path = fs::absolute(argument).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  spec.arguments.push_back(path.string());
  auto origin = settle(path.string());
  if (!origin) return;
  // A link that came with a bot may lead to anything of its host's: where it leads has to be said.
  const fs::path folder = fs::canonical(path.parent_path(), error);
  const std::string inside = folder == "/" ? "/" : folder.string() + "/";
  if (!error && origin->resolved.starts_with(inside)) spec.visible.push_back(path.string());
  spec.origins.push_back(std::move(*origin));
}

Result<void> set_duration(std::optional<base::Duration>& to, std::string_view text) {
  auto value = base::parse_duration(text);
  if (!value) return value.error();
  if (value->count() == 0) return bad_input(base::quoted(text) + " must be more than 0");
  to = *value;
  return {};
}

Result<void> set_bytes(std::optional<std::uint64_t>& to, std::string_view text) {
  auto bytes = parse_bytes(text);
  if (!bytes) return bytes.error();
  to = *bytes;
  return {};
}

Result<void> set_number(std::optional<std::uint32_t>& to, std::string_view text) {
  auto number = base::parse_number(text);
  if (!number || *number == 0) return bad_input(base::quoted(text) + " is not a number from 1");
  to = *number;
  return {};
}

constexpr std::uint32_t kMostThreads = 1024;

// True if the key was a limit's. "none" lifts it.
Result<bool> take_limit(ResourceLimits& limits, std::string_view key, std::string_view value) {
  const bool none = value == "none";
  Result<void> done;
  const auto set = [&](auto& limit, const auto& read) {
    if (none)
      limit.reset();
    else
      done = read(limit, value);
  };
  if (key == "memory") {
    set(limits.memory_bytes, set_bytes);
  } else if (key == "cpu") {
    set(limits.cpu, set_duration);
  } else if (key == "processes") {
    set(limits.processes, set_number);
  } else if (key == "files") {
    set(limits.files, set_number);
  } else if (key == "scratch") {
    set(limits.scratch_bytes, set_bytes);
  } else if (key == "log") {
    auto bytes = none ? Result<std::uint64_t>(0) : parse_bytes(value);
    if (!bytes) return bytes.error();
    limits.log_bytes = *bytes;
  } else {
    return false;
  }
  if (!done) return done.error();
  return true;
}

// So that a bot finds what see= names as it does where its author wrote it, by its name alone. If that is the
// folder of the bot itself, what lies beside the bot is found so too.
void add_links(BotSpec& spec, const fs::path& shown) {
  const fs::path path = shown.has_filename() ? shown : shown.parent_path();
  spec.linked.push_back(path.string());
  const auto is_there = [&](const std::string& own) { return fs::path(own).parent_path() == path; };
  // The bot's own arguments come later: these are the program and what it is to run.
  if (!is_there(spec.program) && std::none_of(spec.arguments.begin(), spec.arguments.end(), is_there)) return;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error)) spec.linked.push_back(entry.path().string());
}

Result<void> add_visible(BotSpec& spec, std::string_view path) {
  std::error_code error;
  if (!fs::exists(path, error)) return bad_input("see=" + std::string(path) + ": there is no such file");
  const std::string whole = fs::absolute(path).lexically_normal().string();
  for (const char* own : {"/", "/tmp", "/tmp/", "/dev", "/dev/", "/proc", "/proc/"})
    if (whole == own) return bad_input("see=" + std::string(path) + ": an isolated bot has one of its own");
  spec.visible.push_back(whole);
  add_links(spec, whole);
  return {};
}

// True if the word was one of our settings.
Result<bool> take_setting(BotSpec& spec, std::string_view word) {
  if (word.starts_with("env:")) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 4)
      return bad_input(base::quoted(word) + " is not env:NAME=VALUE");
    const std::string name(word.substr(4, equals - 4));
    const std::string value(word.substr(equals + 1));
    // A Python bot's own modules come after the SDK's package, which it cannot do without.
    const auto [entry, first] = spec.environment.try_emplace(name, value);
    if (!first) entry->second = name == "PYTHONPATH" ? entry->second + ":" + value : value;
    return true;
  }
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view key = word.substr(0, equals);
  const std::string_view value = word.substr(equals + 1);
  Result<void> done;
  if (key == "name") {
    if (const std::string fault = base::name_fault(value); !fault.empty()) return bad_input(fault);
    spec.name = value;
  } else if (key == "move-time") {
    done = set_duration(spec.time.per_move, value);
  } else if (key == "clock") {
    done = parse_clock(value, spec.time);
  } else if (key == "see") {
    done = add_visible(spec, value);
  } else if (key == "threads") {
    std::optional<std::uint32_t> threads;
    done = set_number(threads, value);
    if (threads && *threads > kMostThreads)
      done = bad_input("threads=" + std::string(value) + ": at most " + std::to_string(kMostThreads));
    else if (threads)
      spec.threads = *threads;
  } else {
    return take_limit(spec.limits, key, value);
  }
  if (!done) return done.error();
  return true;
}

// Of the program's own: whether it takes arguments, and whether one of them has the better name.
struct Manner {
  bool takes_arguments = true;
  bool name_from_script = false;
};
Result<Manner> find_program(BotSpec& spec, const std::string& word, std::string_view game) {
  if (word.starts_with("remote:")) {
    spec.remote = true;
    spec.name = word.substr(7);
    if (const std::string fault = base::name_fault(spec.name); !fault.empty())
      return bad_input(base::quoted(word) + " is not remote:NAME; " + fault);
    return Manner{false, false};
  }
  auto found = find_bot_program(word, game);
  if (!found) return found.error();
  spec.name = found->name;
  spec.program = found->program;
  spec.arguments = found->arguments;
  spec.visible = found->visible;
  spec.environment = found->environment;
  return Manner{found->takes_arguments, found->name_from_script};
}

// An interpreter's script is the first of its arguments that is a file, behind all its options.
void take_name_from_script(BotSpec& spec) {
  std::error_code error;
  const auto script = std::find_if(spec.arguments.begin(), spec.arguments.end(), [&](const std::string& one) {
    return one.starts_with('/') && fs::is_regular_file(one, error);
  });
  if (script != spec.arguments.end()) spec.name = name_of_file(*script);
}

}  // namespace

Result<std::uint64_t> parse_bytes(std::string_view text) {
  const base::Error wrong = bad_input(base::quoted(text) + " is not an amount of memory; write 512M or 2G");
  if (text.empty()) return wrong;
  const char unit = text.back();
  // Powers of two: K is 1024 bytes.
  const unsigned shift = unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : 0;
  auto number = base::parse_number(shift == 0 ? text : text.substr(0, text.size() - 1));
  if (!number || *number == 0) return wrong;
  // A number has 32 bits and the shift is at most 30, so nothing overflows.
  return std::uint64_t{*number} << shift;
}

ResourceLimits default_limits() {
  ResourceLimits limits;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  limits.memory_bytes = std::uint64_t{1} << 30U;  // a sanitizer's shadow is larger than any limit
#endif
  limits.processes = 256;
  limits.files = 1024;
  limits.scratch_bytes = std::uint64_t{64} << 20U;
  return limits;
}

bool is_setting(std::string_view word) {
  BotSpec unused;
  const auto taken = take_setting(unused, word);
  return !taken || *taken;
}

Result<void> parse_clock(std::string_view text, wire::TimeControl& time) {
  const std::size_t plus = text.find('+');
  auto bank = base::parse_duration(text.substr(0, plus));
  if (!bank) return bank.error();
  if (bank->count() == 0) return bad_input(base::quoted(text) + " must be more than 0");
  time.bank = *bank;
  time.increment = base::Duration{0};
  if (plus == std::string_view::npos) return {};
  auto increment = base::parse_duration(text.substr(plus + 1));
  if (!increment) return increment.error();
  time.increment = *increment;
  return {};
}

Result<BotSpec> parse_bot_spec(std::string_view text, std::string_view game, const wire::TimeControl& time) {
  auto words = base::split_words(text);
  if (!words) return words.error();
  if (words->empty()) return bad_input("a bot has to be named");
  BotSpec spec;
  spec.time = time;
  spec.limits = default_limits();
  const auto manner = find_program(spec, words->front(), game);
  if (!manner) return manner.error();
  const std::string given_name = spec.name;
  std::size_t at = 1;
  for (; at < words->size(); ++at) {
    auto taken = take_setting(spec, (*words)[at]);
    // The first word that is no setting ends them: all further words belong to the bot, even if they look
    // like one.
    if (!taken) return taken.error();
    if (!*taken) break;
  }
  if (at < words->size() && !manner->takes_arguments)
    return bad_input(std::string(spec.remote ? "a remote bot" : "a player in a shared library") +
                     " takes no arguments from here");
  const std::vector<std::string> own(words->begin() + static_cast<std::ptrdiff_t>(at), words->end());
  if (auto known = check_bundled_arguments(spec.program, own); !known) return known.error();
  for (const std::string& word : own) add_argument(spec, word);
  if (spec.threads == 1) spec.threads = bundled_threads(spec.program, own);
  if (manner->name_from_script && spec.name == given_name) take_name_from_script(spec);
  if (spec.remote) {
    spec.time.by_cpu = false;  // nobody here can measure it
    return spec;
  }
  if (auto settled = settle_origins(spec); !settled) return settled.error();
  return spec;
}

Result<BotSpec> parse_network_spec(std::string_view text, const std::map<std::string, std::string>& offers,
                                   std::string_view game, const wire::TimeControl& time) {
  auto words = base::split_words(text);
  if (!words) return words.error();
  if (words->empty()) return bad_input("a bot has to be named");
  const auto offered = offers.find(words->front());
  if (offered == offers.end() && !words->front().starts_with("remote:")) {
    std::string names;
    for (const auto& [name, command] : offers) names += ", " + name;
    return bad_input(base::quoted(words->front()) + " is not offered here; say remote:NAME" + names);
  }
  auto spec = parse_bot_spec(offered == offers.end() ? words->front() : offered->second, game, time);
  if (!spec) return spec;
  // The offered name wins: the network never sees what it stands for.
  if (offered != offers.end()) spec->name = offered->first;
  for (std::size_t at = 1; at < words->size(); ++at) {
    const std::string& word = (*words)[at];
    if (!word.starts_with("move-time=") && !word.starts_with("clock="))
      return bad_input(base::quoted(word) + ": only move-time= and clock= may be set over the network");
    if (auto taken = take_setting(*spec, word); !taken) return taken.error();
  }
  return spec;
}

void prepare_for_debugger(BotSpec& bot) {
  bot.debugged = true;
  bot.limits = {};
  bot.time = {};
  bot.time.cap = std::chrono::hours(24);  // nobody enforces it, but a bot wants to be told something
}

void make_names_differ(std::vector<BotSpec>& bots) {
  std::set<std::string> taken;
  const auto differ = [&](BotSpec& bot) {
    // A name has at most 32 characters: room is made for the suffix.
    std::string name = bot.name;
    for (unsigned k = 2; !taken.insert(name).second; ++k)
      name = bot.name.substr(0, 28) + "-" + std::to_string(k);
    bot.name = name;
  };
  for (BotSpec& bot : bots)
    if (bot.remote && bot.person.empty()) taken.insert(bot.name);
  for (BotSpec& bot : bots)
    if (!bot.remote) differ(bot);
  for (BotSpec& bot : bots)
    if (!bot.person.empty()) differ(bot);
}

}  // namespace quiver::launch
