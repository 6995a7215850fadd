#include "referee/teams/build/builder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>
#include <sys/stat.h>

#include "client_sdk/base/text.hpp"
#include "referee/launch/bot_program.hpp"
#include "referee/launch/files/launch_files.hpp"
#include "referee/teams/build/archive_reader.hpp"
#include "referee/teams/build/folder_sink.hpp"
#include "referee/teams/build/recipes.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

// What a build is made from, and the bot does not need when it plays.
constexpr std::array<std::string_view, 12> kSources = {".cpp", ".cc", ".cxx", ".c",     ".hpp", ".hh",
                                                       ".hxx", ".h",  ".o",   ".cmake", ".md",  ".tex"};
constexpr std::array<std::string_view, 4> kBuildFiles = {"CMakeLists.txt", "Makefile", "makefile",
                                                         "GNUmakefile"};

bool is_source(const std::string& name) {
  const auto ends = [&](std::string_view suffix) { return name.ends_with(suffix); };
  return std::any_of(kSources.begin(), kSources.end(), ends) ||
         std::find(kBuildFiles.begin(), kBuildFiles.end(), name) != kBuildFiles.end();
}

Error cannot_make_folder(const std::error_code& error) { return cannot_store(error.value()); }

Result<std::string> new_folder(const std::string& path) {
  std::error_code error;
  if (!fs::create_directory(path, error) || chmod(path.c_str(), 0755) != 0)
    return error ? cannot_make_folder(error) : cannot_store(errno);
  return path;
}

// Takes what a build sent out of its folders: it may have built anywhere.
class FlatSink final : public EntrySink {
 public:
  explicit FlatSink(EntrySink& sink) : sink_(sink) {}
  Result<void> make_folder(const std::string& /*path*/) override { return {}; }
  Result<void> begin_file(const std::string& path, bool executable) override {
    const std::string name = fs::path(path).filename().string();
    // Of two with the same name the first.
    writes_ = taken_.insert(name).second;
    return writes_ ? sink_.begin_file(name, executable) : Result<void>();
  }
  Result<void> write(std::string_view bytes) override {
    return writes_ ? sink_.write(bytes) : Result<void>();
  }
  Result<void> end_file() override { return writes_ ? sink_.end_file() : Result<void>(); }

 private:
  EntrySink& sink_;
  std::set<std::string> taken_;
  bool writes_ = false;
};

std::vector<std::string> sorted_names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 6;
  std::string list;
  for (std::size_t k = 0; k < std::min(names.size(), kMost); ++k)
    list += (k == 0 ? "" : ", ") + base::escaped(names[k], 60);
  return list + (names.size() > kMost ? ", …" : "");
}

// The one that plays: the only one, one called like the submission or like a bot; none if that is not clear.
std::optional<std::string> choose(const std::vector<std::string>& made, std::vector<std::string> wanted) {
  if (made.size() == 1) return made.front();
  for (const char* usual : {"bot", "my_bot", "player", "main"}) wanted.emplace_back(usual);
  for (const std::string& name : wanted)
    for (const std::string& one : made)
      if (fs::path(one).stem() == name || one == name) return one;
  return std::nullopt;
}

// Of several players the first that is not called like a library that others use.
std::string choose_player(const std::vector<std::string>& made) {
  const auto player = std::find_if(made.begin(), made.end(),
                                   [](const std::string& name) { return !name.starts_with("lib"); });
  return player == made.end() ? made.front() : *player;
}

void make_executable(const std::string& path) { chmod(path.c_str(), 0755); }

}  // namespace

Result<Product> Builder::run(const Submission& submission, const FoundKind& found) const {
  if (found.recipe == Recipe::kAsIs) return as_is(submission, found);
  const auto made = make(submission, found.recipe);
  if (!made) return made.error();
  return assemble(submission, found, *made);
}

Result<Product> Builder::as_is(const Submission& submission, const FoundKind& found) const {
  Product product{found.kind, launch::name_of_file(submission.names.front()), submission.folder, found.main};
  const std::string path = product.folder + "/" + product.main;
  const bool native = found.kind == Kind::kBinary || found.kind == Kind::kSo;
  if (native && !is_elf_of_this_machine(path))
    return bad_input(base::quoted(found.main) +
                     (found.kind == Kind::kSo ? " is no shared library" : " is no program") +
                     " for Linux on this machine's processor; submit its sources instead");
  // A browser and a .zip lose that right.
  if (found.kind != Kind::kPython && found.kind != Kind::kSo) make_executable(path);
  return product;
}

Result<std::string> Builder::make(const Submission& submission, Recipe recipe) const {
  const auto job = job_of(recipe, submission.folder);
  if (!job) return job.error();
  const auto archive = sandbox_.run(*job);
  if (!archive) return archive.error();
  const auto folder = new_folder(scratch_ + "/made");
  if (!folder) return folder.error();
  FolderSink files(*folder);
  FlatSink flat(files);
  EntryGate gate(UnpackLimits(), 0, flat);
  if (auto unpacked = archive->empty() ? Result<void>() : read_archive(*archive, gate); !unpacked) {
    Error error = unpacked.error();
    error.sentence = "what the build made cannot be taken: " + error.sentence;
    return error;
  }
  return *folder;
}

Result<Product> Builder::assemble(const Submission& submission, const FoundKind& found,
                                  const std::string& made) const {
  const std::vector<std::string> names = sorted_names_in(made);
  const bool player = found.kind == Kind::kSo;
  if (names.empty())
    return bad_input(player ? "the build made no player: its Makefile has to make a .so file"
                            : "the build made no program: its CMakeLists.txt has to have an add_executable");
  auto main = choose(names, submission.names);
  if (!main && player) main = choose_player(names);
  if (!main)
    return bad_input("the build made several programs (" + listed(names) + "); call the one that plays bot");
  if (names.size() > 1) note_("of " + listed(names) + ", " + base::escaped(*main, 60) + " plays");
  const auto folder = new_folder(scratch_ + "/bot");
  if (!folder) return folder.error();
  std::error_code error;
  // Players may use libraries that were made with them; other programs are the build's own tools.
  for (const std::string& name : names)
    if (!error && (player || name == *main)) fs::rename(made + "/" + name, *folder + "/" + name, error);
  for (const std::string& name : sorted_names_in(submission.folder))
    if (!error && !is_source(name) && !fs::exists(*folder + "/" + name, error))
      fs::rename(submission.folder + "/" + name, *folder + "/" + name, error);
  if (error) return cannot_make_folder(error);
  make_executable(*folder + "/" + *main);
  return Product{found.kind, launch::name_of_file(submission.names.front()), *folder, *main};
}

Result<launch::BotSpec> bot_of(const Product& product) {
  const std::string main = product.folder + "/" + product.main;
  std::string words = base::escaped_word(main);
  if (product.kind == Kind::kText || product.kind == Kind::kBotzone) {
    // A script in Python need not say what runs it.
    const bool python = main.ends_with(".py");
    words = kind_name(product.kind) + ":" + (python ? "/usr/bin/python3 " : "") + words;
  }
  auto bot = launch::parse_bot_spec(words, "", {});
  if (!bot) return Error{Error::Code::kUnreadable, bot.error().sentence};
  bot->name = product.name;
  // What lies beside the bot it finds by its path, and in its working folder by its name.
  for (const std::string& name : sorted_names_in(product.folder)) {
    const std::string path = product.folder + "/" + name;
    if (path != main) bot->visible.push_back(path);
    bot->linked.push_back(path);
  }
  if (auto settled = launch::settle_origins(*bot); !settled)
    return Error{Error::Code::kUnreadable, settled.error().sentence};
  return *std::move(bot);
}

std::string spec_words(const Product& product) {
  const std::string words = base::escaped_word("./" + product.main);
  if (product.kind != Kind::kText && product.kind != Kind::kBotzone) return words;
  return kind_name(product.kind) + ":" + (product.main.ends_with(".py") ? "python3 " : "") + words;
}

}  // namespace quiver::teams
