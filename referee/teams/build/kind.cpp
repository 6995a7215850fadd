#include "referee/teams/build/kind.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <utility>

#include "client_sdk/base/text.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::array<std::pair<Kind, std::string_view>, 6> kNames = {{{Kind::kPython, "python"},
                                                                      {Kind::kSo, "so"},
                                                                      {Kind::kText, "text"},
                                                                      {Kind::kBotzone, "botzone"},
                                                                      {Kind::kCpp, "cpp"},
                                                                      {Kind::kBinary, "binary"}}};

// e_ident, e_type and e_machine, which all classes of ELF have at the same places.
struct ElfHead {
  std::array<unsigned char, EI_NIDENT> ident{};
  std::uint16_t type = ET_NONE;
  std::uint16_t machine = EM_NONE;
};

std::optional<ElfHead> elf_head(const std::string& path) {
  ElfHead head;
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(&head), sizeof head);
  if (!file || std::memcmp(head.ident.data(), ELFMAG, SELFMAG) != 0) return std::nullopt;
  return head;
}

bool has_suffix(const std::string& name, std::initializer_list<std::string_view> suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(), [&](std::string_view suffix) {
    return name.size() > suffix.size() && name.ends_with(suffix);
  });
}

bool is_cpp(const std::string& name) { return has_suffix(name, {".cpp", ".cc", ".cxx"}); }

// Looks through the files of the outermost folder.
class KindFinder {
 public:
  explicit KindFinder(const Submission& submission) : submission_(submission) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(submission.folder, error))
      if (entry.is_regular_file(error)) files_.push_back(entry.path().filename().string());
    std::sort(files_.begin(), files_.end());
  }

  // Nothing if it is not of this kind.
  [[nodiscard]] std::optional<FoundKind> find(Kind kind) const {
    switch (kind) {
      case Kind::kCpp:
        return either(cmake(), sources());
      case Kind::kPython:
        return python();
      case Kind::kSo:
        return either(make(), library());
      case Kind::kBinary:
        return as_is(kind, [this](const std::string& name) { return is_program(name); });
      case Kind::kText:
      case Kind::kBotzone:
        return as_is(kind, [this](const std::string& name) { return is_runnable(name); });
    }
    return std::nullopt;
  }

  // All that it may be, the most probable first. A plain program may speak either plain protocol: these two
  // kinds have to be asked for.
  [[nodiscard]] std::vector<FoundKind> guesses() const {
    std::vector<FoundKind> all;
    const auto add = [&all](std::optional<FoundKind> one) {
      if (one) all.push_back(*std::move(one));
    };
    add(cmake());
    if (has("main.py") || submission_.first.ends_with(".py")) add(python());
    if (!is_cpp(submission_.first)) add(make());
    add(sources());
    add(python());
    add(library());
    add(find(Kind::kBinary));
    return all;
  }

 private:
  [[nodiscard]] bool has(const std::string& name) const {
    return std::find(files_.begin(), files_.end(), name) != files_.end();
  }
  [[nodiscard]] std::string path_of(const std::string& name) const { return submission_.folder + "/" + name; }

  [[nodiscard]] bool is_program(const std::string& name) const {
    const auto head = elf_head(path_of(name));
    return head && (head->type == ET_EXEC || head->type == ET_DYN) && !has_suffix(name, {".so"});
  }

  // A script needs a line that says what runs it; one in Python does not.
  [[nodiscard]] bool is_runnable(const std::string& name) const {
    if (is_program(name) || has_suffix(name, {".py"})) return true;
    std::array<char, 2> first{};
    std::ifstream(path_of(name), std::ios::binary).read(first.data(), first.size());
    return first[0] == '#' && first[1] == '!';
  }

  static std::optional<FoundKind> either(std::optional<FoundKind> one, std::optional<FoundKind> other) {
    return one ? std::move(one) : std::move(other);
  }
  [[nodiscard]] std::optional<FoundKind> cmake() const {
    if (!has("CMakeLists.txt")) return std::nullopt;
    return FoundKind{Kind::kCpp, Recipe::kCMake, ""};
  }
  [[nodiscard]] std::optional<FoundKind> sources() const {
    if (std::none_of(files_.begin(), files_.end(), is_cpp)) return std::nullopt;
    return FoundKind{Kind::kCpp, Recipe::kSources, ""};
  }
  [[nodiscard]] std::optional<FoundKind> make() const {
    if (!has("GNUmakefile") && !has("makefile") && !has("Makefile")) return std::nullopt;
    return FoundKind{Kind::kSo, Recipe::kMake, ""};
  }
  [[nodiscard]] std::optional<FoundKind> python() const {
    return as_is(Kind::kPython, [](const std::string& name) { return has_suffix(name, {".py"}); });
  }
  [[nodiscard]] std::optional<FoundKind> library() const {
    return as_is(Kind::kSo, [](const std::string& name) { return has_suffix(name, {".so"}); });
  }

  // The one of those that fit which was named first, is called main or like the submission, or is the only
  // one.
  template <class Fits>
  [[nodiscard]] std::optional<FoundKind> as_is(Kind kind, const Fits& fits) const {
    std::vector<std::string> fitting;
    for (const std::string& name : files_)
      if (fits(name)) fitting.push_back(name);
    const auto found = [&](const auto& is_it) { return std::find_if(fitting.begin(), fitting.end(), is_it); };
    auto main = found([&](const std::string& name) { return name == submission_.first; });
    if (main == fitting.end()) main = found([](const std::string& name) { return stem(name) == "main"; });
    for (const std::string& own : submission_.names)
      if (main == fitting.end()) main = found([&](const std::string& name) { return stem(name) == own; });
    if (main == fitting.end() && fitting.size() == 1) main = fitting.begin();
    if (main == fitting.end()) return std::nullopt;
    return FoundKind{kind, Recipe::kAsIs, *main};
  }

  static std::string stem(const std::string& name) { return fs::path(name).stem().string(); }

  const Submission& submission_;
  std::vector<std::string> files_;
};

bool is_among(const std::vector<Kind>& kinds, Kind kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// What has to be there to be of this kind, for somebody who said that it is.
std::string needs_of(Kind kind) {
  switch (kind) {
    case Kind::kPython:
      return "a bot in Python is a .py file, or a folder with main.py or with one .py file";
    case Kind::kSo:
      return "a course's player is a .so file, or a folder whose Makefile makes one";
    case Kind::kText:
    case Kind::kBotzone:
      return "a " + kind_name(kind) +
             " bot is a program or a script that begins with #!; of several, call it main";
    case Kind::kCpp:
      return "a bot in C++ is a .cpp file, or a folder with a CMakeLists.txt";
    case Kind::kBinary:
      break;
  }
  return "a binary bot is an executable file for Linux; of several, call it main";
}

Result<FoundKind> find_asked(const KindFinder& finder, const std::vector<Kind>& accepted, Kind asked) {
  if (!is_among(accepted, asked))
    return bad_input("bots of the kind " + kind_name(asked) + " are not accepted here, only " +
                     list_of(accepted));
  if (auto found = finder.find(asked)) return *std::move(found);
  return bad_input(needs_of(asked));
}

}  // namespace

std::string kind_name(Kind kind) {
  const auto at =
      std::find_if(kNames.begin(), kNames.end(), [&](const auto& one) { return one.first == kind; });
  return std::string(at->second);
}

std::optional<Kind> kind_of(std::string_view name) {
  for (const auto& [kind, own] : kNames)
    if (own == name) return kind;
  return std::nullopt;
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> all;
  for (const auto& [kind, name] : kNames) all.push_back(kind);
  return all;
}

Result<std::vector<Kind>> parse_kinds(std::string_view text) {
  std::vector<Kind> kinds;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const auto kind = kind_of(word);
    if (!kind)
      return bad_input(base::quoted(word) + " is not a kind of bot; the kinds are " + list_of(all_kinds()));
    if (!is_among(kinds, *kind)) kinds.push_back(*kind);
    at = end + 1;
  }
  return kinds;
}

std::string list_of(const std::vector<Kind>& kinds) {
  std::string list;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    list += (k == 0 ? "" : k + 1 == kinds.size() ? " and " : ", ") + kind_name(kinds[k]);
  return list;
}

bool is_elf_of_this_machine(const std::string& path) {
  const auto own = elf_head("/proc/self/exe");
  const auto head = elf_head(path);
  return own && head && head->machine == own->machine && head->ident[EI_CLASS] == own->ident[EI_CLASS];
}

Result<FoundKind> find_kind(const Submission& submission, const std::vector<Kind>& accepted,
                            std::optional<Kind> asked) {
  const KindFinder finder(submission);
  if (asked) return find_asked(finder, accepted, *asked);
  std::optional<FoundKind> refused;
  for (FoundKind& guess : finder.guesses()) {
    if (is_among(accepted, guess.kind)) return std::move(guess);
    if (!refused) refused = std::move(guess);
  }
  if (refused)
    return bad_input("this is a bot of the kind " + kind_name(refused->kind) + "; accepted here are " +
                     list_of(accepted));
  return bad_input("it is not clear what kind of bot this is; accepted here are " + list_of(accepted) +
                   ": submit a file of such a kind, a folder with main.py, CMakeLists.txt or Makefile, or "
                   "say what it is with --kind");
}

}  // namespace quiver::teams
