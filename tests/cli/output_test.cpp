// What could not be written must not look like success, and nothing must be written where it does not belong.

#include <doctest/doctest.h>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

TEST_CASE("output that does not arrive ends with 74, whatever became of it") {
  const Desk desk;
  desk.open_shop();
  for (const Out out : {Out::closed, Out::full, Out::unread}) {
    for (const char* line :
         {"account list", "account list --json", "--help", "pay --help", "--version", "paay --json"}) {
      CAPTURE(line);
      CAPTURE(static_cast<int>(out));
      const Ran ran = desk.run(line, out);
      CHECK(ran.status == 74);
      CHECK(holds(ran.err, "could not be written"));
    }
  }
}

TEST_CASE("a payment whose answer was lost on its way is found by asking again") {
  for (const Out out : {Out::closed, Out::full, Out::unread}) {
    const Desk desk;
    desk.open_shop();
    CHECK(desk.run("pay o1 --key k1", out).status == 74);
    const Ran again = desk.run("pay o1 --key k1 --json");
    CHECK(again.status == 0);
    CHECK(parsed(again.out).at("replayed") == "true");
    CHECK(holds(desk.done("account show alice"), "CNY 900.00"));
  }
}

TEST_CASE("without room on the disk nothing happens, in words of ours, and it goes on when there is room again") {
  const Desk desk;
  desk.open_shop();
  const std::string before = desk.books();
  const Ran ran = desk.run("pay o1 --key k1", Out::cramped);
  CAPTURE(ran.err);
  CHECK(ran.status == 74);
  CHECK(ran.out.empty());
  CHECK(holds(ran.err, "payonce: db: there is no room left on the disk"));
  CHECK(parsed(desk.run("pay o1 --key k1 --json", Out::cramped).out).at("exit") == "74");
  CHECK(desk.run("--db other.db init", Out::cramped).status == 74);
  CHECK_FALSE(std::filesystem::exists(desk.folder() / "other.db"));
  CHECK(desk.books() == before);
  CHECK(holds(desk.done("pay o1 --key k1"), "✓ paid"));
}

TEST_CASE("a closed standard output is no door into the ledger file") {
  const Desk desk;
  desk.open_shop();
  const std::string before = desk.books();
  for (int n = 0; n < 3; ++n) CHECK(desk.run("order list", Out::closed).status == 74);
  CHECK(desk.run("--db other.db init", Out::closed).status == 74);
  CHECK(desk.books() == before);
  CHECK(desk.run("--db other.db account list").status == 0);
}

TEST_CASE("a message that is refused is on standard error alone") {
  const Desk desk;
  desk.open_shop();
  const Ran ran = desk.run("account show nobody");
  CHECK(ran.status == 10);
  CHECK(ran.out.empty());
  CHECK(ran.err == "payonce: account: there is no such account\n");
}

TEST_CASE("the reply is told in Chinese, codes and numbers as they are") {
  const Desk desk;
  desk.open_shop();
  const std::string reply = desk.done("pay o1 --key k1 --lang zh");
  CHECK(reply.starts_with("✓ paid: 已支付\n"));
  CHECK(holds(reply, "凭证"));
  CHECK(holds(reply, "PAY-20"));
  CHECK(holds(reply, "CNY 100.00"));
  CHECK_FALSE(holds(reply, "voucher"));
  CHECK(holds(desk.done("pay o1 --key k1 --lang zh"), "重放"));
  CHECK(holds(desk.done("pay o1 --key k1 --lang both"), "voucher / 凭证"));
  CHECK(desk.done("pay o1 --key k1 --lang zh --json") == desk.done("pay o1 --key k1 --lang en --json"));
}

TEST_CASE("a reply for people names outcome, voucher, amount, who answered, and a line for each layer") {
  const Desk desk;
  desk.open_shop();
  const std::string first = desk.done("pay o1 --key k1");
  CHECK(first.starts_with("✓ paid\n"));
  for (const char* part : {"o1", "PAY-20", "CNY 100.00", "\n  idempotency_key ", "\n  dedup_window ",
                           "\n  state_machine ", "\n  unique_constraint ", "\n  journal "}) {
    CAPTURE(part);
    CHECK(holds(first, part));
  }
  const std::string again = desk.done("pay o1 --key k1");
  CHECK(holds(again, "idempotency_key, replayed: the first answer, again"));
  CHECK_FALSE(holds(again, "\x1b"));
  CHECK(holds(desk.done("pay o1 --key k1 --color always"), "\x1b[32m✓ paid"));
  desk.done("channel script card lose");
  desk.done("order create o2 --buyer alice --payee shop --amount \"CNY 1.00\"");
  CHECK(holds(desk.run("pay o2 --key k2 --via card").out, "ask again"));
}

TEST_CASE("the ledger is found by --db, else by PAYONCE_DB, else here") {
  const Desk desk;
  desk.done("init");
  desk.done("--db b.db init");
  desk.done("--db b.db account open there --currency CNY");
  CHECK_FALSE(holds(desk.done("account list"), "there  "));
  CHECK(holds(desk.run("account list", Out::kept, {"PAYONCE_DB=b.db"}).out, "there  "));
  CHECK_FALSE(holds(desk.run("account list --db payonce.db", Out::kept, {"PAYONCE_DB=b.db"}).out, "there  "));
}
