#include "referee/web/teams/team_handler.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"
#include "referee/web/http/target.hpp"
#include "referee/web/teams/team_answers.hpp"
#include "referee/web/views.hpp"

namespace quiver::web {

namespace {

std::string in_mebibytes(std::size_t bytes) {
  const std::size_t mebi = 1U << 20U;
  return bytes % mebi == 0 ? std::to_string(bytes / mebi) + " MiB" : std::to_string(bytes) + " bytes";
}

}  // namespace

Denial denial_of(const base::Error& error) {
  switch (error.code) {
    case base::Error::Code::kBadInput:
    case base::Error::Code::kNoSuchCell:
      return {400, error.sentence};
    case base::Error::Code::kIllegal:
    case base::Error::Code::kNotYet:
      return {409, error.sentence};
    case base::Error::Code::kUnreadable:
      return {503, error.sentence};
  }
  return {500, error.sentence};
}

const std::vector<TeamHandler::Route>& TeamHandler::routes() {
  using T = TeamHandler;
  const auto at = [](const std::string& path) { return parts_of("/api/v1/" + path); };
  static const std::vector<Route> all = {
      {"POST", at("session"), Who::kAnybody, &T::sign_in},
      {"POST", at("session/end"), Who::kAnybody, &T::sign_out},
      {"POST", at("join/check"), Who::kAnybody, &T::check_invitation},
      {"POST", at("join"), Who::kAnybody, &T::join},
      {"GET", at("notice"), Who::kAnybody, &T::notice},
      {"GET", at("me"), Who::kTeam, &T::me},
      {"POST", at("submissions"), Who::kTeam, &T::submit},
      {"GET", at("submissions/*"), Who::kTeam, &T::submission},
      {"POST", at("versions/*/activate"), Who::kTeam, &T::activate},
      {"POST", at("withdraw"), Who::kTeam, &T::withdraw},
      {"POST", at("challenges"), Who::kTeam, &T::challenge},
      {"GET", at("admin/teams"), Who::kAdmin, &T::list_teams},
      {"GET", at("admin/audit"), Who::kAdmin, &T::list_audit},
      {"GET", at("admin/invitations"), Who::kAdmin, &T::list_invitations},
      {"GET", at("admin/teams/*/submissions/*"), Who::kAdmin, &T::team_submission},
      {"POST", at("admin/invitations"), Who::kAdmin, &T::invite},
      {"POST", at("admin/invitations/*/revoke"), Who::kAdmin, &T::revoke},
      {"POST", at("admin/teams/*/disqualify"), Who::kAdmin, &T::disqualify},
      {"POST", at("admin/teams/*/reinstate"), Who::kAdmin, &T::reinstate},
      {"POST", at("admin/announcement"), Who::kAdmin, &T::announce},
  };
  return all;
}

bool TeamHandler::matches(const Route& route, const Parts& parts, std::vector<std::string>& names) {
  if (route.path.size() != parts.size()) return false;
  names.clear();
  for (std::size_t at = 0; at < parts.size(); ++at) {
    if (route.path[at] == "*")
      names.push_back(parts[at]);
    else if (route.path[at] != parts[at])
      return false;
  }
  return true;
}

bool TeamHandler::has(const Parts& parts) {
  std::vector<std::string> names;
  for (const Route& route : routes())
    if (matches(route, parts, names)) return true;
  return false;
}

TeamHandler::TeamHandler(boost::asio::io_context& io, teams::TeamService& service, SpectatorHub& hub,
                         TeamAccess::OverTls over_tls)
    : service_(service),
      hub_(hub),
      over_tls_(over_tls),
      access_(service, std::move(over_tls)),
      stream_(io, service, challenges_) {}

TeamHandler::~TeamHandler() {
  const std::set<TeamListener*> all = listeners_;
  for (TeamListener* one : all) one->detach();
}

void TeamHandler::on_request(const Request& request, const Parts& parts, const Answer& answer) {
  const std::string method = request.method == "HEAD" ? "GET" : request.method;
  const auto does = method == "GET" ? TeamAccess::Does::kRead : TeamAccess::Does::kChange;
  std::string allowed;
  std::vector<std::string> names;
  for (const Route& route : routes()) {
    if (!matches(route, parts, names)) continue;
    allowed = route.method;
    if (route.method != method) continue;
    Asked asked{request, {}, names, answer};
    if (route.who != Who::kAnybody) {
      auto visitor = access_.visitor(request, does, base::clock_now());
      if (!visitor) return answer(refusal(visitor.error()));
      if (route.who == Who::kAdmin && !visitor->caller.admin)
        return answer(refusal({403, "only an administrator may do this"}));
      asked.visitor = std::move(*visitor);
    }
    return (this->*route.handle)(asked);
  }
  Response response = refusal({405, base::quoted(request.method) + " is not supported here"});
  response.headers.emplace_back("Allow", allowed);
  answer(std::move(response));
}

bool TeamHandler::is_upload(const Request& request) {
  return request.method == "POST" && parts_of(request.path) == Parts{"api", "v1", "submissions"};
}

Granted<BodyLimit> TeamHandler::upload_limit(const Request& request) {
  const auto visitor = access_.visitor(request, TeamAccess::Does::kChange, base::clock_now());
  if (!visitor) return visitor.error();
  const std::size_t most = service_.accepts().max_size;
  if (request.announced > most) return Denial{413, "a submission may have at most " + in_mebibytes(most)};
  // Of a body without a length nothing is known but that there is one.
  const auto size = static_cast<std::size_t>(std::max<std::uint64_t>(request.announced, 1));
  const auto may =
      service_.may_submit(visitor->caller, request.parameter("file"), request.parameter("kind"), size);
  if (!may) return denial_of(may.error());
  return BodyLimit{most, visitor->caller.id};
}

bool TeamHandler::read(const Asked& asked, google::protobuf::Message& message) {
  const auto refuse = [&](const Denial& denial) {
    asked.answer(refusal(denial));
    return false;
  };
  // Other sites' pages cannot send this type without being asked for permission, which nobody gives.
  if (!is_json(asked.request)) return refuse({415, "this has to be sent as application/json"});
  const auto read = read_json(asked.request.body, message);
  return read ? true : refuse({400, read.error().sentence});
}

// --- signing in

void TeamHandler::answer_signed_in(const Asked& asked, const TeamAccess::SignedIn& signed_in,
                                   const google::protobuf::Message& message) {
  Response response = message_response(message);
  response.headers.emplace_back("Set-Cookie", signed_in.cookie);
  asked.answer(std::move(response));
}

void TeamHandler::sign_in(const Asked& asked) {
  v1::SessionRequest session;
  if (!read(asked, session)) return;
  const auto signed_in = access_.sign_in(asked.request, session.token(), base::clock_now());
  if (!signed_in) return asked.answer(refusal(signed_in.error()));
  answer_signed_in(asked, *signed_in, me_of(signed_in->caller, service_.team(signed_in->caller), service_));
}

void TeamHandler::sign_out(const Asked& asked) {
  if (const auto own = TeamAccess::check_own(asked.request); !own) return asked.answer(refusal(own.error()));
  Response response = done_response("signed out");
  response.headers.emplace_back("Set-Cookie", access_.sign_out(asked.request));
  asked.answer(std::move(response));
  sweep(base::clock_now());
}

// --- joining

void TeamHandler::check_invitation(const Asked& asked) {
  const base::Time now = base::clock_now();
  if (const auto own = TeamAccess::check_own(asked.request); !own) return asked.answer(refusal(own.error()));
  if (const auto may = access_.check_pause(asked.request, now); !may)
    return asked.answer(refusal(may.error()));
  v1::JoinRequest request;
  if (!read(asked, request)) return;
  v1::JoinCheck check;
  const auto invitation = service_.invitation(request.key());
  check.set_valid(invitation.has_value());
  if (invitation) {
    check.set_display(base::plain_text(invitation->display, wire::kMaxSentence));
    check.set_expires(invitation->expires);
  } else {
    access_.note_wrong(asked.request, now);
    check.set_sentence(base::plain_text(invitation.error().sentence, wire::kMaxSentence));
  }
  asked.answer(message_response(check));
}

void TeamHandler::join(const Asked& asked) {
  const base::Time now = base::clock_now();
  if (const auto own = TeamAccess::check_own(asked.request); !own) return asked.answer(refusal(own.error()));
  if (const auto may = access_.check_pause(asked.request, now); !may)
    return asked.answer(refusal(may.error()));
  v1::JoinRequest request;
  if (!read(asked, request)) return;
  if (const auto known = service_.invitation(request.key()); !known) {
    access_.note_wrong(asked.request, now);
    return asked.answer(refusal({404, known.error().sentence}));
  }
  // The request is gone when the answer comes.
  const Request copy = asked.request;
  const auto respond = [this, copy, display = request.display()](const teams::Joined& joined) {
    v1::JoinAnswer message;
    message.set_id(joined.id);
    message.set_display(base::plain_text(display, wire::kMaxSentence));
    message.set_token(joined.token);
    Response response = message_response(message);
    if (const auto signed_in = access_.sign_in(copy, joined.token, base::clock_now()))
      response.headers.emplace_back("Set-Cookie", signed_in->cookie);
    return response;
  };
  service_.join(request.key(), request.id(), request.display(), then<teams::Joined>(asked, respond));
}

void TeamHandler::notice(const Asked& asked) { asked.answer(message_response(notice_of(service_))); }

// --- who follows

Granted<ListenerPtr> TeamHandler::listen(const Request& request) {
  auto visitor = access_.visitor(request, TeamAccess::Does::kRead, base::clock_now());
  if (!visitor) return visitor.error();
  return ListenerPtr(std::make_shared<TeamListener>(*this, std::move(*visitor)));
}

void TeamHandler::sweep(base::Time now) {
  access_.sweep(now);
  // A copy: closing one may remove it.
  const std::set<TeamListener*> all = listeners_;
  for (TeamListener* one : all) one->check();
}

TeamListener::TeamListener(TeamHandler& handler, TeamAccess::Visitor visitor)
    : handler_(&handler), visitor_(std::move(visitor)) {
  handler_->listeners_.insert(this);
}
TeamListener::~TeamListener() {
  if (handler_ != nullptr) handler_->listeners_.erase(this);
}
void TeamListener::on_open(const PeerPtr& peer) {
  peer_ = peer;
  if (handler_ == nullptr) return peer_->close(kCloseTryLater, "there are no teams any more");
  handler_->stream_.follow(visitor_.caller, peer);
}
void TeamListener::on_text(std::string_view) { peer_->close(kClosePolicy, "nothing can be sent here"); }
void TeamListener::on_closed() {
  if (handler_ != nullptr && peer_) handler_->stream_.leave(peer_);
  peer_ = nullptr;
}
void TeamListener::check() {
  if (peer_ && !handler_->access_.is_current(visitor_)) peer_->close(kClosePolicy, "the session has ended");
}
void TeamListener::detach() {
  handler_ = nullptr;
  if (peer_) peer_->close(kCloseTryLater, "there are no teams any more");
}

}  // namespace quiver::web
