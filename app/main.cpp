#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "app/cli.hpp"
#include "app/complaint.hpp"
#include "app/context.hpp"
#include "app/globals.hpp"
#include "app/help.hpp"
#include "app/print/output.hpp"
#include "app/problem.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {
namespace {

/// A closed standard stream leaves its number to the next file that is opened, and a report would be written into a ledger.
/// Where standard output was closed, a stream that cannot be written stands in, so that the loss is noticed at the end.
void fill_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    (void)open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void print(const std::string& text) { (void)std::fwrite(text.data(), 1, text.size(), stdout); }

ExitStatus run(int argc, char** argv, const Manner& manner) {
  const Words words = taken(read_words(argc, argv));
  const Globals globals = globals_from(words.globals, manner);
  if (words.wish == Words::Wish::version) {
    print("payonce " PAYONCE_VERSION "\n");
    return ExitStatus::done;
  }
  if (words.wish == Words::Wish::help) {
    print(help(words.path, globals.language));
    return ExitStatus::done;
  }
  if (words.command == nullptr) {
    if (globals.json) {
      throw Problem(ExitStatus::usage,
                    {words.path, {"a command is missing; see payonce --help", "缺少命令；参见 payonce --help"}});
    }
    const std::string text = help(words.path, globals.language);
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
    return ExitStatus::usage;
  }
  Context context(globals, words.command->reads);
  return words.command->run(context, words.arguments);
}

/// Our own mistake names its place in the sources, and not where they lay when they were built.
Fault mistake(const char* what) {
  std::string text = what;
  if (const std::size_t open = text.rfind(" ("); open != std::string::npos) {
    for (const std::string_view room : {"/ledger/", "/scenarios/", "/app/", "/schema/"}) {
      const std::size_t at = text.rfind(room);
      if (at == std::string::npos || at <= open) continue;
      text.erase(open + 2, at - open - 1);
      break;
    }
  }
  return {"payonce", {"a mistake of its own: " + text, "程序自身的错误：" + text}};
}

ExitStatus run_and_complain(int argc, char** argv, const Manner& manner) {
  try {
    return run(argc, argv, manner);
  } catch (const Problem& problem) {
    return complain(manner, problem.status(), problem.fault());
  } catch (const StorageTrouble& trouble) {
    return complain(manner, trouble);
  } catch (const Broken& broken) {
    return complain(manner, ExitStatus::our_mistake, mistake(broken.what()));
  } catch (const std::exception& other) {
    return complain(manner, ExitStatus::our_mistake, mistake(other.what()));
  }
}

}  // namespace
}  // namespace payonce

int main(int argc, char** argv) {
  using namespace payonce;
  fill_standard_streams();
  // A reader that went away is a failed write like any other, told by the exit status and not by a signal halfway.
  (void)std::signal(SIGPIPE, SIG_IGN);
  (void)std::signal(SIGXFSZ, SIG_IGN);  // likewise a file that may grow no further
  const Manner manner = manner_of(argc, argv);
  ExitStatus status = run_and_complain(argc, argv, manner);
  if (!flush_output()) {
    const std::string line =
        "payonce: " + said({"the output could not be written", "输出无法写入"}, manner.language) + "\n";
    (void)std::fwrite(line.data(), 1, line.size(), stderr);
    status = ExitStatus::storage;
  }
  return number(status);
}
