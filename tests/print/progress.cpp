#include "app/print/progress.hpp"

#include <doctest/doctest.h>

#include <string>

#include "ledger/values/wide.hpp"

using namespace payonce;

namespace {

struct Screen {
  std::string written;
  ProgressSink sink(bool terminal) {
    return {[this](std::string_view text) { written += text; }, terminal};
  }
};

const std::string fresh = "\r\x1B[K";

}  // namespace

TEST_CASE("work that ends within a second shows nothing, on a terminal and off it") {
  for (const bool terminal : {true, false}) {
    CAPTURE(terminal);
    VirtualWorld world;
    Screen screen;
    Progress progress(world, "playing", 3, screen.sink(terminal));
    progress.advance();
    world.pass(milliseconds(999));
    progress.advance(2);
    progress.finish();
    CHECK(screen.written.empty());
  }
}

TEST_CASE("on a terminal a line appears after one second and is drawn over as work goes on") {
  VirtualWorld world;
  Screen screen;
  Progress progress(world, "playing", 40, screen.sink(true));
  world.pass(seconds(1));
  progress.advance(12);
  CHECK(screen.written == fresh + "playing: 12/40, 1.0 s");
  screen.written.clear();
  world.pass(milliseconds(50));
  progress.advance();  // too soon after the last drawing
  CHECK(screen.written.empty());
  world.pass(milliseconds(50));
  progress.advance();
  CHECK(screen.written == fresh + "playing: 14/40, 1.1 s");
  screen.written.clear();
  world.pass(minutes(2));
  progress.advance(26);
  progress.finish();
  CHECK(screen.written == fresh + "playing: 40/40, 121.1 s" + fresh + "playing: 40/40, 121.1 s\n");
  screen.written.clear();
  progress.finish();
  progress.advance();
  CHECK(screen.written.empty());
}

TEST_CASE("off a terminal long work is told of once, at its end, without control characters") {
  VirtualWorld world;
  Screen screen;
  Progress progress(world, "reconciling", 0, screen.sink(false));
  for (int n = 0; n < 50; ++n) {
    world.pass(milliseconds(100));
    progress.advance(10);
  }
  CHECK(screen.written.empty());
  progress.finish();
  CHECK(screen.written == "reconciling: 500, 5.0 s\n");
}

TEST_CASE("work that breaks off leaves its line behind and the cursor below it") {
  VirtualWorld world;
  Screen screen;
  {
    Progress progress(world, "playing", 40, screen.sink(true));
    world.pass(seconds(2));
    progress.advance();
  }
  CHECK(screen.written == fresh + "playing: 1/40, 2.0 s\n");
  screen.written.clear();
  {
    Progress quiet(world, "playing", 40, screen.sink(true));
    quiet.advance();
  }
  CHECK(screen.written.empty());
}

TEST_CASE("a clock that somebody sets does not disturb the time shown") {
  VirtualWorld world;
  Screen screen;
  Progress progress(world, "playing", 2, screen.sink(true));
  world.jump_wall(hours(5).ns);
  progress.advance();
  CHECK(screen.written.empty());
  world.jump_wall(-hours(9).ns);
  world.pass(seconds(3));
  progress.advance();
  CHECK(screen.written == fresh + "playing: 2/2, 3.0 s");
}

TEST_CASE("a line never wraps, whatever the work is called") {
  VirtualWorld world;
  Screen screen;
  std::string name = "第\n一";
  for (int n = 0; n < 100; ++n) name += "章";
  Progress progress(world, name, 7, screen.sink(false));
  world.pass(seconds(1));
  progress.finish();
  CHECK(display_width(screen.written) <= 79);
  CHECK(screen.written.find('\n') == screen.written.size() - 1);
  CHECK(screen.written.find("…: 0/7, 1.0 s\n") != std::string::npos);
}
