#include <algorithm>
#include <filesystem>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "referee/launch/bot_program.hpp"
#include "referee/launch/files/bundle.hpp"
#include "referee/launch/files/bundle_layout.hpp"
#include "referee/launch/files/bundle_reader.hpp"
#include "referee/launch/files/launch_files.hpp"
#include "referee/launch/files/system_folders.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;
using wire::Bundle;

namespace {

// Every machine has one of its own. But not what belongs to Quiver, wherever it is installed: the other
// machine may have another version, and that would be another bot.
bool stays_here(const std::string& path) {
  return (is_part_of_the_system(path) && !is_part_of_quiver(path)) || path == "/tmp";
}

Result<void> check_packable(const BotSpec& bot) {
  const std::string name = base::quoted(bot.name);
  if (!bot.person.empty()) return bad_input(name + " is a person and cannot be packed");
  if (bot.remote)
    return bad_input(name + " is a remote bot: its files are not here, so they cannot be packed");
  if (bot.debugged)
    return bad_input(name + " stands in a debugger and cannot be packed; it has to run on this machine");
  return {};
}

// A bot that was not read from a command line may name files in its arguments alone. The rule is that of
// bot_spec.cpp: a link out of its folder is not followed without see=.
Result<void> show_arguments(BotSpec& bot) {
  for (const std::string& word : bot.arguments) {
    const FileOrigin* origin = find_origin(bot.origins, word);
    if (origin == nullptr || stays_here(normal_path(word))) continue;
    const auto shows = [&](const std::string& path) {
      return is_below(normal_path(word), normal_path(path));
    };
    if (std::any_of(bot.visible.begin(), bot.visible.end(), shows)) continue;
    const auto folder = settle(std::filesystem::path(normal_path(word)).parent_path().string());
    if (!folder || (folder->resolved != "/" && !is_below(origin->resolved, folder->resolved)))
      return bad_input(
          base::quoted(word) +
          " is a link that leads out of its folder, so it cannot be packed; name the file itself, "
          "or allow it with see=");
    bot.visible.push_back(word);
  }
  return {};
}

class BundlePacker {
 public:
  explicit BundlePacker(const BotSpec& bot) : bot_(bot), layout_(named(bot)), reader_(resolved(bot)) {}

  Result<Bundle> run() {
    for (const std::string& path : paths(bot_))
      if (auto done = reader_.add(*find_origin(bot_.origins, path), *layout_.place_of(normal_path(path)));
          !done)
        return done.error();
    Bundle bundle;
    bundle.bot.name = bot_.name;
    bundle.bot.program = piece(bot_.program);
    for (const std::string& argument : bot_.arguments) bundle.bot.arguments.push_back(word(argument));
    for (const auto& [name, value] : bot_.environment) bundle.bot.environment[name] = word(value);
    add_paths(bot_.visible, bundle.bot.visible);
    add_paths(bot_.linked, bundle.bot.linked);
    bundle.files = reader_.take();
    return bundle;
  }

 private:
  // What is packed, as the bot names it.
  static std::vector<std::string> paths(const BotSpec& bot) {
    std::vector<std::string> all = {bot.program};
    all.insert(all.end(), bot.visible.begin(), bot.visible.end());
    std::erase_if(all, [](const std::string& path) { return stays_here(normal_path(path)); });
    return all;
  }
  static std::vector<std::string> named(const BotSpec& bot) {
    std::vector<std::string> all = paths(bot);
    for (std::string& path : all) path = normal_path(path);
    return all;
  }
  static std::vector<std::string> resolved(const BotSpec& bot) {
    std::vector<std::string> all = paths(bot);
    for (std::string& path : all) path = find_origin(bot.origins, path)->resolved;
    return all;
  }

  [[nodiscard]] Bundle::Piece piece(const std::string& text) const {
    if (!text.starts_with('/')) return {text, false};
    const auto place = layout_.place_of(normal_path(text));
    return place && reader_.files().contains(*place) ? Bundle::Piece{*place, true}
                                                     : Bundle::Piece{text, false};
  }

  // A path may be all of the word, follow an '=', or stand in a list with ':'.
  [[nodiscard]] Bundle::Word word(const std::string& text) const {
    if (Bundle::Piece whole = piece(text); whole.bundled) return {whole};
    Bundle::Word pieces;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find_first_of("=:", at), text.size());
      add_piece(pieces, piece(text.substr(at, end - at)));
      if (end < text.size()) add_piece(pieces, {text.substr(end, 1), false});
      at = end + 1;
    }
    return pieces;
  }
  // Text after text is one piece, and no piece is empty.
  static void add_piece(Bundle::Word& pieces, Bundle::Piece next) {
    if (next.text.empty()) return;
    if (next.bundled || pieces.empty() || pieces.back().bundled)
      pieces.push_back(std::move(next));
    else
      pieces.back().text += next.text;
  }

  // What every machine has of its own, and what is left out of folders, is not named.
  void add_paths(const std::vector<std::string>& from, std::vector<Bundle::Piece>& to) const {
    for (const std::string& path : from) {
      Bundle::Piece one = piece(path);
      if (one.bundled || is_part_of_the_system(normal_path(path))) to.push_back(std::move(one));
    }
  }

  const BotSpec& bot_;
  BundleLayout layout_;
  BundleReader reader_;
};

}  // namespace

Result<Packed> pack_bundle(const BotSpec& bot) {
  if (auto done = check_packable(bot); !done) return done.error();
  BotSpec settled = bot;
  if (auto done = settle_origins(settled); !done) return done.error();
  if (auto done = show_arguments(settled); !done) return done.error();
  auto bundle = BundlePacker(settled).run();
  if (!bundle) return bundle.error();
  Packed packed;
  packed.bytes = wire::encode_bundle(std::move(*bundle));
  if (packed.bytes.size() > kMostBundle)
    return bad_input(base::quoted(bot.name) + " with its files and words is larger than " +
                     std::to_string(kMostBundle >> 20U) + " MB; name only what the bot needs");
  packed.name = wire::sha256_hex(packed.bytes);
  return packed;
}

}  // namespace quiver::launch
