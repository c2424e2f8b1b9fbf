#include "tests/statements/expected.hpp"

namespace payonce::test {

using namespace statements;

namespace {

std::string sums(const Reading& reading) {
  std::string all;
  for (const Total& total : reading.totals()) {
    all += (all.empty() ? "" : ", ") + std::string(total.currency.code()) + " " + total.gross.text() + " " +
           total.fee.text() + " " + total.net.text();
  }
  return all;
}

}  // namespace

void check(const Clean& one) {
  CAPTURE(one.file);
  const Kept bill = kept(bytes_of(one.file));
  CHECK(bill.codes().empty());
  CHECK(name(bill.reading.format) == one.format);
  CHECK(bill.lines.size() == one.lines);
  CHECK(sums(bill.reading) == one.sums);
}

void check(const Spoiled& one) {
  CAPTURE(one.file);
  const Kept bill = kept(bytes_of(one.file));
  CHECK(bill.codes() == one.codes);
  CHECK(bill.lines.size() == one.lines);
  REQUIRE_FALSE(bill.reading.trusted());
  CHECK(bill.reading.broken().front().line == one.line);
}

}  // namespace payonce::test
