#include "client_sdk/wire/bundle.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/proto_common.hpp"
#include "quiver/v1/bundle.pb.h"

namespace quiver::wire {

namespace {

constexpr std::uint32_t kBundleFormat = 1;
constexpr std::size_t kLongestPart = 255;  // as the kernel

base::Error bundle_fault(const std::string& what) { return bad_input("this is not a bundle: " + what); }

void fill(v1::Bundle::Piece& out, Bundle::Piece piece) {
  if (piece.bundled)
    out.set_bundled(std::move(piece.text));
  else
    out.set_text(std::move(piece.text));
}

void fill(v1::Bundle::Word& out, Bundle::Word word) {
  for (Bundle::Piece& piece : word) fill(*out.add_pieces(), std::move(piece));
}

void fill(v1::Bundle::Bot& out, Bundle::Bot bot) {
  out.set_name(bot.name);
  fill(*out.mutable_program(), std::move(bot.program));
  for (Bundle::Word& word : bot.arguments) fill(*out.add_arguments(), std::move(word));
  for (auto& [name, value] : bot.environment) {
    v1::Bundle::Variable& variable = *out.add_environment();
    variable.set_name(name);
    fill(*variable.mutable_value(), std::move(value));
  }
  for (Bundle::Piece& path : bot.visible) fill(*out.add_visible(), std::move(path));
  for (Bundle::Piece& path : bot.linked) fill(*out.add_linked(), std::move(path));
}

// Reads one bundle. The message is taken apart on the way, because its files are large.
class BundleDecoder {
 public:
  explicit BundleDecoder(v1::Bundle& in) : in_(in) {}

  Result<Bundle> run() {
    if (in_.format() != kBundleFormat)
      return bundle_fault("its format is " + std::to_string(in_.format()) + ", and only 1 is known");
    if (static_cast<std::size_t>(in_.files_size()) > kMostBundleFiles)
      return bundle_fault("it has more than " + std::to_string(kMostBundleFiles) + " files");
    for (v1::Bundle::File& file : *in_.mutable_files())
      if (auto done = read_file(file); !done) return done.error();
    if (auto done = read_bot(in_.bot()); !done) return done.error();
    return std::move(out_);
  }

 private:
  Result<void> read_file(v1::Bundle::File& file) {
    const std::string& path = file.path();
    if (!is_bundle_path(path))
      return bundle_fault("the path " + base::quoted(path) + " does not stay inside its folder");
    if (!out_.files.empty() && out_.files.rbegin()->first >= path)
      return bundle_fault(base::quoted(path) + " comes twice or out of order");
    if (file.folder() && (file.executable() || !file.content().empty()))
      return bundle_fault("the folder " + base::quoted(path) + " has a content of its own");
    if (const std::size_t end = path.rfind('/'); end != std::string::npos) {
      const auto folder = out_.files.find(path.substr(0, end));
      if (folder == out_.files.end() || !folder->second.folder)
        return bundle_fault(base::quoted(path) + " lies in no folder");
    }
    out_.files[path] = {file.executable(), file.folder(), std::move(*file.mutable_content())};
    return {};
  }

  Result<void> read_bot(const v1::Bundle::Bot& bot) {
    if (const std::string fault = base::name_fault(bot.name()); !fault.empty()) return bundle_fault(fault);
    out_.bot.name = bot.name();
    if (auto done = read_program(bot.program()); !done) return done;
    if (auto done = read_each(bot.arguments(), out_.bot.arguments); !done) return done;
    if (auto done = read_environment(bot); !done) return done;
    if (auto done = read_each(bot.visible(), out_.bot.visible); !done) return done;
    if (auto done = read_each(bot.linked(), out_.bot.linked); !done) return done;
    const auto is_path = [](const Bundle::Piece& one) { return one.bundled || one.text.starts_with('/'); };
    for (const auto* paths : {&out_.bot.visible, &out_.bot.linked})
      if (!std::all_of(paths->begin(), paths->end(), is_path))
        return bundle_fault("a path of the bot is neither bundled nor absolute");
    return {};
  }

  Result<void> read_program(const v1::Bundle::Piece& program) {
    if (auto done = read_one(program, out_.bot.program); !done) return done;
    const Bundle::Piece& piece = out_.bot.program;
    if (piece.bundled ? !out_.files.at(piece.text).executable : !piece.text.starts_with('/'))
      return bundle_fault("its program " + base::quoted(piece.text) + " is no executable file");
    return {};
  }

  Result<void> read_environment(const v1::Bundle::Bot& bot) {
    if (static_cast<std::size_t>(bot.environment_size()) > kMostBundleWords) return too_many();
    auto& all = out_.bot.environment;
    for (const v1::Bundle::Variable& variable : bot.environment()) {
      const std::string& name = variable.name();
      if (name.empty() || name.find('=') != std::string::npos || name.find('\0') != std::string::npos)
        return bundle_fault(base::quoted(name) + " is no name of a variable");
      if (!all.empty() && all.rbegin()->first >= name)
        return bundle_fault("the variable " + base::quoted(name) + " comes twice or out of order");
      if (auto done = read_one(variable.value(), all[name]); !done) return done;
    }
    return {};
  }

  Result<void> read_one(const v1::Bundle::Piece& in, Bundle::Piece& out) {
    if (in.kind_case() == v1::Bundle::Piece::KIND_NOT_SET) return bundle_fault("a word has an empty piece");
    out.bundled = in.has_bundled();
    out.text = out.bundled ? in.bundled() : in.text();
    if (out.text.find('\0') != std::string::npos) return bundle_fault("a word has a zero byte in it");
    if (out.bundled && !out_.files.contains(out.text))
      return bundle_fault("the bot names " + base::quoted(out.text) + ", which is not in it");
    return {};
  }

  Result<void> read_one(const v1::Bundle::Word& in, Bundle::Word& out) { return read_each(in.pieces(), out); }

  template <class List, class Out>
  Result<void> read_each(const List& in, std::vector<Out>& out) {
    if (static_cast<std::size_t>(in.size()) > kMostBundleWords) return too_many();
    for (const auto& one : in)
      if (auto done = read_one(one, out.emplace_back()); !done) return done;
    return {};
  }

  static base::Error too_many() { return bundle_fault("the bot has too many words"); }

  v1::Bundle& in_;
  Bundle out_;
};

}  // namespace

bool is_bundle_path(std::string_view path) {
  if (path.empty() || path.size() > kLongestBundlePath || path.find('\0') != std::string_view::npos)
    return false;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    if (part.empty() || part == "." || part == ".." || part.size() > kLongestPart) return false;
    at = end + 1;
  }
  return true;
}

std::string encode_bundle(Bundle bundle) {
  v1::Bundle out;
  out.set_format(kBundleFormat);
  fill(*out.mutable_bot(), std::move(bundle.bot));
  for (auto& [path, file] : bundle.files) {
    v1::Bundle::File& entry = *out.add_files();
    entry.set_path(path);
    entry.set_executable(file.executable);
    entry.set_folder(file.folder);
    entry.set_content(std::move(file.content));
  }
  return out.SerializeAsString();
}

Result<Bundle> decode_bundle(std::string_view bytes) {
  if (bytes.size() > kMostBundle)
    return bundle_fault("it is larger than " + std::to_string(kMostBundle >> 20U) + " MB");
  v1::Bundle in;
  if (!parse(in, bytes)) return bundle_fault("its bytes are no message");
  // A field that this version does not know may matter to the bot. And the name stands for the content only
  // if the content has one form.
  in.DiscardUnknownFields();
  if (in.SerializeAsString() != bytes)
    return bundle_fault("it has fields that are not known here, or known ones in another form");
  return BundleDecoder(in).run();
}

}  // namespace quiver::wire
