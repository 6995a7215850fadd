// Certificates for tests, made on the spot: right ones and every kind of wrong one.
#pragma once

#include <memory>
#include <string>

namespace quiver::tests {

// Both in PEM.
struct Certified {
  std::string certificate;
  std::string key;
};

struct Wanted {
  std::string names = "DNS:localhost,IP:127.0.0.1";
  long from = -3600;  // seconds from now
  long until = 24 * 3600;
};

class Authority {
 public:
  Authority();
  ~Authority();
  Authority(const Authority&) = delete;
  Authority& operator=(const Authority&) = delete;

  [[nodiscard]] std::string certificate() const;
  [[nodiscard]] Certified issue(const Wanted& wanted = {}) const;

 private:
  struct Own;
  std::unique_ptr<Own> own_;
};

Certified self_signed(const Wanted& wanted = {});

}  // namespace quiver::tests
