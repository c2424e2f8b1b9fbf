#include "app/commands/lease_run.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "app/commands/lease.hpp"
#include "app/context.hpp"
#include "app/interruption.hpp"
#include "ledger/defences/lease_holder.hpp"

extern char** environ;

namespace payonce {
namespace {

/// Often enough to notice soon that the command has ended, and seldom enough to cost nothing.
constexpr Duration look_every = milliseconds(50);
/// What a shell says of a program that a signal ended.
constexpr int ended_by_signal = 128;

/// Our environment, and what the command must know to say whose turn it is.
std::vector<std::string> environment_for(const HeldLease& held) {
  std::vector<std::string> all;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view entry = *one;
    const bool ours = entry.starts_with("PAYONCE_LEASE=") || entry.starts_with("PAYONCE_OWNER=") ||
                      entry.starts_with("PAYONCE_FENCE=");
    if (!ours) all.emplace_back(entry);
  }
  all.push_back("PAYONCE_LEASE=" + held.name.text());
  all.push_back("PAYONCE_OWNER=" + held.owner.text());
  all.push_back("PAYONCE_FENCE=" + std::to_string(held.fence));
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  std::transform(words.begin(), words.end(), std::back_inserter(all), [](std::string& word) { return word.data(); });
  all.push_back(nullptr);
  return all;
}

pid_t begin(std::vector<std::string> words, const HeldLease& held) {
  std::vector<std::string> environment = environment_for(held);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front().c_str(), nullptr, nullptr, pointers(words).data(),
                                 pointers(environment).data());
  if (error == 0) return child;
  const std::string why = std::strerror(error);
  throw Problem(ExitStatus::usage, {"command", {"cannot be run: " + why, "无法运行：" + why}});
}

/// True while the lease is ours. A renewal that could not be written is one missed, and two may be.
bool renewed(lease::Holder& holder) {
  try {
    return holder.renew();
  } catch (const StorageTrouble&) {
    return true;
  }
}

/// Waits for the command and renews the lease meanwhile. Gives the status it ended with; `lost` where the turn passed on.
int watch(Context& context, lease::Holder& holder, pid_t child, bool& lost) {
  const Interruption interruption;
  bool told = false;
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : ended_by_signal + WTERMSIG(status);
    if (ended < 0 && errno != EINTR) return number(ExitStatus::our_mistake);
    if (!lost && !renewed(holder)) {
      lost = true;
      context.note({"lease: somebody else has the turn by now; the command is told to end",
                    "lease：租约已转手；已通知命令结束"});
    }
    if ((lost || interruption.wished()) && !told) {
      told = true;
      (void)kill(child, SIGTERM);
    }
    context.world().pass(look_every);
  }
}

ExitStatus run(Context& context, const Arguments& given) {
  const LeaseName name = taken(LeaseName::parse("lease", given.text("lease")));
  const LeaseOwner owner =
      taken(LeaseOwner::parse("owner", given.maybe("owner").value_or("pid-" + std::to_string(getpid()))));
  const Duration ttl = lease_length(given);
  // It is renewed every third of its length: what is shorter than a heartbeat can last is lost before the command has begun.
  if (ttl < milliseconds(100)) {
    throw Problem(ExitStatus::usage,
                  {"ttl", {"is at least 100ms while a command runs under it", "在租约下运行命令时，至少 100ms"}});
  }
  const Duration wait = taken(Duration::parse("wait", given.text("wait")));
  auto holder = lease::Holder::wait_for(context.ledger().store(), context.world(), name, owner, ttl, wait);
  if (!holder) {
    throw Problem(ExitStatus::later,
                  {"lease", {"somebody else holds it; the command was not run", "由他人持有；未运行该命令"}});
  }
  bool lost = false;
  const int status = watch(context, *holder, begin(given.all("command"), holder->held()), lost);
  const lease::Release how = lost ? lease::Release::lost : holder->release();
  if (how == lease::Release::lost) {
    throw Problem(ExitStatus::refused,
                  {"lease",
                   {"passed on to somebody else while the command ran, which ended with " + std::to_string(status) +
                        "; what it wrote without its fence may be double",
                    "命令运行期间租约已转手，命令以 " + std::to_string(status) + " 结束；未带栅栏号的写入可能重复"}});
  }
  if (how == lease::Release::late) {
    context.note(
        {"lease: it had ended before the command did, and nobody took it", "lease：命令结束前租约已到期，但无人接手"});
  }
  return static_cast<ExitStatus>(status);
}

}  // namespace

Command lease_run_command() {
  return {
      .path = "lease run",
      .about = {"runs another program while it holds a lock for it", "持锁期间运行另一程序"},
      .positionals = {{.name = "lease", .about = {"its name: A-Z a-z 0-9 _ -", "锁名：A-Z a-z 0-9 _ -"}},
                      {.name = "command",
                       .about = {"behind --: the program and its words", "在 -- 之后：程序及其参数"},
                       .repeated = true}},
      .options = {{.name = "owner",
                   .value = "OWNER",
                   .about = {"who; else pid-N of this process", "持有者；默认 pid-N"}},
                  {.name = "ttl",
                   .value = "DURATION",
                   .about = {"how long it lasts without being renewed; renewed every third of it",
                             "不续期时的时长；每三分之一续期一次"},
                   .fallback = "30s"},
                  {.name = "wait",
                   .value = "DURATION",
                   .about = {"how long to wait for whoever holds it", "为现持有者最多等待多久"},
                   .fallback = "0s"}},
      .examples = {{.line = "payonce lease run nightly-settlement -- true",
                    .about = {"ends with the program's own status; 11 where somebody else holds it",
                              "以该程序的退出状态结束；他人持有时为 11"}},
                   {.line = "payonce lease run nightly-settlement --ttl 1m -- sh -c \"exit 0\""}},
      .run = run,
      .more = {
          {"The program finds PAYONCE_LEASE, PAYONCE_OWNER and PAYONCE_FENCE in its environment, for --lease, --owner\n"
           "and --fence of what it asks; standard output is its own, also with --json.",
           "程序的环境变量中有 PAYONCE_LEASE、PAYONCE_OWNER 与 PAYONCE_FENCE，供其请求使用；标准输出归该程序。"},
          {"What it cannot do: a program that hangs keeps the lock, since only its end is seen; one that this command\n"
           "cannot renew for (the machine asleep, this process killed) runs on while somebody else begins. Then it is\n"
           "told to end where that is still possible, and 10 says so. What it does outside the ledger, or writes\n"
           "without its fence, nothing here undoes: payonce explain lease.",
           "做不到的：挂起的程序会一直占锁，因为只能看到它是否结束；若无法续期（机器休眠、本进程被杀），程序仍在运行时"
           "\n"
           "他人可能已开始。此时会尽可能通知它结束，并以 10 告知。它在账本之外所做、或未带栅栏号的写入，无法撤销：\n"
           "见 payonce explain lease。"}}};
}

}  // namespace payonce
