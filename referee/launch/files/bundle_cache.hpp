// The files of a bundle on this machine, in a folder that has the bundle's name.
//
// The folder comes into being complete, by a rename, and so it is replaced: whoever starts a bot from it
// finds all its files, though another process may do the same at the same time. Folders that a killed process
// left half written are removed. Any thread.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/bundle.hpp"

namespace quiver::launch {

// Every file is there with its bytes and rights, nothing else is, and all belongs to this user.
bool is_intact(const wire::Bundle& bundle, const std::string& folder);

// Makes `folder` hold the bundle's files, unless it does. Folders above it are made too.
base::Result<void> put_in_cache(const wire::Bundle& bundle, const std::string& folder);

}  // namespace quiver::launch
