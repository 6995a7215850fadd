// A bot with its files as one string of bytes, to be sent to another machine (docs/operate/cluster.md).
//
// encode_bundle() gives the same bytes for the same values: files and variables are sorted. decode_bundle()
// is strict. A bundle that it returns has relative paths without "..", each once and each with its folder,
// and names no bundled file that it does not have. Whether the paths that are text belong to the system is
// for whoever unpacks it. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::wire {

// Of the encoded bytes.
inline constexpr std::size_t kMostBundle = std::size_t{64} << 20U;
// Files and folders.
inline constexpr std::size_t kMostBundleFiles = 20'000;
// Arguments, variables, visible and linked paths: of each as many.
inline constexpr std::size_t kMostBundleWords = 100'000;
// A path in a bundle, in bytes: room for the folder it is unpacked in is left.
inline constexpr std::size_t kLongestBundlePath = 2048;

struct Bundle {
  struct File {
    bool executable = false;
    bool folder = false;  // then without content
    std::string content;
    friend bool operator==(const File&, const File&) = default;
  };
  // Text as it is, or the path of a bundled file.
  struct Piece {
    std::string text;
    bool bundled = false;
    friend bool operator==(const Piece&, const Piece&) = default;
  };
  using Word = std::vector<Piece>;  // one after the other, without anything in between
  struct Bot {
    std::string name;
    Piece program;
    std::vector<Word> arguments;
    std::map<std::string, Word> environment;
    std::vector<Piece> visible;
    std::vector<Piece> linked;
    friend bool operator==(const Bot&, const Bot&) = default;
  };

  Bot bot;
  std::map<std::string, File> files;  // by relative path; folders are entries of their own
  friend bool operator==(const Bundle&, const Bundle&) = default;
};

// By value, because the files' bytes are moved and not copied.
std::string encode_bundle(Bundle bundle);
base::Result<Bundle> decode_bundle(std::string_view bytes);

// Relative, not too long, and without parts that are empty, "." or "..".
bool is_bundle_path(std::string_view path);

}  // namespace quiver::wire
