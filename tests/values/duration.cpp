#include "ledger/values/duration.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

using namespace payonce;

TEST_CASE("a duration is whole numbers with their units") {
  struct Case {
    std::string text;
    Duration length;
    std::string shown;
  };
  const std::vector<Case> cases = {
      {"250ms", milliseconds(250), "250ms"},
      {"10s", seconds(10), "10s"},
      {"15m", minutes(15), "15m"},
      {"72h", hours(72), "3d"},
      {"400d", days(400), "400d"},
      {"1h30m", minutes(90), "1h30m"},
      {"90m", minutes(90), "1h30m"},
      {"1d1h1m1s1ms", {days(1).ns + hours(1).ns + minutes(1).ns + seconds(1).ns + 1'000'000}, "1d1h1m1s1ms"},
      {"1m1ms", {minutes(1).ns + 1'000'000}, "1m1ms"},
      {"0s", {0}, "0s"},
      {"0d", {0}, "0s"},
      {"007s", seconds(7), "7s"},
      {"1500ms", milliseconds(1500), "1s500ms"},
      {"3us", {3'000}, "3us"},
      {"1ns", {1}, "1ns"},
      {"106751d", days(106751), "106751d"},
      {"9223372036854775807ns", {std::numeric_limits<std::int64_t>::max()}, "106751d23h47m16s854ms775us807ns"},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.text);
    const auto duration = Duration::parse("lease", expected.text);
    REQUIRE(duration);
    CHECK(duration->ns == expected.length.ns);
    CHECK(duration->text() == expected.shown);
    CHECK(*Duration::parse("lease", duration->text()) == *duration);
  }
  CHECK(Duration{-1}.text() == "-1ns");
  CHECK(Duration{std::numeric_limits<std::int64_t>::min()}.text() == "-106751d23h47m16s854ms775us808ns");
}

TEST_CASE("a duration told to a person is short, and never shorter than it is") {
  struct Case {
    std::int64_t ns;
    std::string told;
  };
  for (const Case& each :
       std::vector<Case>{{0, "0 ms"},
                         {1, "1 ms"},
                         {milliseconds(250).ns, "250 ms"},
                         {milliseconds(999).ns + 1, "1 s"},
                         {milliseconds(4938).ns, "5 s"},
                         {milliseconds(4838).ns, "4.9 s"},
                         {seconds(30).ns, "30 s"},
                         {milliseconds(59'901).ns, "1m"},
                         {minutes(90).ns, "1h30m"},
                         {minutes(90).ns + 1, "1h30m1s"},
                         {std::numeric_limits<std::int64_t>::max(), "106751d23h47m16s854ms775us807ns"}}) {
    CAPTURE(each.ns);
    CHECK(Duration{each.ns}.told() == each.told);
  }
  CHECK(Duration{-1}.told() == "-1ns");
}

TEST_CASE("what is no duration is refused, not guessed") {
  struct Case {
    std::string text;
    std::string en;
  };
  const std::vector<Case> cases = {
      {"", "no duration is given"},
      {"10", "a unit behind each"},
      {"0", "a unit behind each"},
      {"s", "a unit behind each"},
      {"-1s", "a unit behind each"},
      {"+1s", "a unit behind each"},
      {"1.5s", "a unit behind each"},
      {"1,5s", "a unit behind each"},
      {" 1s", "a unit behind each"},
      {"1 s", "a unit behind each"},
      {"1s ", "a unit behind each"},
      {"1S", "a unit behind each"},
      {"1M", "a unit behind each"},
      {"1w", "a unit behind each"},
      {"1sec", "a unit behind each"},
      {"1e3s", "a unit behind each"},
      {"1h30", "a unit behind each"},
      {"１s", "a unit behind each"},
      {std::string("1s\0", 3), "a unit behind each"},
      {"1m1h", "the units of a duration fall"},
      {"1s1s", "the units of a duration fall"},
      {"1ms1s", "the units of a duration fall"},
      {"106752d", "too long"},
      {"106751d24h", "too long"},
      {"9223372036854775808ns", "too long"},
      {"99999999999999999999999d", "too long"},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.text);
    const auto duration = Duration::parse("lease", expected.text);
    REQUIRE_FALSE(duration);
    CHECK(duration.error().field == "lease");
    CHECK(duration.error().why.en.find(expected.en) != std::string::npos);
    CHECK_FALSE(duration.error().why.zh.empty());
  }
}

TEST_CASE("times are written and read by the calendar, leap years and times before 1970 included") {
  struct Case {
    std::string text;
    std::int64_t seconds;
  };
  // The seconds were taken from GNU date (date -u -d TEXT +%s).
  const std::vector<Case> cases = {
      {"1970-01-01T00:00:00Z", 0},
      {"1969-12-31T23:59:59Z", -1},
      {"2000-02-29T12:00:00Z", 951'825'600},
      {"2024-02-29T00:00:00Z", 1'709'164'800},
      {"2026-01-01T00:00:00Z", 1'767'225'600},
      {"2026-01-31T09:05:07Z", 1'769'850'307},
      {"2100-02-28T23:59:59Z", 4'107'542'399},
      {"2100-03-01T00:00:00Z", 4'107'542'400},
      {"1900-03-01T00:00:00Z", -2'203'891'200},
      {"1677-09-22T00:00:00Z", -9'223'286'400},
      {"2262-04-11T23:47:16Z", 9'223'372'036},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.text);
    const auto time = parse_time("at", expected.text);
    REQUIRE(time);
    CHECK(*time == expected.seconds * 1'000'000'000);
    CHECK(iso_time(*time) == expected.text.substr(0, 19) + ".000Z");
    CHECK(iso_date(*time) == expected.text.substr(0, 10));
  }
  CHECK(*parse_time("at", "2026-01-31") == *parse_time("at", "2026-01-31T00:00:00Z"));
  CHECK(*parse_time("at", "2026-01-31T09:05:07.123Z") == 1'769'850'307'123'000'000);
  CHECK(iso_time(1'769'850'307'123'999'999) == "2026-01-31T09:05:07.123Z");
  CHECK(iso_time(-1) == "1969-12-31T23:59:59.999Z");
  CHECK(iso_date(-1) == "1969-12-31");
  CHECK(iso_time(std::numeric_limits<std::int64_t>::min()) == "1677-09-21T00:12:43.145Z");
  CHECK(iso_time(std::numeric_limits<std::int64_t>::max()) == "2262-04-11T23:47:16.854Z");
}

TEST_CASE("every day from 1900 to 2200 is read back as it was written") {
  std::int64_t expected = -2'208'988'800LL * 1'000'000'000;  // 1900-01-01
  for (; expected < 7'258'118'400LL * 1'000'000'000; expected += days(1).ns) {
    const auto read = parse_time("at", iso_date(expected));
    REQUIRE(read);
    REQUIRE(*read == expected);
  }
  CHECK(iso_date(expected) == "2200-01-01");
}

TEST_CASE("a time that does not exist or is spelt otherwise is refused") {
  struct Case {
    std::string text;
    std::string en;
  };
  const std::vector<Case> cases = {
      {"", "a time is UTC"},
      {"2026-01-3", "a time is UTC"},
      {"2026/01/31", "a time is UTC"},
      {"2026-01-31T09:05Z", "a time is UTC"},
      {"2026-01-31T09:05:07", "a time is UTC"},
      {"2026-01-31 09:05:07Z", "a time is UTC"},
      {"2026-01-31t09:05:07z", "a time is UTC"},
      {"2026-01-31T09:05:07.1Z", "a time is UTC"},
      {"2026-01-31T09:05:07,123Z", "a time is UTC"},
      {"2026-01-31T09:05:07+08:00", "a time is UTC"},
      {"2026-01-31T09:05:07.123456Z", "a time is UTC"},
      {" 2026-01-31", "a time is UTC"},
      {"2026-13-01", "no such day"},
      {"2026-00-01", "no such day"},
      {"2026-01-00", "no such day"},
      {"2026-01-32", "no such day"},
      {"2026-04-31", "no such day"},
      {"2023-02-29", "no such day"},
      {"1900-02-29", "no such day"},
      {"2100-02-29", "no such day"},
      {"0000-01-01", "no such day"},
      {"-001-01-01", "no such day"},
      {"20a6-01-01", "no such day"},
      {"2026-0x-01", "no such day"},
      {"2026-01-31T24:00:00Z", "no such time"},
      {"2026-01-31T23:60:00Z", "no such time"},
      {"2026-12-31T23:59:60Z", "no such time"},  // a leap second has no place in UTC nanoseconds
      {"2026-01-31T-9:05:07Z", "no such time"},
      {"2026-01-31T09:05:07.12aZ", "no such time"},
      {"9999-12-31", "64-bit nanoseconds"},
      {"9999-12-31T23:59:59.999Z", "64-bit nanoseconds"},
      {"2262-04-11T23:47:16.855Z", "64-bit nanoseconds"},
      {"1677-09-21", "64-bit nanoseconds"},
      {"0001-01-01", "64-bit nanoseconds"},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.text);
    const auto time = parse_time("since", expected.text);
    REQUIRE_FALSE(time);
    CHECK(time.error().field == "since");
    CHECK(time.error().why.en.find(expected.en) != std::string::npos);
    CHECK_FALSE(time.error().why.zh.empty());
  }
}
