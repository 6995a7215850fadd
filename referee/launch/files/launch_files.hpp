// The files that one start of a bot uses, opened for it: those that it can see, and those that it runs from.
//
// Everything is opened once for each start, as file_origin.hpp says, and what was opened is what the bot
// gets. An isolated bot gets copies of its program and of the files that its arguments name (snapshots.hpp),
// so that its fingerprint is that of the very bytes it runs. Where it cannot have copies (it is not isolated,
// the file is the system's, or very large) the files themselves are read, and is_unsettled() says afterwards
// whether somebody wrote to them before it had loaded them. Not for use by two threads at once.
#pragma once

#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/files/file_origin.hpp"
#include "referee/launch/files/snapshots.hpp"
#include "referee/launch/supervisor_protocol.hpp"

namespace quiver::launch {

// What a process was started from.
class BotVersion {
 public:
  [[nodiscard]] const std::string& fingerprint() const { return fingerprint_; }
  // A start now would take other files: somebody has changed them and has finished doing so.
  [[nodiscard]] bool is_outdated() const;
  // A file that was not copied has changed since it was read: it is unknown which content was loaded.
  [[nodiscard]] bool is_unsettled() const;

 private:
  struct File {
    FileOrigin origin;
    FileKey key;
    bool copied = false;
  };
  std::string fingerprint_;
  std::vector<File> files_;

  friend class LaunchFilesMaker;
};

// Must live until the process that is started from it runs.
struct LaunchFiles {
  std::vector<ShownFile> shown;  // folders before what is in them
  std::vector<Descriptor> held;  // so that no other file gets the number of one that was opened
  std::vector<SnapshotPtr> copies;
  BotVersion version;
};

// `snapshots` may be null: there are no copies then. An error if one of the files is not there any more, or
// is not what it was when the command line was read.
base::Result<LaunchFiles> open_launch_files(const BotSpec& bot, bool isolated, Snapshots* snapshots);

// For a program that has no files of its own: what it is shown of this machine now. What is not there is not
// shown.
base::Result<LaunchFiles> open_shown_files(const std::vector<std::string>& paths);

// Shows these, too.
void add_shown(LaunchFiles& files, LaunchFiles more);

// Settles where all paths lead that a bot's command line names and that are not settled yet.
base::Result<void> settle_origins(BotSpec& bot);

}  // namespace quiver::launch
