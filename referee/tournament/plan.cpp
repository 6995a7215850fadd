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

// More rounds of the same pairings do not change those that were played.
bool may_grow(const Plan& plan) {
  const std::string format = plan.find("format").value_or("");
  return format == "round-robin" || format == "double-round-robin" || format == "gauntlet";
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
    if (was == is || key == "anchor") continue;
    if (key == "games" && may_grow(now) && now.number(key, 0) > before.number(key, 0)) continue;
    for (const std::string_view file : {kOtherMap, kOtherList})
      if (was.size() == 1 && is.size() == 1 && was[0].starts_with(file) && is[0].starts_with(file))
        return base::bad_input("the file with the " + key + " is not what it was when it began");
    return base::bad_input(key + " was " + shown(was) + " when it began, and is " + shown(is) + " now");
  }
  return {};
}

}  // namespace quiver::tournament
