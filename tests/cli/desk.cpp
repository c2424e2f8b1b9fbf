#include "tests/cli/desk.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>
#include <atomic>

namespace payonce::test {
namespace {

std::atomic<int> runs{0};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// In the child, between fork and exec: only calls that are safe there.
void put_in_place(const char* file, int descriptor, int flags) {
  const int opened = open(file, flags | O_CREAT, 0600);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(98);
  if (opened != descriptor) close(opened);
}

/// A layer's name holds a word of the database's, and is ours.
std::string without_layer_names(std::string text) {
  constexpr std::string_view layer = "unique_constraint";
  for (std::size_t at = 0; (at = text.find(layer)) != std::string::npos;) text.erase(at, layer.size());
  return text;
}

}  // namespace

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  bool quoted = false;
  bool inside = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
      if (!inside) words.emplace_back();
      inside = true;
    } else if (c == ' ' && !quoted) {
      inside = false;
    } else {
      if (!inside) words.emplace_back();
      inside = true;
      words.back() += c;
    }
  }
  return words;
}

pid_t Desk::start(const std::vector<std::string>& words, const std::string& name, Out out,
                  const std::vector<std::string>& environment) const {
  std::vector<std::string> arguments{PAYONCE_PROGRAM};
  arguments.insert(arguments.end(), words.begin(), words.end());
  std::vector<std::string> settings = environment;
  if (settings.empty()) settings.emplace_back("LC_ALL=C");
  const std::vector<char*> argv = pointers_to(arguments);
  const std::vector<char*> envp = pointers_to(settings);
  const std::string out_file = folder_ / (name + ".out");
  const std::string err_file = folder_ / (name + ".err");
  int unread[2] = {-1, -1};
  if (out == Out::unread) {
    REQUIRE(pipe2(unread, O_CLOEXEC) == 0);
    close(unread[0]);
  }
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    put_in_place("/dev/null", STDIN_FILENO, O_RDONLY);
    put_in_place(err_file.c_str(), STDERR_FILENO, O_WRONLY | O_TRUNC);
    switch (out) {
      case Out::cramped:
      case Out::pinched:
      case Out::kept: put_in_place(out_file.c_str(), STDOUT_FILENO, O_WRONLY | O_TRUNC); break;
      case Out::full: put_in_place("/dev/full", STDOUT_FILENO, O_WRONLY); break;
      case Out::closed: close(STDOUT_FILENO); break;
      case Out::unread: dup2(unread[1], STDOUT_FILENO); break;
    }
    const rlim_t bytes = out == Out::pinched ? 4096 : 40960;
    const rlimit room{bytes, bytes};
    if ((out == Out::cramped || out == Out::pinched) && setrlimit(RLIMIT_FSIZE, &room) != 0) _exit(98);
    if (chdir(folder_.path().c_str()) != 0) _exit(98);
    execve(argv.front(), argv.data(), envp.data());
    _exit(99);
  }
  if (unread[1] >= 0) close(unread[1]);
  return child;
}

pid_t Desk::start(std::string_view line, std::string_view name) const {
  return start(words_of(line), std::string(name), Out::kept, {});
}

Ran Desk::end(pid_t process, std::string_view name, bool shows_sql) const {
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  Ran ran;
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  ran.out = contents(folder_ / (std::string(name) + ".out"));
  ran.err = contents(folder_ / (std::string(name) + ".err"));
  const std::string said = without_layer_names(ran.out + ran.err);
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  if (shows_sql) return ran;
  for (const std::string_view word :
       {"SQLITE", "SQLite", "sqlite", "constraint", "database", "UNIQUE", "std::", "PRAGMA"}) {
    CAPTURE(word);
    CHECK_FALSE(holds(said, word));
  }
  return ran;
}

Ran Desk::run(std::string_view line, Out out, const std::vector<std::string>& environment) const {
  const std::string name = "run" + std::to_string(++runs);
  // These two are asked for SQL, and show it.
  const bool shows_sql = line.starts_with("schema") || line.starts_with("explain");
  return end(start(words_of(line), name, out, environment), name, shows_sql);
}

std::string Desk::done(std::string_view line) const {
  const Ran ran = run(line);
  CAPTURE(line);
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  REQUIRE(ran.status == 0);
  return ran.out;
}

void Desk::open_shop(std::string_view options) const {
  done("init " + std::string(options));
  for (const std::string account : {"alice", "bob", "shop"}) done("account open " + account + " --currency CNY");
  done("topup alice --amount \"CNY 1000.00\" --key key-of-the-first-topup");
  done("order create o1 --buyer alice --payee shop --amount \"CNY 100.00\"");
  done("channel add card --settle-delay 1ms");
}

std::string Desk::books() const {
  return done("account list --all --json") + done("order list --json") + done("key list --json");
}

}  // namespace payonce::test
