// The simulator as its user types it: what it prints, what it keeps, and that what was kept is held against the program.

#include <doctest/doctest.h>

#include <fstream>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

TEST_CASE("the same seed of lab sim is the same bytes, told by seed, program and experiment first and last") {
  const Desk desk;
  const std::string first = desk.done("lab sim --seed 3 --runs 3");
  CHECK(desk.done("lab sim --seed 3 --runs 3") == first);
  CHECK(first.starts_with("seed 3 · payonce "));
  CHECK(holds(first, "\nseed 5 · payonce "));
  const Json json = parsed(desk.done("lab sim --seed 3 --runs 3 --json"));
  CHECK(json.at("runs") == "3");
  CHECK(holds(first, "first experiment " + json.at("first_experiment")));
  CHECK(holds(first, "last experiment " + json.at("last_experiment")));
  CHECK(holds(first, json.at("everything")));
  CHECK(json.members.back().first == "exit");
}

TEST_CASE("what fewer layers let through is kept as a case, and a case that ends otherwise is named loudly") {
  const Desk desk;
  const std::string out = desk.done("lab sim --seed 9 --runs 1 --layers K --keep kept");
  const std::string file = "kept/sim-9-double.lab";
  REQUIRE(holds(out, file));
  CHECK(parsed(desk.done("lab cases kept --json")).at("others") == "0");
  CHECK(desk.run("lab fmt --check kept").status == 0);
  const std::string path = (desk.folder().path() / file).string();
  std::string text = contents(path);
  const std::string schedule = text.substr(text.find("L1."), text.find('\n', text.find("L1.")) - text.find("L1."));
  CHECK(desk.run("lab replay " + schedule + " --from " + file).status == 1);
  text.replace(text.find("# outcome DOUBLE"), 16, "# outcome LOST");
  std::ofstream(path) << text;
  const Ran other = desk.run("lab cases kept --lang both");
  CHECK(other.status == 1);
  CHECK(holds(other.out, file + ": it ends with DOUBLE, and was kept with LOST"));
  CHECK(holds(other.out, "结局为 DOUBLE"));
  text.erase(text.find("# schedule"), text.find("# outcome") - text.find("# schedule"));
  std::ofstream(path) << text;
  const Ran none = desk.run("lab cases kept");
  CHECK(none.status == 64);
  CHECK(holds(none.err, "schedule: is missing"));
}

TEST_CASE("what lab sim, lab cases and lab power cannot do is refused and nothing is written") {
  const Desk desk;
  for (const char* line :
       {"lab sim --runs 0", "lab sim --runs 1 --for 1s", "lab sim --for 0.5s", "lab sim --seed -1",
        "lab sim --layers Q", "lab power --payments 0", "lab power --payments 101", "lab power --draws x"}) {
    CAPTURE(line);
    const Ran ran = desk.run(line);
    CHECK(ran.status == 64);
    CHECK(ran.out.empty());
    CHECK_FALSE(ran.err.empty());
  }
  CHECK(desk.run("lab cases nowhere").status == 74);
  desk.folder().write("taken", "a file");
  CHECK(desk.run("lab sim --seed 9 --runs 1 --keep taken").status == 74);
}
