#include "referee/launch/freezer.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/launch/kernel_file.hpp"

namespace quiver::launch {

namespace {

base::Error freezer_failure(const std::string& path) {
  return base::bad_input("the control group " + path + " cannot be frozen: " + std::strerror(errno));
}

}  // namespace

base::Result<Freezer> Freezer::in(const std::string& folder) {
  Freezer freezer;
  freezer.folder_ = folder;
  freezer.freeze_ = Descriptor(open((folder + "/cgroup.freeze").c_str(), O_WRONLY | O_CLOEXEC));
  freezer.cpu_ = Descriptor(open((folder + "/cpu.stat").c_str(), O_RDONLY | O_CLOEXEC));
  if (!freezer.freeze_ || !freezer.cpu_) return freezer_failure(folder);
  return freezer;
}

base::Result<Freezer> Freezer::make(const std::string& where, const std::string& name) {
  const std::string folder = where + "/" + name;
  if (mkdir(folder.c_str(), 0755) != 0) return freezer_failure(folder);
  auto freezer = in(folder);
  if (freezer)
    freezer->own_ = true;
  else
    rmdir(folder.c_str());
  return freezer;
}

Freezer& Freezer::operator=(Freezer&& other) noexcept {
  if (this == &other) return *this;
  remove();
  folder_ = std::exchange(other.folder_, "");
  own_ = std::exchange(other.own_, false);
  freeze_ = std::move(other.freeze_);
  cpu_ = std::move(other.cpu_);
  return *this;
}

Freezer::~Freezer() { remove(); }

void Freezer::remove() {
  if (!own_ || folder_.empty()) return;
  // The last of its processes may be on its way out. What stays all the same is removed at the next start.
  for (int tries = 0; rmdir(folder_.c_str()) != 0 && errno == EBUSY && tries < 50; ++tries) {
    kill();
    usleep(200);
  }
  folder_.clear();
}

base::Result<void> Freezer::add(pid_t process) const {
  if (!write_kernel_file(folder_ + "/cgroup.procs", std::to_string(process))) return freezer_failure(folder_);
  return {};
}

// One write of one byte at offset 0, on a descriptor that stays open: this happens with every move.
bool Freezer::set(bool frozen) const { return pwrite(freeze_.get(), frozen ? "1" : "0", 1, 0) == 1; }

bool Freezer::frozen() const {
  return read_kernel_file(folder_ + "/cgroup.events").find("frozen 1") != std::string::npos;
}

base::Duration Freezer::cpu() const { return read_cpu_stat(cpu_); }

void Freezer::kill() const { write_kernel_file(folder_ + "/cgroup.kill", "1"); }

base::Duration read_cpu_stat(const Descriptor& file) {
  std::array<char, 256> text{};
  // pread from the start makes the kernel compute the numbers anew.
  const ssize_t got = pread(file.get(), text.data(), text.size(), 0);
  if (got <= 0) return base::Duration{0};
  const std::string_view all(text.data(), static_cast<std::size_t>(got));
  constexpr std::string_view kKey = "usage_usec ";
  const std::size_t at = all.find(kKey);
  if (at == std::string_view::npos) return base::Duration{0};
  std::int64_t micros = 0;
  std::from_chars(all.data() + at + kKey.size(), all.data() + all.size(), micros);
  return std::chrono::microseconds(micros);
}

}  // namespace quiver::launch
