#include "scenarios/player/child.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "ledger/values/invariant.hpp"
#include "scenarios/player/perform.hpp"

namespace payonce::player {
namespace {

// What a child says: it is ready, it has stalled, or here is its response.
constexpr char says_ready = 'r';
constexpr char says_stalled = 's';
constexpr char says_response = 'd';

struct Clocks {
  std::int64_t wall_ns;
  std::int64_t boot_ns;
  std::int64_t jumped_ns;
};

/// False where the other end is gone.
bool write_all(int fd, const void* bytes, std::size_t length) {
  const char* at = static_cast<const char*>(bytes);
  while (length > 0) {
    const ssize_t written = ::send(fd, at, length, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    at += written;
    length -= static_cast<std::size_t>(written);
  }
  return true;
}

bool read_all(int fd, void* bytes, std::size_t length) {
  char* at = static_cast<char*>(bytes);
  while (length > 0) {
    const ssize_t got = ::read(fd, at, length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    length -= static_cast<std::size_t>(got);
  }
  return true;
}

std::int64_t* shared_number() {
  void* memory = ::mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  invariant(memory != MAP_FAILED, "the system gives a page of shared memory");
  auto* number = static_cast<std::int64_t*>(memory);
  *number = 0;
  return number;
}

bool await_clocks(int parent, StageWorld& world) {
  Clocks clocks{};
  if (!read_all(parent, &clocks, sizeof clocks)) return false;
  world.turn_to(clocks.wall_ns, clocks.boot_ns, clocks.jumped_ns);
  return true;
}

}  // namespace

Child::Child(Stage& stage, const script::Step& step, const Currency& currency) : passed_ns_(shared_number()) {
  stage.let_go();
  std::array<int, 2> ends{};
  invariant(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "the system gives two ends of a line");
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  invariant(pid_ >= 0, "the system gives a process");
  if (pid_ == 0) {
    // It must not outlive the player, whatever becomes of that.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::close(ends[0]);
    live(stage, step, currency, ends[1]);
  }
  ::close(ends[1]);
  line_ = ends[0];
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      line_(std::exchange(other.line_, -1)),
      passed_ns_(std::exchange(other.passed_ns_, nullptr)),
      killed_itself_(other.killed_itself_) {}

Child::~Child() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    reap();
  }
  if (line_ >= 0) ::close(line_);
  if (passed_ns_ != nullptr) ::munmap(passed_ns_, sizeof(std::int64_t));
}

void Child::live(Stage& stage, const script::Step& step, const Currency& currency, int parent) {
  // Nothing of the parent may be torn down here, so this process leaves by _exit alone, also from an exception.
  Response response;
  try {
    StageWorld& world = stage.world();
    world.count_into(passed_ns_);
    Hands& hands = stage.hands();
    if (!write_all(parent, &says_ready, 1) || !await_clocks(parent, world)) ::_exit(1);
    if (const auto label = step_named(step.crash_at)) world.kill_at(*label);
    if (const auto label = step_named(step.stall_at)) {
      world.stall_at(*label, [&] {
        if (!write_all(parent, &says_stalled, 1) || !await_clocks(parent, world)) ::_exit(1);
      });
    }
    response = perform(hands, step, currency);
    stage.let_go();
  } catch (const std::exception& thrown) {
    response = failed(thrown.what());
  }
  const std::string bytes = packed(response);
  const std::uint64_t length = bytes.size();
  const bool said = write_all(parent, &says_response, 1) && write_all(parent, &length, sizeof length) &&
                    write_all(parent, bytes.data(), bytes.size());
  ::_exit(said ? 0 : 1);
}

bool Child::ready() {
  char word = 0;
  return read_all(line_, &word, 1) && word == says_ready;
}

void Child::let_go(StageWorld& world) {
  *passed_ns_ = 0;
  const Clocks clocks{world.wall_ns(), world.boot_ns(), world.jumped_ns()};
  // Where it has died meanwhile, response() says so.
  (void)write_all(line_, &clocks, sizeof clocks);
}

Response Child::response() {
  char word = 0;
  std::uint64_t length = 0;
  Response said;
  if (!read_all(line_, &word, 1)) {
    reap();
    if (!killed_itself_) return failed("the process ended without an answer");
    said.kind = Response::Kind::killed;
    return said;
  }
  if (word == says_stalled) {
    said.kind = Response::Kind::stalled;
    return said;
  }
  std::string bytes;
  if (word == says_response && read_all(line_, &length, sizeof length)) {
    bytes.resize(length);
    if (read_all(line_, bytes.data(), bytes.size())) {
      reap();
      if (auto whole = unpacked(bytes)) return *std::move(whole);
    }
  }
  return failed("the process broke off its answer");
}

void Child::reap() {
  if (pid_ <= 0) return;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
  killed_itself_ = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  pid_ = -1;
}

std::vector<Response> at_the_same_moment(Stage& stage, const std::vector<script::Step>& steps,
                                         const Currency& currency) {
  std::vector<Child> children;
  children.reserve(steps.size());
  for (const script::Step& step : steps) children.emplace_back(stage, step, currency);
  std::vector<bool> ready;
  ready.reserve(children.size());
  for (Child& child : children) ready.push_back(child.ready());
  for (Child& child : children) child.let_go(stage.world());
  std::vector<Response> responses;
  std::int64_t longest_ns = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    responses.push_back(ready[i] ? children[i].response() : failed("the process did not start"));
    longest_ns = std::max(longest_ns, children[i].passed_ns());
  }
  stage.world().pass({longest_ns});
  return responses;
}

}  // namespace payonce::player
