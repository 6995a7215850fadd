#include "referee/web/http/target.hpp"

#include <algorithm>
#include <optional>

namespace quiver::web {

namespace {

std::optional<unsigned> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

std::string lower_case(std::string_view from) {
  std::string out(from);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Nothing, or a colon and digits.
bool is_port(std::string_view text) {
  if (text.empty()) return true;
  const std::string_view digits = text.substr(1);
  return text.front() == ':' && digits.size() <= 5 &&
         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

base::Result<std::string> decode(std::string_view from, bool in_query) {
  std::string out;
  for (std::size_t k = 0; k < from.size(); ++k) {
    char c = from[k];
    if (c == '+' && in_query) c = ' ';
    if (c == '%') {
      const auto high = k + 2 < from.size() ? digit(from[k + 1]) : std::nullopt;
      const auto low = k + 2 < from.size() ? digit(from[k + 2]) : std::nullopt;
      if (!high || !low) return base::bad_input("a % in the target has to be followed by two digits");
      c = static_cast<char>(*high * 16 + *low);
      k += 2;
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return base::bad_input("the target has control characters in it");
    out += c;
  }
  return out;
}

}  // namespace

base::Result<Target> parse_target(std::string_view from) {
  if (from.empty() || from.front() != '/') return base::bad_input("the target is no path");
  from = from.substr(0, from.find('#'));
  const std::size_t mark = from.find('?');
  Target out;
  auto path = decode(from.substr(0, mark), false);
  if (!path) return path.error();
  out.path = std::move(*path);
  std::string_view rest = mark == std::string_view::npos ? "" : from.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    const std::size_t equals = pair.find('=');
    auto key = decode(pair.substr(0, equals), true);
    auto value = decode(equals == std::string_view::npos ? "" : pair.substr(equals + 1), true);
    if (!key) return key.error();
    if (!value) return value.error();
    out.query[std::move(*key)] = std::move(*value);
  }
  return out;
}

std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::size_t end = std::min(path.find('/'), path.size());
    parts.emplace_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  if (!parts.empty() && parts.back().empty()) parts.pop_back();
  return parts;
}

std::string host_without_port(std::string_view host) {
  const bool v6 = !host.empty() && host.front() == '[';
  const std::size_t end = v6 ? host.find(']') : std::min(host.find(':'), host.size());
  if (end == std::string_view::npos) return "";
  const std::string_view port = host.substr(v6 ? end + 1 : end);
  const std::string_view name = v6 ? host.substr(1, end - 1) : host.substr(0, end);
  const auto is_v6 = [](char c) { return digit(c).has_value() || c == ':' || c == '.'; };
  const auto is_named = [](char c) { return is_alphanumeric(c) || c == '-' || c == '.' || c == '_'; };
  const bool proper =
      v6 ? std::all_of(name.begin(), name.end(), is_v6) : std::all_of(name.begin(), name.end(), is_named);
  return proper && is_port(port) ? lower_case(name) : "";
}

Site parse_site(std::string_view text) {
  const std::size_t mark = text.find("://");
  const bool has_scheme = mark != std::string_view::npos;
  const std::string_view host = has_scheme ? text.substr(mark + 3) : text;
  if (host_without_port(host).empty()) return {};
  return {has_scheme ? lower_case(text.substr(0, mark)) : "", lower_case(host)};
}

}  // namespace quiver::web
