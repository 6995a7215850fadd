#include "referee/teams/referee_host.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"
#include "referee/run/child_program.hpp"
#include "referee/teams/build/admit_line.hpp"

namespace quiver::teams {

using base::Result;

namespace {

constexpr std::size_t kLastWords = 2000;

// Reads what `quiver admit --json` prints, and tells it.
class AdmitReader {
 public:
  AdmitReader(AdmitListener listener, base::Duration time) : listener_(std::move(listener)), time_(time) {}

  void on_line(const std::string& text) {
    auto line = parse_admit_line(text);
    // What is no JSON comes from stderr.
    if (!line) {
      other_ += base::one_line(text) + " ";
      if (other_.size() > kLastWords) other_.erase(0, other_.size() - kLastWords);
      return;
    }
    if (line->verdict.empty()) {
      if (listener_.on_line) listener_.on_line({line->stage, line->line});
      return;
    }
    verdict_ = std::move(*line);
  }

  void on_end(const run::ChildProgram::End& end) const {
    AdmitEnd told;
    told.kind = verdict_.kind;
    told.title = verdict_.title;
    told.sentence = verdict_.sentence;
    told.bundle = verdict_.bundle;
    if (end.timed_out) {
      told.verdict = AdmitEnd::Verdict::kRefused;
      told.sentence = "building and checking it took longer than " + base::format_duration(time_);
    } else if (end.status == 0 && verdict_.verdict == kAdmitted && !verdict_.bundle.empty()) {
      told.verdict = AdmitEnd::Verdict::kAdmitted;
    } else if (end.status == 1 && verdict_.verdict == kRefused) {
      told.verdict = AdmitEnd::Verdict::kRefused;
    } else {
      told.sentence = "this machine could not build or check it (" + end.sentence + ")";
      if (!other_.empty()) told.sentence += ": " + base::one_line(other_);
    }
    if (listener_.on_end) listener_.on_end(told);
  }

 private:
  AdmitListener listener_;
  base::Duration time_;
  AdmitLine verdict_;
  std::string other_;
};

}  // namespace

RefereeHost::RefereeHost(run::Referee& referee, Settings settings)
    : referee_(referee),
      settings_(std::move(settings)),
      jobs_(settings_.store, [&referee](std::function<void()> action) { referee.post(std::move(action)); }) {}

std::optional<net::Identity> RefereeHost::identity_of(const std::string& token_hash) const {
  return referee_.identity_of(token_hash);
}

bool RefereeHost::has_token_for(const std::string& name) const { return referee_.has_token_for(name); }

void RefereeHost::set_access(net::TeamAccess access) { referee_.set_teams(std::move(access)); }

bool RefereeHost::is_connected(const std::string& name) const { return referee_.is_connected(name); }

void RefereeHost::in_background(Job job, std::function<void()> then) {
  jobs_.add(std::move(job), std::move(then));
}

Result<std::shared_ptr<void>> RefereeHost::start_admit(const AdmitRequest& request, AdmitListener listener) {
  run::ChildProgram::Command command;
  command.program = settings_.program;
  command.arguments = {"admit", request.path, "--json", "--bundle", request.bundle};
  if (!request.kind.empty()) command.arguments.insert(command.arguments.end(), {"--kind", request.kind});
  command.arguments.insert(command.arguments.end(), settings_.admit_words.begin(),
                           settings_.admit_words.end());
  command.folder = request.folder;
  command.time = settings_.build_time;
  const auto reader = std::make_shared<AdmitReader>(std::move(listener), settings_.build_time);
  run::ChildProgram::Listener told;
  told.on_line = [reader](const std::string& line) { reader->on_line(line); };
  told.on_end = [reader](const run::ChildProgram::End& end) { reader->on_end(end); };
  auto program = run::ChildProgram::start(referee_.context(), command, std::move(told));
  if (!program) return program.error();
  return std::shared_ptr<void>(std::move(*program));
}

}  // namespace quiver::teams
