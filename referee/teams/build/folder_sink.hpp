// Writes unpacked files into a new folder of this machine.
//
// Files get the rights 0644 or 0755, folders 0755: a bot that is a user of its own can read them. Every file
// is created and never opened a second time, so that nothing is written through a link. An error is this
// machine's (kUnreadable). Not for use by two threads at once.
#pragma once

#include "referee/launch/descriptor.hpp"
#include "referee/teams/build/entry_gate.hpp"

namespace quiver::teams {

class FolderSink final : public EntrySink {
 public:
  // The folder has to be there, and empty.
  explicit FolderSink(std::string folder) : folder_(std::move(folder)) {}

  base::Result<void> make_folder(const std::string& path) override;
  base::Result<void> begin_file(const std::string& path, bool executable) override;
  base::Result<void> write(std::string_view bytes) override;
  base::Result<void> end_file() override;

 private:
  std::string folder_;
  launch::Descriptor file_;
};

// "the files cannot be unpacked here: No space left on device".
base::Error cannot_store(int error);

}  // namespace quiver::teams
