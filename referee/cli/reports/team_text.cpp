#include "referee/cli/reports/team_text.hpp"

#include <algorithm>
#include <string_view>

#include "client_sdk/base/text.hpp"

namespace quiver::cli {

namespace {

// Rows of cells, padded to columns that are as wide as their widest cell.
class Table {
 public:
  void add(std::vector<std::string> row) {
    widths_.resize(std::max(widths_.size(), row.size()));
    for (std::size_t k = 0; k < row.size(); ++k) widths_[k] = std::max(widths_[k], num_characters(row[k]));
    rows_.push_back(std::move(row));
  }
  [[nodiscard]] std::string text() const {
    std::string out;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t k = 0; k < row.size(); ++k)
        line += row[k] + std::string(widths_[k] - num_characters(row[k]) + 2, ' ');
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
    return out;
  }

 private:
  // Of UTF-8: all bytes but those that continue a character.
  static std::size_t num_characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  }
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> widths_;
};

std::string cell(const std::string& text) { return base::escaped(text, 64); }

std::string state_of(const wire::TeamVersion& version) {
  if (version.active) return "plays";
  if (version.queue_position > 1)
    return "waiting, " + std::to_string(version.queue_position - 1) + " before it";
  return std::string(wire::state_word(version.state));
}

std::string size_text(std::uint32_t bytes) {
  constexpr std::uint32_t kMega = 1U << 20U;
  return bytes % kMega == 0 ? std::to_string(bytes / kMega) + " MB" : std::to_string(bytes) + " bytes";
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + cell(word);
  return all;
}

}  // namespace

std::string status_text(const wire::Me& me) {
  std::string out = cell(me.id) + (me.display.empty() ? "" : ", " + cell(me.display)) + ": " +
                    std::string(wire::state_word(me.state)) +
                    (me.note.empty() ? "" : ", " + base::escaped(me.note, 300)) +
                    (me.admin ? ", an administrator" : "") + "\n";
  if (!me.announcement.empty()) out += "announced: " + base::escaped(me.announcement) + "\n";
  const wire::TeamVersion* active = nullptr;
  for (const wire::TeamVersion& one : me.versions)
    if (one.active) active = &one;
  if (active == nullptr)
    out += me.versions.empty() ? "no version was submitted\n" : "no version plays\n";
  else
    out += "version " + std::to_string(active->number) + " plays: " + cell(active->file) +
           (active->title.empty() ? "" : ", " + cell(active->title)) + "\n";
  if (!me.versions.empty() && active != &me.versions.front())
    out += "version " + std::to_string(me.versions.front().number) +
           ", the latest: " + state_of(me.versions.front()) + "\n";
  if (me.accepts.empty()) return out + "no submissions are taken\n";
  if (me.closed) return out + "submissions closed at " + cell(me.closes) + "\n";
  return out + "accepted: " + joined(me.accepts) + ", at most " + size_text(me.max_size) +
         (me.closes.empty() ? "" : ", until " + cell(me.closes)) + "\n";
}

std::string versions_text(const std::vector<wire::TeamVersion>& versions) {
  if (versions.empty()) return "no version was submitted\n";
  Table table;
  for (const wire::TeamVersion& one : versions)
    table.add({std::to_string(one.number), cell(one.submitted), state_of(one), cell(one.kind), cell(one.file),
               cell(one.title)});
  return table.text();
}

std::string teams_text(const wire::TeamList& list) {
  std::string out = list.announcement.empty() ? "" : "announced: " + base::escaped(list.announcement) + "\n";
  if (list.teams.empty()) return out + "there are no teams\n";
  Table table;
  for (const wire::TeamRow& one : list.teams) {
    const std::string plays = one.active_version == 0
                                  ? "no version plays"
                                  : "version " + std::to_string(one.active_version) + " plays";
    table.add({cell(one.id), cell(one.display), std::string(wire::state_word(one.state)), plays,
               one.versions.empty() ? "nothing submitted"
                                    : "latest: " + std::to_string(one.versions.front().number) + ", " +
                                          state_of(one.versions.front()),
               one.connected ? "connected" : "", base::escaped(one.note, 200)});
  }
  return out + table.text();
}

std::string invitations_text(const wire::InvitationList& list) {
  if (list.invitations.empty()) return "there are no invitations\n";
  Table table;
  for (const wire::Invitation& one : list.invitations)
    table.add({one.hash.substr(0, wire::Revoke::kLeastDigits), cell(one.display),
               "until " + cell(one.expires),
               one.revoked            ? "revoked"
               : !one.used_by.empty() ? "used by " + cell(one.used_by)
                                      : "open"});
  return table.text();
}

std::string audit_text(const wire::AuditList& list) {
  if (list.entries.empty()) return "nothing has been done\n";
  Table table;
  for (const wire::AuditEntry& one : list.entries)
    table.add(
        {cell(one.at), cell(one.who), cell(one.action), cell(one.subject), base::escaped(one.detail, 300)});
  return table.text();
}

}  // namespace quiver::cli
