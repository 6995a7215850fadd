// The fingerprint of a launched bot: changes when its author changes its files.
//
// 16 hexadecimal digits over the program's bytes, its arguments, and the bytes of files that these name.
// What cannot be read counts as empty. It is stored: the same files must always give the same digits.
#pragma once

#include <cstdint>
#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/launch/bot_spec.hpp"

namespace quiver::launch {

class Fingerprint {
 public:
  // All its bytes, from the first on.
  void add_file(int file);
  // Ends a word: the words {"ab", "c"} and {"a", "bc"} differ.
  void add_word(const std::string& word);
  [[nodiscard]] std::string text() const;

 private:
  std::uint64_t state_ = 0;
};

// Of the files as they are now. Of a remote bot nothing is known: empty.
base::Result<std::string> fingerprint(const BotSpec& bot);

}  // namespace quiver::launch
