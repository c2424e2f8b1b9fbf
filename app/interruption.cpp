#include "app/interruption.hpp"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdio>

#include "ledger/values/invariant.hpp"

namespace payonce {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

// A handler may do no more than set a number of this kind.
volatile std::sig_atomic_t heard = 0;

void hear(int signal) { heard = signal; }

}  // namespace

Interruption::Interruption() {
  heard = 0;
  for (std::size_t n = 0; n < signals.size(); ++n) {
    struct sigaction action {};
    action.sa_handler = hear;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    (void)sigaction(signals[n], nullptr, &before_[n]);
    // One that is ignored, as by nohup, stays so.
    if (before_[n].sa_handler != SIG_IGN) (void)sigaction(signals[n], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t n = 0; n < signals.size(); ++n) (void)sigaction(signals[n], &before_[n], nullptr);
}

bool Interruption::wished() const { return heard != 0; }

void Interruption::end() const {
  invariant(wished(), "only a wish that was heard ends the process");
  (void)std::fflush(nullptr);
  (void)std::signal(heard, SIG_DFL);
  (void)raise(heard);
  _exit(128 + heard);
}

}  // namespace payonce
