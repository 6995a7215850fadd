#include "referee/cli/options/stop_signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

namespace quiver::cli {

namespace {

sigset_t stop_signals() {
  sigset_t all;
  sigemptyset(&all);
  for (const int one : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&all, one);
  return all;
}

}  // namespace

StopSignals::StopSignals() {
  const sigset_t all = stop_signals();
  pthread_sigmask(SIG_BLOCK, &all, &before_);
  come_ = launch::Descriptor(signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK));
}

StopSignals::~StopSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

int StopSignals::signal() {
  signalfd_siginfo info{};
  if (signal_ == 0 && read(come_.get(), &info, sizeof info) == sizeof info)
    signal_ = static_cast<int>(info.ssi_signo);
  return signal_;
}

StopSignalsLetThrough::StopSignalsLetThrough() {
  const sigset_t all = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &all, &before_);
}

StopSignalsLetThrough::~StopSignalsLetThrough() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace quiver::cli
