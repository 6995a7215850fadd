// What the referee sends about submissions and teams.
#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/wire/proto_common.hpp"
#include "client_sdk/wire/proto_team.hpp"

namespace quiver::wire {

namespace {

// Longer ones are cut: a report is limited where it is made, and names where they are given.
constexpr std::size_t kMostReport = 256U << 10U;
constexpr std::size_t kMostLine = 4096;

std::string line_text(std::string_view text) { return base::plain_text(text, kMostLine); }

base::Error bad_state() { return bad_input("a state that is not known"); }

template <class List, class From>
void fill_all(List& list, const From& all) {
  for (const auto& one : all) fill(*list.Add(), one);
}

}  // namespace

void fill(v1::Invitation& out, const Invitation& in) {
  out.set_hash(in.hash);
  out.set_display(line_text(in.display));
  out.set_created(in.created);
  out.set_expires(in.expires);
  out.set_used_by(in.used_by);
  out.set_revoked(in.revoked);
}
void fill(v1::AuditEntry& out, const AuditEntry& in) {
  out.set_number(in.number);
  out.set_at(in.at);
  out.set_who(line_text(in.who));
  out.set_action(line_text(in.action));
  out.set_subject(line_text(in.subject));
  out.set_detail(line_text(in.detail));
}
void fill(v1::ChallengeGame& out, const Challenge::Game& in) {
  out.set_state(static_cast<v1::ChallengeGame::State>(in.state));
  out.set_id(in.id);
  for (const std::string& name : in.names) out.add_names(name);
  if (in.winner) out.set_winner(*in.winner);
  out.set_sentence(plain(in.sentence));
}

std::string_view state_word(TeamVersion::State state) {
  switch (state) {
    case TeamVersion::State::kWaiting:
      return "waiting";
    case TeamVersion::State::kBuilding:
      return "building";
    case TeamVersion::State::kChecking:
      return "checking";
    case TeamVersion::State::kRefused:
      return "refused";
    case TeamVersion::State::kAdmitted:
      return "admitted";
    case TeamVersion::State::kInterrupted:
      break;
  }
  return "interrupted";
}

std::string_view state_word(TeamState state) {
  return state == TeamState::kActive      ? "active"
         : state == TeamState::kWithdrawn ? "withdrawn"
                                          : "disqualified";
}

// --- writing

void fill(v1::ProgressLine& out, const ProgressLine& in) {
  out.set_stage(in.stage);
  out.set_line(line_text(in.line));
}

void fill(v1::TeamVersion& out, const TeamVersion& in) {
  out.set_number(in.number);
  out.set_file(line_text(in.file));
  out.set_kind(in.kind);
  out.set_submitted(in.submitted);
  out.set_state(static_cast<v1::TeamVersion::State>(in.state));
  out.set_title(line_text(in.title));
  out.set_active(in.active);
  out.set_queue_position(in.queue_position);
  out.set_bundle(in.bundle);
}

void fill(v1::SubmitWanted& out, const SubmitWanted& in) { out.set_part_bytes(in.part); }
void fill(v1::SubmitAccepted& out, const SubmitAccepted& in) { out.set_number(in.number); }

void fill(v1::SubmitProgress& out, const SubmitProgress& in) {
  out.set_number(in.number);
  out.set_state(static_cast<v1::TeamVersion::State>(in.state));
  out.set_queue_position(in.queue_position);
  fill_all(*out.mutable_lines(), in.lines);
  out.set_anew(in.anew);
}

void fill(v1::SubmitReport& out, const SubmitReport& in) {
  out.set_number(in.number);
  out.set_state(static_cast<v1::TeamVersion::State>(in.state));
  out.set_title(line_text(in.title));
  out.set_report(base::plain_text(in.report, kMostReport));
  out.set_page(in.page);
}

void fill(v1::Me& out, const Me& in) {
  out.set_id(in.id);
  out.set_display(line_text(in.display));
  out.set_admin(in.admin);
  out.set_state(static_cast<v1::TeamState>(in.state));
  out.set_note(line_text(in.note));
  fill_all(*out.mutable_versions(), in.versions);
  for (const std::string& kind : in.accepts) out.add_accepts(kind);
  out.set_max_size(in.max_size);
  out.set_closes(in.closes);
  out.set_closed(in.closed);
  out.set_announcement(line_text(in.announcement));
  out.set_page(in.page);
  out.set_game(in.game);
}

void fill(v1::Challenge& out, const Challenge& in) {
  out.set_event(in.event);
  out.set_opponent(in.opponent);
  fill_all(*out.mutable_games(), in.games);
  out.set_over(in.over);
  out.set_page(in.page);
}

void fill(v1::NewInvitation& out, const NewInvitation& in) {
  out.set_key(in.key);
  out.set_link(in.link);
  out.set_expires(in.expires);
}

void fill(v1::InvitationList& out, const InvitationList& in) {
  fill_all(*out.mutable_invitations(), in.invitations);
}

void fill(v1::TeamList& out, const TeamList& in) {
  for (const TeamRow& one : in.teams) {
    v1::TeamRow& to = *out.add_teams();
    to.set_number(one.number);
    to.set_id(one.id);
    to.set_display(line_text(one.display));
    to.set_created(one.created);
    to.set_state(static_cast<v1::TeamState>(one.state));
    to.set_note(line_text(one.note));
    to.set_active_version(one.active_version);
    fill_all(*to.mutable_versions(), one.versions);
    to.set_joined(one.joined);
    to.set_connected(one.connected);
  }
  out.set_announcement(line_text(in.announcement));
}

void fill(v1::AuditList& out, const AuditList& in) { fill_all(*out.mutable_entries(), in.entries); }

namespace {

struct IntoAnswer {
  v1::TeamAnswer& out;
  void operator()(const TeamDone& in) const { out.mutable_done()->set_sentence(plain(in.sentence)); }
  void operator()(const Me& in) const { fill(*out.mutable_me(), in); }
  void operator()(const Challenge& in) const { fill(*out.mutable_challenge(), in); }
  void operator()(const NewInvitation& in) const { fill(*out.mutable_invitation(), in); }
  void operator()(const InvitationList& in) const { fill(*out.mutable_invitations(), in); }
  void operator()(const TeamList& in) const { fill(*out.mutable_teams(), in); }
  void operator()(const AuditList& in) const { fill(*out.mutable_audit(), in); }
};

}  // namespace

void fill(v1::TeamAnswer& out, const TeamAnswer& in) { std::visit(IntoAnswer{out}, in.body); }

// --- reading

Result<TeamVersion> read(const v1::TeamVersion& in) {
  if (!known(in.state(), TeamVersion::State::kInterrupted)) return bad_state();
  return TeamVersion{in.number(),
                     in.file(),
                     in.kind(),
                     in.submitted(),
                     static_cast<TeamVersion::State>(in.state()),
                     in.title(),
                     in.active(),
                     in.queue_position(),
                     in.bundle()};
}

namespace {

// All of a list, or the first error.
template <class List, class To>
Result<void> read_all(const List& list, std::vector<To>& out) {
  for (const auto& one : list) {
    auto value = read(one);
    if (!value) return value.error();
    out.push_back(*std::move(value));
  }
  return {};
}

}  // namespace

Result<Me> read(const v1::Me& in) {
  if (!known(in.state(), TeamState::kDisqualified)) return bad_state();
  Me out{in.id(),
         in.display(),
         in.admin(),
         static_cast<TeamState>(in.state()),
         in.note(),
         {},
         {},
         in.max_size(),
         in.closes(),
         in.closed(),
         in.announcement(),
         in.page(),
         in.game()};
  out.accepts.assign(in.accepts().begin(), in.accepts().end());
  if (auto done = read_all(in.versions(), out.versions); !done) return done.error();
  return out;
}

Result<Challenge::Game> read(const v1::ChallengeGame& in) {
  if (!known(in.state(), Challenge::Game::State::kVoid)) return bad_state();
  Challenge::Game out{static_cast<Challenge::Game::State>(in.state()), in.id()};
  out.names.assign(in.names().begin(), in.names().end());
  if (in.has_winner()) out.winner = in.winner();
  out.sentence = in.sentence();
  return out;
}
Result<Challenge> read(const v1::Challenge& in) {
  Challenge out{in.event(), in.opponent(), {}, in.over(), in.page()};
  if (auto done = read_all(in.games(), out.games); !done) return done.error();
  return out;
}

InvitationList read(const v1::InvitationList& in) {
  InvitationList out;
  for (const v1::Invitation& one : in.invitations())
    out.invitations.push_back(
        {one.hash(), one.display(), one.created(), one.expires(), one.used_by(), one.revoked()});
  return out;
}

Result<TeamRow> read(const v1::TeamRow& in) {
  if (!known(in.state(), TeamState::kDisqualified)) return bad_state();
  TeamRow out{in.number(),
              in.id(),
              in.display(),
              in.created(),
              static_cast<TeamState>(in.state()),
              in.note(),
              in.active_version(),
              {},
              in.joined(),
              in.connected()};
  if (auto done = read_all(in.versions(), out.versions); !done) return done.error();
  return out;
}
Result<TeamList> read(const v1::TeamList& in) {
  TeamList out{{}, in.announcement()};
  if (auto done = read_all(in.teams(), out.teams); !done) return done.error();
  return out;
}

AuditList read(const v1::AuditList& in) {
  AuditList out;
  for (const v1::AuditEntry& one : in.entries())
    out.entries.push_back({one.number(), one.at(), one.who(), one.action(), one.subject(), one.detail()});
  return out;
}

namespace {

template <class Body>
Result<TeamAnswer> lift_answer(const Result<Body>& body) {
  if (!body) return body.error();
  return TeamAnswer{*body};
}

}  // namespace

Result<SubmitProgress> read(const v1::SubmitProgress& in) {
  if (!known(in.state(), TeamVersion::State::kInterrupted)) return bad_state();
  SubmitProgress out{
      in.number(), static_cast<TeamVersion::State>(in.state()), in.queue_position(), {}, in.anew()};
  for (const v1::ProgressLine& one : in.lines()) out.lines.push_back({one.stage(), one.line()});
  return out;
}

Result<SubmitReport> read(const v1::SubmitReport& in) {
  const auto state = static_cast<TeamVersion::State>(in.state());
  if (!known(in.state(), TeamVersion::State::kInterrupted) || !is_settled(state)) return bad_state();
  return SubmitReport{in.number(), state, in.title(), in.report(), in.page()};
}

Result<TeamAnswer> read(const v1::TeamAnswer& in) {
  switch (in.body_case()) {
    case v1::TeamAnswer::kDone:
      return TeamAnswer{TeamDone{in.done().sentence()}};
    case v1::TeamAnswer::kMe:
      return lift_answer(read(in.me()));
    case v1::TeamAnswer::kChallenge:
      return lift_answer(read(in.challenge()));
    case v1::TeamAnswer::kInvitation:
      return TeamAnswer{
          NewInvitation{in.invitation().key(), in.invitation().link(), in.invitation().expires()}};
    case v1::TeamAnswer::kInvitations:
      return TeamAnswer{read(in.invitations())};
    case v1::TeamAnswer::kTeams:
      return lift_answer(read(in.teams()));
    case v1::TeamAnswer::kAudit:
      return TeamAnswer{read(in.audit())};
    case v1::TeamAnswer::BODY_NOT_SET:
      break;
  }
  return bad_input("the answer has no known body");
}

}  // namespace quiver::wire
