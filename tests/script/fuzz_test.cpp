#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <random>
#include <string>

#include "tests/script/samples.hpp"
#include "tests/script/surviving.hpp"
#include "tests/support/seed.hpp"

using namespace payonce::script;
using payonce::script_tests::samples;
using payonce::script_tests::words;

namespace {

/// What a careless or a hostile hand may put anywhere.
constexpr std::array<std::string_view, 76> pieces = {
    "=>",
    "=",
    "\"",
    "#",
    " # note",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "  ",
    " ",
    "|",
    ",",
    "\\",
    "\\n",
    "{n}",
    "\xFF",
    "\xE4\xB8",
    "é",
    "　",
    "钥",
    "together",
    "\n  together\n    pay o1 key=k\n    cancel o1\n  => paid 1, cancelled 1\n",
    "\n  repeat 3\n    pay o{n} key=k{n} => paid\n",
    "stall at=reply.send => stalled",
    "wake k1",
    "crash at=book.tx",
    "at-once 3 ",
    "key=k1",
    "key = k1",
    "key=\"a b\"",
    "amount=CNY 1.00",
    "=> paid 1, later|declined rest",
    "check",
    "\n  check balance alice=1\n",
    "\nworld\n",
    "\nintents\n  buy=pay o1 once\n",
    "\nactors\n  a :pay o1 for=buy\n  b:advance 1s after=a\n",
    "\nfaults\n  crash a at=any max=1\n  lose a\n",
    "\nexpect\n  guards W|S+V\n",
    "\n  variant retry.resume = off:STUCK in some\n",
    "\n  like fresh-key-double-click\n",
    "\n  all-on moves buy=1|replies same\n",
    "schedule in-order",
    "for=buy",
    "after=first,timer",
    "resume=off",
    ":",
    " : ",
    ":#",
    "|#",
    ":=",
    "=:",
    "||",
    "layers ",
    "variant ",
    "all-on ",
    "audit finds bank-twice",
    "in 2 of 6",
    "safe",
    "ends cancelled",
    "\nsteps\n",
    "\nscenario x\n",
    "\n# above\n",
    "\n  # above\n",
    "\n    # deep\n",
    "by",
    "replayed",
    "pay",
    "rest",
    "#,",
    ",#",
    "==",
    "=>=>",
    "99999999999999999999",
    "\xEF\xBB\xBF"};

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::string next() {
    std::string text(samples[below(samples.size())]);
    if (below(4) == 0) text += std::string(samples[below(samples.size())]);
    for (std::size_t changes = 1 + below(8); changes > 0; --changes) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = std::min(below(20), text.size() - at);
    switch (below(6)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, text.substr(below(text.size() + 1), length)); break;
      case 2: text.insert(at, 1, static_cast<char>(below(256))); break;
      case 3:
        if (at < text.size()) text[at] = static_cast<char>(below(128));
        break;
      default: text.insert(at, pieces[below(pieces.size())]); break;
    }
  }

  std::mt19937_64 random_;
};

// A sanitizer makes the same work twenty times slower, and finds what it looks for in less of it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool slow = true;
#else
constexpr bool slow = false;
#endif

void holds(const std::string& bytes) {
  CAPTURE(bytes);
  if (const auto rule = payonce::script_tests::broken_rule(bytes)) FAIL(*rule);
}

double seconds_for(const std::string& bytes) {
  const auto start = std::chrono::steady_clock::now();
  const Script script = parse(bytes, words());
  const std::string text = print(script.tree);
  CHECK(text.size() <= 3 * bytes.size() + 1000);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  text.reserve(bytes + piece.size());
  while (text.size() < bytes) text += piece;
  return text;
}

}  // namespace

TEST_CASE("mutated scenarios are read or refused, and what is read survives printing") {
  const std::uint64_t seed = payonce::test::seed_or(20260101);
  INFO("PAYONCE_SEED=", seed);
  Mutator mutator(seed);
  constexpr int rounds = slow ? 1500 : 20000;  // a second or two without a sanitizer
  int clean = 0;
  for (int i = 0; i < rounds; ++i) {
    const std::string bytes = mutator.next();
    holds(bytes);
    clean += parse(bytes, words()).errors.empty() ? 1 : 0;
  }
  // Both kinds must be met, or the rounds show nothing.
  CHECK(clean > rounds / 100);
  CHECK(clean < rounds);
}

TEST_CASE("bytes drawn at random are refused or read, and never more than that") {
  const std::uint64_t seed = payonce::test::seed_or(20260102);
  INFO("PAYONCE_SEED=", seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = i % 2 == 0 ? "scenario s\nsteps\n  " : "";
    for (std::uint64_t length = random() % 200; length > 0; --length) bytes += static_cast<char>(random() % 256);
    holds(bytes);
  }
}

TEST_CASE("a megabyte of anything takes time in proportion to its size") {
  constexpr std::size_t much = slow ? 1 << 15 : 1 << 20;
  const std::string head = "scenario s\nworld\n  account alice 1.00\nsteps\n  ";
  for (const std::string_view piece : {"x",
                                       "x ",
                                       "=",
                                       "=>",
                                       "#",
                                       "\"",
                                       "a=b ",
                                       "a = ",
                                       "a,",
                                       "a|",
                                       "|,",
                                       "钥",
                                       "{n}",
                                       "\\",
                                       "\n",
                                       "\n  ",
                                       "\n  pay o1 key=k => paid",
                                       "\n  together\n    pay o1\n",
                                       "\nscenario y",
                                       "\nworld",
                                       "\n  # note",
                                       "\n# note",
                                       "\n  pay o1 key={n}{n}{n} => paid, ",
                                       "\n  account",
                                       "\n\n  ",
                                       "crash at=",
                                       "\nactors\n  a: advance 1s",
                                       "\n  a: reap after=a,a,a",
                                       "\nexpect\n  guards W|S",
                                       "\n  all-on moves buy=1",
                                       "|moves buy=1",
                                       ":W=off",
                                       " at-once 2"}) {
    CAPTURE(piece);
    // A quadratic reader takes minutes for a megabyte; a linear one, even on a busy machine, a second or two.
    CHECK(seconds_for(head + repeated(piece, much)) < 20);
    CHECK(seconds_for(head + "pay o1 key=" + repeated(piece, much / 4)) < 20);
    CHECK(seconds_for(head + "at-once 3 pay o1 key=k => " + repeated(piece, much / 4)) < 20);
  }
  std::string many;
  for (int i = 0; i < (slow ? 4000 : 40000); ++i) many += "scenario s" + std::to_string(i) + "\nsteps\n  advance 1s\n";
  CHECK(seconds_for(many) < 20);
  many = "scenario s\nworld\n";
  for (int i = 0; i < (slow ? 6000 : 60000); ++i) many += "  account a" + std::to_string(i) + " 1.00\n";
  CHECK(seconds_for(many + "steps\n  advance 1s\n") < 20);
  many = "scenario s\nactors\n  a0: reap\n";
  for (int i = 1; i < (slow ? 4000 : 40000); ++i)
    many += "  a" + std::to_string(i) + ": reap after=a" + std::to_string(i - 1) + "\n";
  CHECK(seconds_for(many + "expect\n  guards S\n") < 20);
  std::string expects = "expect\n";
  for (int i = 0; i < (slow ? 4000 : 40000); ++i)
    expects += i % 2 == 0 ? "  variant window=5s : DOUBLE at x in all\n" : "  all-on x buy = 1 | status o9 = paid\n";
  CHECK(seconds_for(many + expects) < 20);
}
