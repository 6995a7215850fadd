#include "referee/cli/commands/submission_client.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <thread>
#include <unistd.h>
#include <utility>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "client_sdk/wire/team_json.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

using State = wire::TeamVersion::State;

namespace {

constexpr base::Duration kPatience = std::chrono::minutes(10);
constexpr base::Duration kFirstPause = std::chrono::milliseconds(200);
constexpr base::Duration kLongestPause = std::chrono::seconds(10);

std::string percent(std::size_t done, std::size_t all) { return std::to_string(100 * done / all) + " %"; }

std::string describe(const wire::SubmitProgress& progress) {
  std::string out =
      "version " + std::to_string(progress.number) + ": " + std::string(wire::state_word(progress.state));
  if (progress.state == State::kWaiting && progress.queue_position > 1)
    out += ", " + std::to_string(progress.queue_position - 1) + " before it";
  return out;
}

std::string verdict(const wire::SubmitReport& report, const std::string& team) {
  const std::string version = "version " + std::to_string(report.number) + " of " + team;
  if (report.state == State::kAdmitted) return version + " is admitted and plays now";
  if (report.state == State::kRefused) return version + " is refused";
  return version +
         " could not be built or checked on the referee's machine; submit it again, or ask whoever runs it";
}

std::string sha256_of(const std::string& bytes) {
  wire::Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

}  // namespace

SubmissionClient::SubmissionClient(const Options& options, std::string file_name, std::string bytes)
    : options_(options), file_name_(std::move(file_name)), bytes_(std::move(bytes)) {}

wire::SubmitReport SubmissionClient::run() {
  for (;;) {
    try {
      return try_once();
    } catch (const ConnectionLost& lost) {
      pause(lost);
    }
  }
}

wire::SubmitReport SubmissionClient::try_once() {
  AdminSession session(options_.connect, options_.name.empty() ? "student" : options_.name);
  session.need_teams();
  if (!options_.game.empty() && !begun_) {
    const auto answer = session.ask({wire::TeamBody{wire::TeamStatus{}}});
    const auto* me = std::get_if<wire::Me>(&answer.body);
    if (me != nullptr && me->game != options_.game)
      throw UsageError("the referee plays " + base::escaped(me->game, 64) + ", not " +
                       base::escaped(options_.game, 64));
  }
  if (number_)
    session.send(wire::SubmitFollow{*number_, lines_});
  else
    upload(session);
  wire::SubmitReport report = follow(session);
  show(report, session.name());
  return report;
}

void SubmissionClient::pause(const ConnectionLost& lost) {
  if (!begun_) throw lost;  // the address may be wrong, too
  const base::Time now = base::clock_now();
  if (!lost_since_) {
    lost_since_ = now;
    pause_ = kFirstPause;
    tell(std::string(lost.what()) + "; connecting again");
  }
  if (now - *lost_since_ > kPatience) throw lost;
  std::this_thread::sleep_for(pause_);
  pause_ = std::min(2 * pause_, kLongestPause);
}

// --- sending

void SubmissionClient::upload(AdminSession& session) {
  session.send(wire::SubmitBegin{file_name_, options_.kind, bytes_.size(), sha256_of(bytes_), begun_});
  begun_ = true;
  for (;;) {
    const wire::RefereeMessage message = session.follow();
    lost_since_.reset();
    if (const auto* wanted = std::get_if<wire::SubmitWanted>(&message)) send_parts(session, wanted->part);
    if (const auto* accepted = std::get_if<wire::SubmitAccepted>(&message)) {
      number_ = accepted->number;
      if (options_.json) tell_json(message);
      return;
    }
  }
}

void SubmissionClient::send_parts(AdminSession& session, std::size_t part) {
  if (part == 0 || part > wire::kSubmitPart)
    throw UsageError("the referee wants parts of an impossible size");
  for (std::size_t sent = 0; sent < bytes_.size(); sent += part) {
    static_cast<void>(session.poll());  // answers pings; an error ends it
    session.send(wire::SubmitPart{bytes_.substr(sent, part)});
    tell("sent " + percent(std::min(sent + part, bytes_.size()), bytes_.size()) + " of " +
             base::escaped(file_name_, 64),
         true);
  }
}

// --- following

wire::SubmitReport SubmissionClient::follow(AdminSession& session) {
  for (;;) {
    const wire::RefereeMessage message = session.follow();
    lost_since_.reset();
    if (const auto* progress = std::get_if<wire::SubmitProgress>(&message)) {
      if (progress->number != number_) continue;
      if (options_.json) tell_json(message);
      show(*progress);
    } else if (const auto* report = std::get_if<wire::SubmitReport>(&message)) {
      if (report->number != number_) continue;
      if (options_.json) tell_json(message);
      return *report;
    }
  }
}

void SubmissionClient::show(const wire::SubmitProgress& progress) {
  if (progress.anew) lines_ = 0;
  if (progress.anew) tell("the referee begins again");
  if (const std::string state = describe(progress); state != std::exchange(shown_, state)) tell(state);
  for (const wire::ProgressLine& line : progress.lines)
    tell("  " + base::escaped(line.stage, 16) + ": " + base::one_line(line.line));
  lines_ += static_cast<std::uint32_t>(progress.lines.size());
}

void SubmissionClient::show(const wire::SubmitReport& report, const std::string& team) {
  if (options_.json) return;
  Output out;
  for (std::size_t at = 0; at < report.report.size();) {
    const std::size_t end = std::min(report.report.find('\n', at), report.report.size());
    out << base::harmless_text(report.report.substr(at, end - at), base::Keep::kTabs) << "\n";
    at = end + 1;
  }
  out << verdict(report, base::escaped(team, 64)) << "\n";
  if (!report.page.empty()) out << base::escaped(report.page, 300) << "\n";
  out.finish();
}

void SubmissionClient::tell(const std::string& line, bool passing) {
  if (options_.quiet || options_.json) return;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  if (passing && !terminal) return;
  std::cerr << (passing_ ? "\r\x1b[K" : "") << base::harmless_text(line) << (passing ? "" : "\n")
            << std::flush;
  passing_ = passing;
}

void SubmissionClient::tell_json(const wire::RefereeMessage& message) const {
  Output out;
  out << wire::message_json(message) << "\n";
  out.finish();
}

}  // namespace quiver::cli
