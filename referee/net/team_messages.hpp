// Handles the messages about submissions and teams: puts uploads together and passes everything on to
// TeamRequests.
//
// Only who came with a token of its own may send them, and some are for administrators only; everybody else
// gets an Error. All but the parts of an upload that was announced take from the budget for unasked messages.
// Without a TeamRequests all of them are refused. One thread.
#pragma once

#include "referee/net/incoming.hpp"
#include "referee/net/team_requests.hpp"
#include "referee/net/uploads.hpp"

namespace quiver::net {

class TeamMessages {
 public:
  // Null: no submissions are taken, as at first. It must outlive this, or be set to null before.
  void set_requests(TeamRequests* requests) { requests_ = requests; }

  // Answered by SubmitWanted, by SubmitAccepted, or by Error.
  void on(const Incoming& in, const wire::SubmitBegin& message);
  void on(const Incoming& in, const wire::SubmitPart& message);
  void on(const Incoming& in, const wire::SubmitFollow& message);
  void on(const Incoming& in, const wire::TeamRequest& message);
  // Gives up what was arriving over this connection.
  void on_closed(const Connection& connection) { uploads_.drop(connection.number()); }

  // Of submissions that are arriving.
  [[nodiscard]] std::size_t num_bytes() const { return uploads_.bytes(); }

 private:
  // False if the sender may not send such messages, or sends too many; it has its answer then.
  bool is_allowed(const Incoming& in) const;

  TeamRequests* requests_ = nullptr;
  Uploads uploads_;
};

}  // namespace quiver::net
