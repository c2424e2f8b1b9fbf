// The seal of a voucher, against bytes put together by hand and digested by another program.

#include <doctest/doctest.h>

#include <array>
#include <numeric>

#include "ledger/journal/seal.hpp"
#include "tests/journal/desk.hpp"

using namespace payonce;
using namespace payonce::journal;
using payonce::test::Desk;

namespace {

struct Sample {
  Digest previous{};
  SealedHead head{.voucher_id = 7,
                  .kind = "pay",
                  .series = "PAY-2026",
                  .seq = 3,
                  .business_key = "ord_42.pay.1",
                  .order_id = 5,
                  .attempt_id = std::nullopt,
                  .refund_id = 9,
                  .business_date = "2026-01-31",
                  .recorded_at_ns = 1'769'850'307'123'000'000,
                  .reason = "因为"};
  std::array<SealedLine, 2> lines{SealedLine{11, "CNY", "debit", 10'000, 4, 20'000, 50'000},
                                  SealedLine{12, "CNY", "credit", 10'000, 1, 0, 10'000}};
  Sample() { std::iota(previous.begin(), previous.end(), std::uint8_t{0}); }
  [[nodiscard]] std::string digest(std::int64_t version = seal_version) const {
    return hex(seal(previous, head, lines, version));
  }
};

}  // namespace

TEST_CASE("the seal is SHA-256 over length-prefixed fields, as computed by another program") {
  // Bytes assembled field by field outside of this program, then sha256sum.
  CHECK(Sample().digest(1) == "d7807fde1e2e4e953cb351bea2106ac775b839d01c619f390fd26b387cccf7f3");
  CHECK(Sample().digest(2) == "5dbc89ef0f68e740deb04cb67e4ac8b2bfc5d02d000ab8ba1ef3d14cfeff7d07");
  Sample more;
  more.head.operation_id = 4;
  more.head.reverses = 6;
  more.head.actor = "clerk";
  CHECK(more.digest() == "53f75d1e0115af83585476942adf6249e4c4397586804f00300809576e62c3df");
}

TEST_CASE("a change of any one field changes the seal") {
  const std::string before = Sample().digest();
  const auto changed = [&](const char* field, auto change) {
    CAPTURE(field);
    Sample sample;
    change(sample);
    CHECK(sample.digest() != before);
  };
  changed("previous", [](Sample& s) { s.previous[31] ^= 1; });
  changed("voucher_id", [](Sample& s) { s.head.voucher_id = 8; });
  changed("kind", [](Sample& s) { s.head.kind = "refund"; });
  changed("series", [](Sample& s) { s.head.series = "PAY-2027"; });
  changed("seq", [](Sample& s) { s.head.seq = 4; });
  changed("business_key", [](Sample& s) { s.head.business_key = "ord_42.pay.2"; });
  changed("order_id", [](Sample& s) { s.head.order_id = std::nullopt; });
  changed("attempt_id", [](Sample& s) { s.head.attempt_id = 0; });
  changed("refund_id", [](Sample& s) { s.head.refund_id = 10; });
  changed("operation_id", [](Sample& s) { s.head.operation_id = 1; });
  changed("dispute_id", [](Sample& s) { s.head.dispute_id = 1; });
  changed("reverses", [](Sample& s) { s.head.reverses = 1; });
  changed("actor", [](Sample& s) { s.head.actor = "clerk"; });
  changed("actor and reason exchanged", [](Sample& s) { std::swap(s.head.actor, s.head.reason); });
  changed("order and attempt exchanged", [](Sample& s) { std::swap(s.head.order_id, s.head.attempt_id); });
  changed("business_date", [](Sample& s) { s.head.business_date = "2026-02-01"; });
  changed("recorded_at", [](Sample& s) { s.head.recorded_at_ns += 1; });
  changed("no reason", [](Sample& s) { s.head.reason = std::nullopt; });
  changed("empty reason", [](Sample& s) { s.head.reason = ""; });
  changed("account", [](Sample& s) { s.lines[0].account_id = 13; });
  changed("currency", [](Sample& s) { s.lines[0].currency = "USD"; });
  changed("side", [](Sample& s) { s.lines[0].side = "credit"; });
  changed("amount", [](Sample& s) { s.lines[1].amount = 10'001; });
  changed("version", [](Sample& s) { s.lines[1].account_version = 2; });
  changed("debits", [](Sample& s) { s.lines[1].debits_after = 1; });
  changed("credits", [](Sample& s) { s.lines[1].credits_after = 10'001; });
  changed("lines exchanged", [](Sample& s) { std::swap(s.lines[0], s.lines[1]); });
}

TEST_CASE("a letter moved from one field into its neighbour changes the seal") {
  Sample sample;
  sample.head.kind = "payP";
  sample.head.series = "AY-2026";
  CHECK(sample.digest() != Sample().digest());
}

TEST_CASE("each voucher carries the hash of the one before it, and the first carries zeros") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  for (int i = 0; i < 5; ++i)
    desk.book(Desk::draft("fact." + std::to_string(i), debit_credit(a, b, Desk::money(1 + i))));
  CHECK(desk.ask("SELECT hex(previous_hash) FROM voucher WHERE voucher_id = 1") == std::string(64, '0'));
  CHECK(desk.ask("SELECT count(*) FROM voucher v JOIN voucher w ON w.voucher_id = v.voucher_id + 1 "
                 "WHERE w.previous_hash = v.hash") == "4");
  CHECK(desk.ask("SELECT count(DISTINCT hash) FROM voucher") == "5");
}

TEST_CASE("the stored hash is the seal of the stored fields") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  auto draft = Desk::draft("fact", debit_credit(a, b, Desk::money(250)));
  draft.reason = "because";
  const Booked booked = desk.book(draft);
  const std::array lines{SealedLine{a, "CNY", "debit", 250, 1, 250, 0}, SealedLine{b, "CNY", "credit", 250, 1, 0, 250}};
  const SealedHead head{.voucher_id = booked.voucher_id,
                        .kind = "transfer",
                        .series = "TRF-2026",
                        .seq = 1,
                        .business_key = "fact",
                        .order_id = {},
                        .attempt_id = {},
                        .refund_id = {},
                        .business_date = "2026-01-01",
                        .recorded_at_ns = desk.world.wall_ns(),
                        .reason = "because"};
  CHECK(desk.ask("SELECT lower(hex(hash)) FROM voucher") == hex(seal(Digest{}, head, lines)));
}
