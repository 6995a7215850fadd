// The messages about teams from and to protobuf: for the two codecs and for the page's JSON. For layers that
// may see protobuf's types (.ci/check_layers.py).
//
// Text of the referee's own is made valid UTF-8 and cut to its limit when it is written. What a client sends
// is taken whole, because cutting a name could turn it into another one; the limit of frames bounds it.
#pragma once

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/team_messages.hpp"
#include "quiver/v1/teams.pb.h"

namespace quiver::wire {

void fill(v1::SubmitBegin& out, const SubmitBegin& in);
void fill(v1::SubmitPart& out, const SubmitPart& in);
void fill(v1::SubmitFollow& out, const SubmitFollow& in);
void fill(v1::TeamRequest& out, const TeamRequest& in);
SubmitBegin read(const v1::SubmitBegin& in);
SubmitFollow read(const v1::SubmitFollow& in);
// An error without a body.
base::Result<TeamRequest> read(const v1::TeamRequest& in);

void fill(v1::SubmitWanted& out, const SubmitWanted& in);
void fill(v1::SubmitAccepted& out, const SubmitAccepted& in);
void fill(v1::SubmitProgress& out, const SubmitProgress& in);
void fill(v1::SubmitReport& out, const SubmitReport& in);
void fill(v1::TeamAnswer& out, const TeamAnswer& in);
base::Result<SubmitProgress> read(const v1::SubmitProgress& in);
base::Result<SubmitReport> read(const v1::SubmitReport& in);
base::Result<TeamAnswer> read(const v1::TeamAnswer& in);

// The parts of these, some of which the page sends by themselves.
void fill(v1::Me& out, const Me& in);
void fill(v1::TeamVersion& out, const TeamVersion& in);
void fill(v1::ProgressLine& out, const ProgressLine& in);
void fill(v1::Challenge& out, const Challenge& in);
void fill(v1::NewInvitation& out, const NewInvitation& in);
void fill(v1::InvitationList& out, const InvitationList& in);
void fill(v1::TeamList& out, const TeamList& in);
void fill(v1::AuditList& out, const AuditList& in);
void fill(v1::ChallengeGame& out, const Challenge::Game& in);
void fill(v1::Invitation& out, const Invitation& in);
void fill(v1::AuditEntry& out, const AuditEntry& in);
base::Result<Me> read(const v1::Me& in);
base::Result<TeamVersion> read(const v1::TeamVersion& in);
base::Result<Challenge> read(const v1::Challenge& in);
base::Result<Challenge::Game> read(const v1::ChallengeGame& in);
InvitationList read(const v1::InvitationList& in);
base::Result<TeamList> read(const v1::TeamList& in);
base::Result<TeamRow> read(const v1::TeamRow& in);
AuditList read(const v1::AuditList& in);

}  // namespace quiver::wire
