// The files of a bundle on this machine, in a folder that has the bundle's name.
//
// The folder comes into being complete, by a rename, and so it is replaced: whoever starts a bot from it
// finds all its files, though another process may do the same at the same time. Folders that a killed process
// left half written are removed. A folder is locked while somebody uses it, with a lock that ends with the
// process, and only others are removed to make room. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/bundle.hpp"

namespace quiver::launch {

// Every file is there with its bytes and rights, nothing else is, and all belongs to this user.
bool is_intact(const wire::Bundle& bundle, const std::string& folder);

// The folder stays as long as any copy of this lives.
using BundleHold = std::shared_ptr<const void>;

// Makes `folder` hold the bundle's files, unless it does. Folders above it are made too.
base::Result<BundleHold> put_in_cache(const wire::Bundle& bundle, const std::string& folder);

// Removes bundles that nobody uses, the one that was used the longest ago first, until those that are left
// take at most so many bytes of the disk.
void trim_cache(const std::string& cache_folder, std::uint64_t most_bytes);

}  // namespace quiver::launch
