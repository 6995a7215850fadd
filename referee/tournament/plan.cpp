#include "referee/tournament/plan.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"

namespace quiver::tournament {

namespace {

constexpr std::string_view kBetween = " = ";

std::string shown(const std::vector<std::string>& values) {
  if (values.empty()) return "nothing";
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : ", ") + value;
  return base::escaped(out, 200);
}

// A value in one line, and back: a bot's words may have been given in several.
std::string in_one_line(const std::string& value) {
  std::string out;
  for (const char c : value) out += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : std::string(1, c);
  return out;
}
std::string as_it_was(std::string_view line) {
  std::string out;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const bool escape = line[k] == '\\' && k + 1 < line.size();
    out += escape ? (line[++k] == 'n' ? '\n' : line[k]) : line[k];
  }
  return out;
}

constexpr std::string_view kStage = "stage";

// More rounds of the same pairings, and pairings with others, do not change those that were played.
bool can_grow(const Plan& plan) { return may_grow(plan.find("format").value_or("")); }

bool begins_with(const std::vector<std::string>& all, const std::vector<std::string>& beginning) {
  return all.size() >= beginning.size() && std::equal(beginning.begin(), beginning.end(), all.begin());
}

// All of `some` are there, wherever.
bool has_all(std::vector<std::string> all, std::vector<std::string> some) {
  std::sort(all.begin(), all.end());
  std::sort(some.begin(), some.end());
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

}  // namespace

std::string Plan::text() const {
  std::string out;
  for (const auto& [key, value] : lines_)
    out.append(key).append(kBetween).append(in_one_line(value)).append("\n");
  return out;
}

Plan Plan::parse(std::string_view text) {
  Plan plan;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t between = line.find(kBetween);
    if (between == std::string_view::npos) continue;
    plan.add(std::string(line.substr(0, between)), as_it_was(line.substr(between + kBetween.size())));
  }
  return plan;
}

std::optional<std::string> Plan::find(std::string_view key) const {
  const auto found =
      std::find_if(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == key; });
  return found == lines_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Plan::all(std::string_view key) const {
  std::vector<std::string> values;
  for (const auto& [name, value] : lines_)
    if (name == key) values.push_back(value);
  return values;
}

std::uint32_t Plan::number(std::string_view key, std::uint32_t otherwise) const {
  const auto value = find(key);
  const auto number = value ? base::parse_number(*value) : base::bad_input("");
  return number ? *number : otherwise;
}

std::vector<std::string> Plan::keys() const {
  std::vector<std::string> out;
  for (const auto& [key, value] : lines_)
    if (std::find(out.begin(), out.end(), key) == out.end()) out.push_back(key);
  return out;
}

base::Result<void> continues(const Plan& before, const Plan& now) {
  std::vector<std::string> keys = before.keys();
  for (const std::string& key : now.keys())
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  for (const std::string& key : keys) {
    const auto was = before.all(key);
    const auto is = now.all(key);
    // The anchor shifts ratings and decides no game.
    if (was == is || key == "anchor" || key == kStage) continue;
    if (key == "bot" && can_grow(now) && begins_with(is, was)) continue;
    if (key == "bot" && can_grow(now) && has_all(is, was))
      return base::bad_input("new bots are given behind those that are in it, " + shown(was));
    if (key == "games" && can_grow(now) && now.number(key, 0) > before.number(key, 0)) continue;
    for (const std::string_view file : {kOtherMap, kOtherList})
      if (was.size() == 1 && is.size() == 1 && was[0].starts_with(file) && is[0].starts_with(file))
        return base::bad_input("the file with the " + key + " is not what it was when it began");
    return base::bad_input(key + " was " + shown(was) + " when it began, and is " + shown(is) + " now");
  }
  return {};
}

Plan grown(const Plan& before, const Plan& now) {
  Plan plan = now;
  for (const std::string& stage : before.all(kStage)) plan.add(std::string(kStage), stage);
  const std::size_t bots = before.all("bot").size();
  if (can_grow(now) && now.all("bot").size() > bots)
    plan.add(std::string(kStage), std::to_string(bots) + " " + before.find("games").value_or("1"));
  return plan;
}

base::Result<std::vector<FormatChoice::Stage>> stages_of(const Plan& plan) {
  std::vector<FormatChoice::Stage> stages;
  for (const std::string& text : plan.all(kStage)) {
    const std::size_t space = text.find(' ');
    const auto entrants = base::parse_number(text.substr(0, space));
    const auto games = base::parse_number(space == std::string::npos ? "" : text.substr(space + 1));
    if (!entrants || !games) return base::bad_input("the plan has a stage " + base::quoted(text));
    stages.push_back({*entrants, *games});
  }
  return stages;
}

}  // namespace quiver::tournament
