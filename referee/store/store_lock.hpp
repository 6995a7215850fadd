// Who may write to a store: the process that holds the kernel's lock on FILE.lock beside it.
//
// The lock goes with its process, however that ends, so nothing has to be cleaned up after a crash. The file
// itself stays: were it deleted, two processes could each lock a file of that name. In it stands who holds
// the lock, for the sentence that the next one reads. A movable value.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/launch/descriptor.hpp"

namespace quiver::store {

class StoreLock {
 public:
  // An error says who has it: "t.db" is in use by process 4711 (quiver tournament, since
  // 2026-01-31T12:00:00Z).
  static base::Result<StoreLock> take(const std::string& store);

  StoreLock(StoreLock&&) noexcept = default;
  StoreLock& operator=(StoreLock&&) = delete;
  ~StoreLock();

 private:
  explicit StoreLock(launch::Descriptor file) : file_(std::move(file)) {}
  launch::Descriptor file_;
};

}  // namespace quiver::store
