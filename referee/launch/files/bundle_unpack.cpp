#include <filesystem>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "referee/launch/files/bundle.hpp"
#include "referee/launch/files/bundle_cache.hpp"
#include "referee/launch/files/bundle_layout.hpp"
#include "referee/launch/files/launch_files.hpp"
#include "referee/launch/files/system_folders.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;
using wire::Bundle;

namespace {

// A bundle must not show a bot what is this machine's alone, and names what is missing.
Result<void> check_system_path(const Bundle::Bot& bot, const Bundle::Piece& path) {
  if (path.bundled) return {};
  if (path.text != normal_path(path.text) || !is_part_of_the_system(path.text))
    return bad_input("the bundle of " + base::quoted(bot.name) + " names " + base::quoted(path.text) +
                     ", which is neither in it nor part of the system");
  std::error_code error;
  if (std::filesystem::exists(path.text, error)) return {};
  return bad_input(base::quoted(bot.name) + " needs " + base::quoted(path.text) +
                   ", which is not on this machine; install it");
}

Result<void> check_system_paths(const Bundle::Bot& bot) {
  if (auto done = check_system_path(bot, bot.program); !done) return done;
  for (const auto* paths : {&bot.visible, &bot.linked})
    for (const Bundle::Piece& path : *paths)
      if (auto done = check_system_path(bot, path); !done) return done;
  return {};
}

BotSpec bot_in(const std::string& folder, const Bundle::Bot& bot) {
  const auto piece = [&](const Bundle::Piece& one) {
    return one.bundled ? folder + "/" + one.text : one.text;
  };
  const auto word = [&](const Bundle::Word& pieces) {
    std::string text;
    for (const Bundle::Piece& one : pieces) text += piece(one);
    return text;
  };
  BotSpec spec;
  spec.name = bot.name;
  spec.program = piece(bot.program);
  for (const Bundle::Word& one : bot.arguments) spec.arguments.push_back(word(one));
  for (const auto& [name, value] : bot.environment) spec.environment[name] = word(value);
  for (const Bundle::Piece& one : bot.visible) spec.visible.push_back(piece(one));
  for (const Bundle::Piece& one : bot.linked) spec.linked.push_back(piece(one));
  spec.limits = default_limits();
  return spec;
}

}  // namespace

Result<BotSpec> unpack_bundle(const std::string& bytes, const std::string& name,
                              const std::string& cache_folder) {
  if (wire::sha256_hex(bytes) != name)
    return bad_input("the bundle is not the one that is called " + base::quoted(name) +
                     ": its SHA-256 is another; send it again");
  const auto bundle = wire::decode_bundle(bytes);
  if (!bundle) return bundle.error();
  if (auto done = check_system_paths(bundle->bot); !done) return done.error();
  const std::string folder = normal_path(std::filesystem::absolute(cache_folder).string()) + "/" + name;
  auto held = put_in_cache(*bundle, folder);
  if (!held) return held.error();
  BotSpec spec = bot_in(folder, bundle->bot);
  spec.files_kept = std::move(*held);
  if (auto done = settle_origins(spec); !done) return done.error();
  if (access(spec.program.c_str(), X_OK) != 0)
    return bad_input(base::quoted(spec.program) + ", the program of " + base::quoted(spec.name) +
                     ", cannot be executed on this machine");
  return spec;
}

}  // namespace quiver::launch
