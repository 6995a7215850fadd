#include "referee/cli/reports/admit_report.hpp"

#include <algorithm>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

namespace {

void print(const std::string& text) {
  Output out;
  out << text << "\n";
  out.finish();
}

}  // namespace

void AdmitReport::say(const std::string& stage, std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    say_line(stage, text.substr(at, end - at));
    at = end + 1;
  }
}

void AdmitReport::say_line(const std::string& stage, std::string_view line) {
  const std::string harmless = base::harmless_text(line, base::Keep::kTabs);
  if (json_) {
    teams::AdmitLine out;
    out.stage = stage;
    out.line = harmless;
    return print(teams::admit_json(out));
  }
  print((stage != stage_ ? stage + "\n  " : "  ") + harmless);
  stage_ = stage;
}

void AdmitReport::finish(const teams::AdmitLine& verdict) {
  if (json_) return print(teams::admit_json(verdict));
  std::string text = verdict.verdict + ": " + base::one_line(verdict.sentence);
  if (!verdict.kind.empty()) text += "\nkind: " + verdict.kind;
  if (!verdict.title.empty()) text += "\ntitle: " + base::escaped(verdict.title);
  if (!verdict.bundle.empty()) text += "\nbundle: " + verdict.bundle;
  print(text);
}

}  // namespace quiver::cli
