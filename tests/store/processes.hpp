#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/// Real processes, because what is promised to several of them cannot be seen inside one. A child leaves by _exit, so that it
/// runs none of the parent's endings, and says by its status how it fared: what `work` returned, or 99 for an exception.
/// Start it while no Store is open here: the driver's memory of this process's locks would be copied, and the locks not.
namespace payonce::test {

inline pid_t start_process(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child != 0) return child;
  int status = 99;
  try {
    status = work();
  } catch (const std::exception& met) {
    const std::string words = std::string("a child met: ") + met.what() + "\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, words.data(), words.size());
  } catch (...) {
    // A failed REQUIRE has told its story already; it must not run on into the parent's part of the test.
  }
  _exit(status);
}

/// The child's status, or minus the signal that ended it.
inline int end_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

inline std::vector<int> run_processes(int count, const std::function<int(int)>& work) {
  std::vector<pid_t> children;
  for (int i = 0; i < count; ++i) children.push_back(start_process([&] { return work(i); }));
  std::vector<int> statuses;
  for (const pid_t child : children) statuses.push_back(end_of(child));
  return statuses;
}

/// One process tells another that it has come to a point.
class Signal {
 public:
  Signal() {
    if (pipe(ends_) != 0) throw std::exception();
  }
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;
  ~Signal() {
    close(ends_[0]);
    close(ends_[1]);
  }
  void give() { [[maybe_unused]] const ssize_t written = write(ends_[1], "!", 1); }
  void await() {
    char byte = 0;
    [[maybe_unused]] const ssize_t got = read(ends_[0], &byte, 1);
  }

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace payonce::test
