// The clock at the command line: what a file does not believe, who said that it is right, and what is refused meanwhile.

#include <doctest/doctest.h>
#include <unistd.h>

#include <string>

#include "tests/cli/desk.hpp"

using namespace payonce::test;

TEST_CASE("a clock that leads too far refuses money and closings, names both times, and is accepted on the record") {
  const Desk desk;
  desk.done("init --set clock-lead=2s");
  desk.done("account open alice --currency CNY");
  ::sleep(3);
  const Ran refused = desk.run("topup alice --amount \"CNY 1.00\" --key key-0000000000000001");
  CHECK(refused.status == 10);
  CHECK(holds(refused.err, "clock: stands at 2"));
  CHECK(holds(refused.err, "the last thing done in this file is of 2"));
  CHECK(holds(refused.err, "payonce clock --accept"));
  CHECK(desk.run("period close 2020-01").status == 10);
  CHECK(desk.run("clock").status == 10);
  CHECK(desk.run("clock --accept").status == 64);
  CHECK(desk.run("clock --reason \"x\"").status == 64);
  CHECK(desk.run("balance alice").status == 0);
  CHECK(desk.run("clock --accept --reason \"nobody was here\"").status == 0);
  CHECK(desk.run("topup alice --amount \"CNY 1.00\" --key key-0000000000000001").status == 0);
  CHECK(desk.run("clock --json").status == 0);
}
