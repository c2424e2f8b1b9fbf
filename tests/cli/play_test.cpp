// Stories on the command line: what is told, and the status it ends with.

#include <doctest/doctest.h>

#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

constexpr std::string_view good =
    "scenario good\n  en \"It pays once.\"\n  zh \"只付一次。\"\nworld\n  account alice CNY 10.00\n"
    "  order o1 buyer=alice payee=shop amount=1.00\nsteps\n  pay o1 key=k1 => paid\n  pay o1 key=k1 => paid replayed\n"
    "  reconcile   => clean\n";
constexpr std::string_view wrong =
    "scenario wrong\nworld\n  account alice CNY 10.00\n  order o1 buyer=alice payee=shop amount=1.00\nsteps\n"
    "  pay o1 key=k1 => declined\n";

}  // namespace

TEST_CASE("stories that go as they say end with 0, and the table says who stopped what") {
  const Desk desk;
  desk.folder().write("a/good.lab", good);
  const std::string told = desk.done("play a --table");
  CHECK(holds(told, "idempotency_key"));
  CHECK(holds(told, "✓ clean"));
  CHECK(holds(told, "✓ 1 story, all as told"));
  CHECK(holds(desk.done("play a/good.lab --table --lang zh"), "✓ 无差异"));
  CHECK(holds(desk.done("play a/good.lab --verbose"), "It pays once."));
}

TEST_CASE("a story that goes otherwise ends with 1 and names its place, what it expected and what came") {
  const Desk desk;
  desk.folder().write("wrong.lab", wrong);
  desk.folder().write("z.lab", good);
  const Ran ran = desk.run("play wrong.lab z.lab");
  CHECK(ran.status == 1);
  CHECK(holds(ran.out, "wrong.lab:6:17: wrong"));
  CHECK(holds(ran.out, "expected  declined"));
  CHECK(holds(ran.out, "got       paid by journal"));
  CHECK(holds(ran.out, "2 stories, 1 otherwise than told"));
  const Ran json = desk.run("--json play wrong.lab");
  CHECK(json.status == 1);
  CHECK(holds(json.out, R"("passed":false)"));
  CHECK(holds(json.out, R"("at":"wrong.lab:6:17")"));
}

TEST_CASE("a story that cannot be read is refused with 64, and no other is played") {
  const Desk desk;
  desk.folder().write("bad.lab", "scenario bad\nsteps\n  payy o1 key=k1 => paid\n");
  desk.folder().write("good.lab", good);
  const Ran ran = desk.run("play bad.lab good.lab");
  CHECK(ran.status == 64);
  CHECK(holds(ran.err, "bad.lab:3:3: "));
  CHECK(holds(ran.err, "pay"));
  CHECK(ran.out.empty());
  CHECK(desk.run("play").status == 64);
}

TEST_CASE("a story that is not there is a matter of files, and none at all is no success") {
  const Desk desk;
  for (const char* line : {"play missing.lab", "lab fmt missing.lab", "play missing/"}) {
    CAPTURE(line);
    CHECK(desk.run(line).status == 74);
  }
  desk.folder().write("empty.lab", "");
  desk.folder().write("bare/readme.txt", "");
  for (const char* path : {"empty.lab", "bare"}) {
    const Ran ran = desk.run("play " + std::string(path));
    CHECK(ran.status == 64);
    CHECK(ran.out.empty());
    CHECK(holds(ran.err, "payonce: " + std::string(path) + ": "));
  }
}

TEST_CASE("what play and lab fmt tell programs fits its documented schema") {
  const Desk desk;
  desk.folder().write("good.lab", good);
  desk.folder().write("wrong.lab", wrong);
  const auto fits = [&](const std::string& line, const std::string& definition, int status) {
    const Ran ran = desk.run(line + " --json");
    CAPTURE(ran.out);
    CHECK(ran.status == status);
    CHECK(misfits(parsed(ran.out), definition) == std::vector<std::string>{});
    return ran.out;
  };
  fits("play good.lab", "performance", 0);
  fits("play good.lab wrong.lab", "performance", 1);
  CHECK(holds(fits("lab fmt --check good.lab", "rewriting", 1), R"("not_canonical":["good.lab"])"));
  CHECK(holds(fits("lab fmt good.lab", "rewriting", 0), R"("files":1,"changed":["good.lab"])"));
  CHECK(holds(fits("lab fmt good.lab", "rewriting", 0), R"("changed":[])"));
}

TEST_CASE("a kept ledger can be looked at afterwards, and is never written over") {
  const Desk desk;
  desk.folder().write("good.lab", good);
  desk.done("play good.lab --keep kept");
  CHECK(holds(desk.done("--db kept/good/ledger.db order show o1"), "paid"));
  CHECK(desk.run("--db kept/good/ledger.db reconcile").status == 0);
  CHECK(desk.run("play good.lab --keep kept").status == 74);
}

TEST_CASE("playing needs no ledger and touches none") {
  const Desk desk;
  desk.folder().write("good.lab", good);
  desk.done("--db nowhere/at-all.db play good.lab");
  desk.open_shop();
  const std::string before = desk.books();
  desk.done("play good.lab");
  CHECK(desk.books() == before);
}

TEST_CASE("lab fmt rewrites what is in another form, names it, and --check only names it") {
  const Desk desk;
  desk.folder().write("good.lab", good);
  const Ran check = desk.run("lab fmt --check good.lab");
  CHECK(check.status == 1);
  CHECK(check.out == "good.lab\n");
  CHECK(contents(desk.folder() / "good.lab") == good);
  CHECK(desk.done("lab fmt good.lab") == "good.lab\n");
  CHECK(contents(desk.folder() / "good.lab") != good);
  CHECK(desk.done("lab fmt --check good.lab").empty());
  CHECK(desk.done("lab fmt good.lab").empty());
  desk.folder().write("bad.lab", "scenario bad\nsteps\n  payy o1\n");
  desk.folder().write("other.lab", good);
  CHECK(desk.run("lab fmt bad.lab other.lab").status == 64);
  CHECK(contents(desk.folder() / "other.lab") == good);
}

TEST_CASE("what is no ordinary file, or larger than any story, is refused and not read") {
  const Desk desk;
  REQUIRE(mkfifo((desk.folder() / "pipe.lab").c_str(), 0600) == 0);
  for (const std::string command : {"play", "lab fmt", "lab fmt --check"}) {
    for (const std::string file : {"/dev/zero", "pipe.lab"}) {
      const Ran ran = desk.run(command + " " + file);
      CAPTURE(command);
      CAPTURE(ran.err);
      CHECK(ran.status == 74);
      CHECK(holds(ran.err, file + ": is not an ordinary file"));
    }
  }
  desk.folder().write("big.lab", std::string((std::size_t{1} << 20u) + 1, '\n'));
  const Ran big = desk.run("play big.lab");
  CHECK(big.status == 64);
  CHECK(holds(big.err, "big.lab: is larger than 1 MiB"));
}

TEST_CASE("a play that is told to end leaves no folder behind, and ends by the signal") {
  namespace fs = std::filesystem;
  const Desk desk;
  for (int n = 0; n < 300; ++n) desk.folder().write("many/" + std::to_string(n) + ".lab", good);
  const pid_t process = desk.start("play many", "ended");
  // Its folder is known from the files it has open there.
  fs::path scratch;
  for (int looked = 0; looked < 4000 && scratch.empty(); ++looked) {
    std::error_code error;
    const fs::path open_files = "/proc/" + std::to_string(process) + "/fd";
    for (fs::directory_iterator at(open_files, error), end; !error && at != end; at.increment(error)) {
      std::error_code gone;
      const fs::path target = fs::read_symlink(at->path(), gone);
      if (!gone && holds(target.string(), "payonce-story-")) scratch = target.parent_path();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  REQUIRE_FALSE(scratch.empty());
  REQUIRE(kill(process, SIGTERM) == 0);
  CHECK(desk.end(process, "ended").status == -SIGTERM);
  CHECK_FALSE(fs::exists(scratch));
}
