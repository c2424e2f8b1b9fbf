#include "app/print/colour.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>

using namespace payonce;

namespace {

/// An environment variable for the length of a test, given back afterwards.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    value == nullptr ? unsetenv(name) : setenv(name, value, 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// Both ends of a new terminal that nobody sees.
class Terminal {
 public:
  Terminal() : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    REQUIRE(master_ >= 0);
    REQUIRE(grantpt(master_) == 0);
    REQUIRE(unlockpt(master_) == 0);
    slave_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
    REQUIRE(slave_ >= 0);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    close(slave_);
    close(master_);
  }
  [[nodiscard]] int descriptor() const { return slave_; }

 private:
  int master_;
  int slave_ = -1;
};

}  // namespace

TEST_CASE("ok, warn and bad carry a sign beside the colour, with colour and without") {
  const Painter off;
  const Painter on(true);
  CHECK(off.mark("clean", Tone::ok) == "✓ clean");
  CHECK(off.mark("later", Tone::warn) == "⚠ later");
  CHECK(off.mark("3 findings", Tone::bad) == "✖ 3 findings");
  CHECK(off.mark("note", Tone::dim) == "note");
  CHECK(off.mark("note", Tone::plain) == "note");
  CHECK(off.mark("", Tone::ok) == "✓");
  CHECK(on.mark("clean", Tone::ok) == "\x1B[32m✓ clean\x1B[0m");
  CHECK(on.mark("later", Tone::warn) == "\x1B[33m⚠ later\x1B[0m");
  CHECK(on.mark("3 findings", Tone::bad) == "\x1B[31m✖ 3 findings\x1B[0m");
  CHECK(on.paint("note", Tone::dim) == "\x1B[2mnote\x1B[0m");
  CHECK(on.paint("note", Tone::plain) == "note");
  CHECK(on.paint("", Tone::bad) == "");
  CHECK(off.paint("note", Tone::bad) == "note");
}

TEST_CASE("colour is for terminals, unless somebody says otherwise") {
  const Terminal terminal;
  int ends[2];
  REQUIRE(pipe(ends) == 0);

  {
    const Variable no_colour("NO_COLOR", nullptr);
    const Variable term("TERM", "xterm");
    CHECK(colour_on(ColourChoice::automatic, terminal.descriptor()));
    CHECK_FALSE(colour_on(ColourChoice::automatic, ends[1]));
    CHECK(colour_on(ColourChoice::always, ends[1]));
    CHECK_FALSE(colour_on(ColourChoice::never, terminal.descriptor()));
    CHECK_FALSE(colour_on(ColourChoice::automatic, -1));
  }
  {
    const Variable no_colour("NO_COLOR", "1");
    const Variable term("TERM", "xterm");
    CHECK_FALSE(colour_on(ColourChoice::automatic, terminal.descriptor()));
    CHECK(colour_on(ColourChoice::always, terminal.descriptor()));
  }
  {
    const Variable no_colour("NO_COLOR", "");  // an empty value says nothing, by no-color.org
    const Variable term("TERM", "xterm");
    CHECK(colour_on(ColourChoice::automatic, terminal.descriptor()));
  }
  {
    const Variable no_colour("NO_COLOR", nullptr);
    const Variable term("TERM", "dumb");
    CHECK_FALSE(colour_on(ColourChoice::automatic, terminal.descriptor()));
  }
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("--color takes auto, always and never, and nothing else") {
  CHECK(*parse_colour("--color", "auto") == ColourChoice::automatic);
  CHECK(*parse_colour("--color", "always") == ColourChoice::always);
  CHECK(*parse_colour("--color", "never") == ColourChoice::never);
  for (const char* text : {"", "yes", "Always", "auto ", "1"}) {
    CAPTURE(text);
    const auto choice = parse_colour("--color", text);
    REQUIRE_FALSE(choice);
    CHECK(choice.error().field == "--color");
    CHECK_FALSE(choice.error().why.zh.empty());
  }
}
