// Places that cannot be written to, places that are full, and what a killed command left beside its target.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "tests/cli/desk.hpp"

using namespace payonce::test;
namespace fs = std::filesystem;

namespace {

constexpr fs::perms nobody_writes = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;

/// Locked while it lives: nobody may write to the place.
class Locked {
 public:
  explicit Locked(fs::path place) : place_(std::move(place)) {
    fs::permissions(place_, nobody_writes, fs::perm_options::remove);
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  ~Locked() { fs::permissions(place_, fs::perms::owner_write, fs::perm_options::add); }

 private:
  fs::path place_;
};

}  // namespace

TEST_CASE("a ledger that cannot be written to can be read by every command that only reads") {
  const Desk desk;
  desk.open_shop();
  desk.done("pay o1 --key key-1");
  fs::create_directory(desk.folder() / "shelf");
  desk.done("backup shelf/copy.db");
  const std::string books = desk.done("--db shelf/copy.db trial-balance");
  const auto reads = [&] {
    CHECK(desk.done("--db shelf/copy.db trial-balance") == books);
    for (const char* line : {"order show o1", "order list", "balance alice", "account list", "journal",
                             "statement alice", "export --format csv", "verify", "period list", "key list",
                             "income-statement", "events", "stock list", "coupon list", "explain states"}) {
      CAPTURE(line);
      CHECK(desk.run("--db shelf/copy.db " + std::string(line)).status == 0);
    }
    const Ran refused = desk.run("--db shelf/copy.db topup alice --amount \"CNY 1.00\" --key key-2");
    CHECK(refused.status == 74);
    CHECK(holds(refused.err, "cannot be written to"));
  };
  SUBCASE("the file") {
    const Locked locked(desk.folder() / "shelf" / "copy.db");
    reads();
  }
  SUBCASE("its folder") {
    const Locked locked(desk.folder() / "shelf");
    reads();
    int files = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(desk.folder() / "shelf")) ++files;
    CHECK(files == 1);
  }
}

TEST_CASE("a backup that finds no room, or a place it may not write to, names that place") {
  const Desk desk;
  desk.open_shop();
  const Ran full = desk.run("backup copy.db", Out::cramped);
  CHECK(full.status == 74);
  CHECK(holds(full.err, "copy.db"));
  CHECK(holds(full.err, "no room"));
  CHECK_FALSE(fs::exists(desk.folder() / "copy.db"));
  fs::create_directory(desk.folder() / "shelf");
  const Locked locked(desk.folder() / "shelf");
  const Ran closed = desk.run("backup shelf/copy.db");
  CHECK(closed.status == 74);
  CHECK(holds(closed.err, "to: "));
  CHECK(holds(closed.err, "shelf"));
}

TEST_CASE(
    "what killed commands left beside their target is gone with the next run, and what somebody alive writes stays") {
  const Desk desk;
  desk.open_shop();
  const fs::path dead = desk.folder() / ".payonce-out-1-1";
  const fs::path alive = desk.folder() / ".payonce-out-1-2";
  const fs::path draft = desk.folder() / ".payonce-new-1-1";
  const fs::path other = desk.folder() / ".payonce-out-notes";
  for (const fs::path& path : {dead, draft, other}) (void)desk.folder().write(path.filename().string(), "half");
  const int descriptor = ::open(alive.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
  REQUIRE(descriptor >= 0);
  REQUIRE(::flock(descriptor, LOCK_EX) == 0);
  desk.done("export --format csv --out out.csv");
  CHECK_FALSE(fs::exists(dead));
  CHECK(fs::exists(alive));
  CHECK(fs::exists(other));
  desk.done("backup copy.db");
  CHECK_FALSE(fs::exists(draft));
  ::close(descriptor);
  desk.done("export --format csv --out out.csv");
  CHECK_FALSE(fs::exists(alive));
}
