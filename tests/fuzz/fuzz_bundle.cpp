// Any bytes as a bundle: what is one keeps its promises and is written with the very same bytes.
#include "client_sdk/wire/bundle.hpp"
#include "client_sdk/wire/codec.hpp"
#include "tests/fuzz/play.hpp"

namespace quiver::tests {

namespace {

void require_is_there(const wire::Bundle& bundle, const wire::Bundle::Piece& piece) {
  require(!piece.bundled || bundle.files.contains(piece.text));
  require(piece.text.find('\0') == std::string::npos);
}

void require_stays_inside(const std::string& path) {
  require(!path.empty() && !path.starts_with('/'));
  require(("/" + path + "/").find("/../") == std::string::npos);
}

void run(std::string_view bytes) {
  const auto bundle = wire::decode_bundle(bytes);
  require(bundle || !bundle.error().sentence.empty());
  if (!bundle) return;
  for (const auto& [path, file] : bundle->files) require_stays_inside(path);
  require_is_there(*bundle, bundle->bot.program);
  for (const auto* paths : {&bundle->bot.visible, &bundle->bot.linked})
    for (const auto& path : *paths) require_is_there(*bundle, path);
  for (const auto& word : bundle->bot.arguments)
    for (const auto& piece : word) require_is_there(*bundle, piece);
  require(wire::encode_bundle(*bundle) == bytes);
}

}  // namespace

}  // namespace quiver::tests

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool quiet = (quiver::wire::silence_protobuf(), true);
  (void)quiet;
  quiver::tests::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
