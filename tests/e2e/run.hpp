// Runs the built program as a user would: a real process, its real output, its real exit code.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace quiver::tests {

struct Ran {
  std::string out;
  std::string err;
  int exit_code = -1;  // 128 + the signal that ended it
};

// Waits for the program to end. `environment` is added to the test's own; an empty value removes a name.
Ran run(const std::vector<std::string>& arguments,
        const std::map<std::string, std::string>& environment = {});

// The same, with standard output going into a file or device instead.
Ran run_into(const std::string& path, const std::vector<std::string>& arguments);

// A file of its own for this test, gone at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace quiver::tests
