// Packs a folder as a .tar.gz by libarchive: for whoever submits several files.
//
// The same files give the same bytes, whoever packs them and when: their names, in order, and whether they
// are executable, and nothing else of them. Any thread; the locale of the calling thread is changed for the
// duration of the call.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"

namespace quiver::teams {

// The folder holds files and folders alone. An error names what cannot be read.
base::Result<std::string> write_archive(const std::string& folder);

}  // namespace quiver::teams
