#include "referee/web/http/target.hpp"

#include <algorithm>

#include <boost/url.hpp>

namespace quiver::web {

namespace {

namespace urls = boost::urls;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool has_controls(std::string_view text) { return std::any_of(text.begin(), text.end(), is_control); }

std::string lower_case(std::string_view from) {
  std::string out(from);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// Names of hosts as people write them. URLs allow more, which no host of ours has.
bool is_in_names(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' ||
         c == '_';
}

}  // namespace

base::Result<Target> parse_target(std::string_view from) {
  // A fragment is for the browser alone. The rest has to be in origin form, which cannot name another host.
  const auto url = urls::parse_origin_form(from.substr(0, from.find('#')));
  if (!url) return base::bad_input("the target is not a path and a query as URLs have them");
  Target out;
  out.path = url->path();
  bool clean = !has_controls(out.path);
  if (!url->encoded_query().empty())
    for (const auto& [key, value, has_value] : url->params()) {
      clean = clean && !has_controls(key) && !has_controls(value);
      out.query[key] = value;
    }
  if (!clean) return base::bad_input("the target has control characters in it");
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

std::string host_without_port(std::string_view text) {
  const auto authority = urls::parse_authority(text);
  // User info is refused: "ann:80@evil" would be read as the host "ann" by a careless parser.
  if (!authority || authority->has_userinfo() || authority->port().size() > 5) return "";
  if (authority->host_type() == urls::host_type::ipv6) {
    const std::string_view bracketed = authority->encoded_host();
    return lower_case(bracketed.substr(1, bracketed.size() - 2));
  }
  const std::string_view name = authority->encoded_host();
  return std::all_of(name.begin(), name.end(), is_in_names) ? lower_case(name) : "";
}

Site parse_site(std::string_view text) {
  const std::size_t mark = text.find("://");
  const bool has_scheme = mark != std::string_view::npos;
  const std::string_view host = has_scheme ? text.substr(mark + 3) : text;
  if (host_without_port(host).empty()) return {};
  return {has_scheme ? lower_case(text.substr(0, mark)) : "", lower_case(host)};
}

}  // namespace quiver::web
