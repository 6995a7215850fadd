// SHA-256, for names that stand for content: whoever has the name can tell whether the bytes are the right
// ones. sha256_hex() is a pure function, any thread; a Sha256 belongs to one thread at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace quiver::wire {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

// The same of bytes that come in pieces, 32 bytes in the end.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void add(std::string_view bytes);
  // Of all that was added. Nothing can be added afterwards.
  std::string finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace quiver::wire
