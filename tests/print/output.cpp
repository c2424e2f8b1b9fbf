#include "app/print/output.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

using namespace payonce;

namespace {

/// What flush_output says in a process of its own whose standard output is `path` (none: closed), after it printed `times`.
bool flushes(const char* path, int times) {
  (void)std::fflush(stdout);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    close(STDOUT_FILENO);
    if (path != nullptr && open(path, O_WRONLY) != STDOUT_FILENO) _exit(9);
    for (int n = 0; n < times; ++n) (void)std::fputs("a line of a report\n", stdout);
    _exit(flush_output() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) != 9);
  return WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("output that cannot be written is noticed, however short or long it is") {
  CHECK(flushes("/dev/null", 1));
  CHECK(flushes("/dev/null", 10'000));
  CHECK_FALSE(flushes("/dev/full", 1));
  CHECK_FALSE(flushes("/dev/full", 10'000));  // failed on the way, with nothing left to flush at the end
  CHECK_FALSE(flushes(nullptr, 1));
}

TEST_CASE("a program that prints nothing needs no standard output") {
  CHECK(flushes("/dev/full", 0));
  CHECK(flushes(nullptr, 0));
}
