// What the teams need of the program around them: tokens, the event loop, a thread for slow work, and
// `quiver admit`.
//
// RefereeHost is the one of a real ladder. All calls come on the referee's thread; none blocks.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/net/players/tokens.hpp"
#include "referee/teams/team_service.hpp"

namespace quiver::teams {

// One run of `quiver admit`.
struct AdmitRequest {
  std::string path;    // of what was submitted
  std::string folder;  // to work in; it stays until the end
  std::string kind;    // empty: to be found out
  std::string bundle;  // the path that the bundle is written to
};
// What it came to.
struct AdmitEnd {
  enum class Verdict {
    kAdmitted,
    kRefused,
    kFailed,  // this machine could not do it; nothing is known of the bot
  };
  Verdict verdict = Verdict::kFailed;
  std::string kind;
  std::string title;
  std::string sentence;  // the verdict in words
  std::string bundle;    // its name, of what is admitted
};
struct AdmitListener {
  std::function<void(const ProgressLine& line)> on_line;
  std::function<void(const AdmitEnd& end)> on_end;  // once; what runs may be destroyed in it
};

class TeamHost {
 public:
  virtual ~TeamHost() = default;

  // Whose token has this SHA-256, in the token file or by set_access().
  [[nodiscard]] virtual std::optional<net::Identity> identity_of(const std::string& token_hash) const = 0;
  [[nodiscard]] virtual bool has_token_for(const std::string& name) const = 0;
  virtual void set_access(net::TeamAccess access) = 0;
  // A bot with this token is connected.
  [[nodiscard]] virtual bool is_connected(const std::string& name) const = 0;

  // Runs `job` on another thread, one after the other, and then `then` on this one. Both may be dropped when
  // the host ends. The job may read the store; it gets null if that cannot be opened now.
  using Job = std::function<void(store::Store* store)>;
  virtual void in_background(Job job, std::function<void()> then) = 0;
  // Starts it. Destroying what is returned kills it, and then the listener hears nothing more.
  virtual base::Result<std::shared_ptr<void>> start_admit(const AdmitRequest& request,
                                                          AdmitListener listener) = 0;
  // Something has changed in the ladder: games may begin.
  virtual void look_again() = 0;
  // A sentence for the host's terminal.
  virtual void note(const std::string& sentence) = 0;
};

}  // namespace quiver::teams
