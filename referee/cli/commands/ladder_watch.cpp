#include "referee/cli/commands/ladder_watch.hpp"

#include <algorithm>
#include <filesystem>

#include "client_sdk/base/text.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/launch/files/fingerprint.hpp"

namespace quiver::cli {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks(500);

}  // namespace

LadderWatch::LadderWatch(const std::string& folder, How how)
    : folder_(std::filesystem::absolute(folder).lexically_normal().string()), how_(std::move(how)) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    throw UsageError("--watch: " + base::quoted(folder) + " is not a folder");
}

std::vector<LadderWatch::Change> LadderWatch::look() {
  const auto found = folder_.look(base::clock_now());
  std::vector<Change> changes;
  const std::string problem = found ? "" : found.error().sentence;
  if (problem != problem_ && !problem.empty()) changes.push_back({"--watch: " + problem, "", {}, "", ""});
  problem_ = problem;
  if (!found) return changes;
  for (const auto& one : *found) changes.push_back(change_of(one));
  return changes;
}

// Two files may differ in their endings alone.
std::string LadderWatch::name_for(const std::string& file, const std::string& name) const {
  const auto is_taken = [&](const std::string& one) {
    return how_.taken.contains(one) || std::any_of(names_.begin(), names_.end(), [&](const auto& known) {
             return known.first != file && known.second == one;
           });
  };
  if (!is_taken(name)) return name;
  if (base::is_name(file) && !is_taken(file)) return file;
  for (unsigned k = 2;; ++k)
    if (const std::string other = name.substr(0, 26) + "-" + std::to_string(k); !is_taken(other))
      return other;
}

LadderWatch::Change LadderWatch::change_of(const tournament::WatchedFolder::Change& change) {
  Change out;
  const std::string path = folder_.path_of(change.file);
  const auto known = names_.find(change.file);
  if (!change.here) {
    if (known == names_.end()) return out;
    out.leaves = known->second;
    names_.erase(known);
    return out;
  }
  const auto unfit = [&](const std::string& why) {
    out.note = base::quoted(change.file) + " does not play: " + why;
    return out;
  };
  out.spec = base::escaped_word(path);
  auto bot = launch::parse_bot_spec(out.spec, how_.game, how_.time);
  if (!bot) return unfit(bot.error().sentence);
  for (const NamedBoard& board : how_.boards)
    if (auto fit = launch::check_playable({*bot}, board.start, board.openings.has_value()); !fit)
      return unfit(fit.error().sentence);
  auto fingerprint = launch::fingerprint(*bot);
  if (!fingerprint) return unfit(fingerprint.error().sentence);
  bot->name = known == names_.end() ? name_for(change.file, bot->name) : known->second;
  names_[change.file] = bot->name;
  out.bot = std::move(*bot);
  out.fingerprint = std::move(*fingerprint);
  return out;
}

void LadderWatch::tell(const std::vector<Change>& changes, tournament::Ladder& ladder,
                       const std::function<void(const std::string&)>& note) {
  for (const Change& one : changes) {
    if (!one.note.empty()) note(one.note);
    if (!one.leaves.empty()) ladder.leave(one.leaves, "its file has gone");
    if (one.bot) ladder.enter(*one.bot, one.spec, one.fingerprint);
  }
}

void LadderWatch::enter_all(tournament::Ladder& ladder, const std::function<void(const std::string&)>& note) {
  tell(look(), ladder, note);
}

void LadderWatch::start(run::Referee& referee, tournament::Ladder& ladder,
                        std::function<void(const std::string&)> note) {
  ticker_.emplace(kBetweenLooks, [this, &referee, &ladder, note = std::move(note)] {
    auto changes = look();
    if (changes.empty()) return;
    referee.post([changes = std::move(changes), &referee, &ladder, note] {
      tell(changes, ladder, note);
      referee.look_again();
    });
  });
}

}  // namespace quiver::cli
