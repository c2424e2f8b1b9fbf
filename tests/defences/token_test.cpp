#include "ledger/defences/token.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

TokenText issue(Shop& shop, std::string_view target, Verb verb = Verb::pay, Duration ttl = minutes(10),
                std::optional<std::string> owner = {}) {
  token::Terms terms{.tenant = *Tenant::parse("tenant", "main"),
                     .verb = verb,
                     .target = std::string(target),
                     .owner = std::nullopt,
                     .ttl = ttl};
  if (owner) terms.owner = *AccountId::parse("owner", *owner);
  return shop.store()
      .atomically([&](Tx& tx) { return token::issue(tx, shop.world, shop.till().ledger.settings(), terms); })
      .text;
}

Request with(Request request, const TokenText& token) {
  request.token = token;
  return request;
}

}  // namespace

TEST_CASE("a token is thirty-two digits nobody has seen, and the file holds none of them") {
  Shop shop;
  std::set<std::string> seen;
  for (int n = 0; n < 200; ++n) {
    const TokenText token = issue(shop, "o1");
    CHECK(seen.insert(token.text()).second);
    CHECK(TokenText::parse("token", token.text()));
  }
  const std::string whole = contents(shop.folder() / "shop.db") + contents(shop.folder() / "shop.db-wal");
  for (const std::string& token : seen) {
    CHECK(whole.find(token) == std::string::npos);
    CHECK(whole.find(token.substr(4)) == std::string::npos);
  }
}

TEST_CASE("what is no token is refused and not repeated") {
  for (const std::string_view text :
       {"", "tok_", "tok_0011", "TOK_00112233445566778899aabbccddeeff", "tok_00112233445566778899AABBCCDDEEFF",
        "tok_00112233445566778899aabbccddeefff", "00112233445566778899aabbccddeeff"}) {
    CAPTURE(text);
    const auto parsed = TokenText::parse("token", text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().field == "token");
    if (text.size() > 8) CHECK(parsed.error().why.en.find(text) == std::string::npos);
  }
}

TEST_CASE("each way a token can be wrong is told by its own reason, and holds no key") {
  Shop shop;
  shop.order("o1");
  shop.order("o2");
  const TokenText good = issue(shop, "o1");
  const auto reason = [&](const Request& request) {
    const Reply reply = shop.ask(request);
    CHECK(reply.outcome == Outcome::token_refused);
    CHECK(reply.answered_by == Layer::token);
    return reason_in(reply);
  };
  CHECK(reason(with(paying("o1", "k1"), *TokenText::parse("token", "tok_00112233445566778899aabbccddeeff"))) ==
        "token_unknown");
  CHECK(reason(with(paying("o1", "k1", "other"), good)) == "token_of_another_user");
  CHECK(reason(with(paying("o2", "k1"), good)) == "token_for_another_target");
  CHECK(reason(with(refunding("o1", 100, "k1"), good)) == "token_for_another_target");
  CHECK(reason(with(paying("o1", "k1"), issue(shop, "o1", Verb::pay, minutes(10), "bob"))) == "token_of_another_user");
  const TokenText brief = issue(shop, "o1", Verb::pay, seconds(1));
  shop.wait(seconds(1));
  CHECK(reason(with(paying("o1", "k1"), brief)) == "token_expired");
  const Reply paid = shop.ask(with(paying("o1", "k1"), good));
  CHECK(paid.outcome == Outcome::paid);
  const Reply used = shop.ask(with(paying("o1", "k2"), good));
  CHECK(reason_in(used) == "token_used");
  CHECK(voucher_in(used) == voucher_in(paid));
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a retry may bring another token or none: it is the same request, and told the first answer") {
  Shop shop;
  shop.order("o1");
  const Reply first = shop.ask(with(paying("o1", "k1"), issue(shop, "o1")));
  REQUIRE(first.outcome == Outcome::paid);
  const TokenText second = issue(shop, "o1");
  for (const Request& again : {paying("o1", "k1"), with(paying("o1", "k1"), second)}) {
    const Reply reply = shop.ask(again);
    CHECK(reply.replayed);
    CHECK(reply.answer == first.answer);
  }
  CHECK(shop.number("SELECT count(*) FROM token WHERE used_by IS NULL") == 1);
}

TEST_CASE("a refusal that is final takes the token, one that is not leaves it") {
  Shop shop;
  shop.order("dear", 9'000'000);
  const TokenText token = issue(shop, "dear");
  Request wrong = with(paying("dear", "k1"), token);
  wrong.amount = cny(5);
  CHECK(shop.ask(wrong).outcome == Outcome::amount_mismatch);
  CHECK(shop.ask(with(paying("dear", "k1"), token)).outcome == Outcome::declined);
  const Reply again = shop.ask(with(paying("dear", "k2"), token));
  CHECK(again.outcome == Outcome::token_refused);
  CHECK(reason_in(again) == "token_used_in_vain");
}

TEST_CASE("killed at any step, the same page and key pay once") {
  for (const Step step : {Step::key_claim, Step::window_gate, Step::order_advance, Step::channel_charge,
                          Step::channel_answer, Step::book_tx, Step::key_finish, Step::reply_send}) {
    for (const bool outside : {false, true}) {
      CAPTURE(label(step));
      CAPTURE(outside);
      Shop shop;
      shop.order("o1");
      const Request request = with(outside ? charging("o1", "k1") : paying("o1", "k1"), issue(shop, "o1"));
      (void)shop.crash_at(step, request);
      shop.wait(seconds(31));
      Reply reply = shop.ask(request);
      if (reply.outcome == Outcome::outcome_unknown) reply = shop.ask(request);
      CHECK(reply.outcome == Outcome::paid);
      CHECK(shop.reconcile().empty());
    }
  }
}

TEST_CASE("a token expires by the clock since boot, and after a restart by the latest time the file knows") {
  Shop shop;
  shop.order("o1");
  const TokenText token = issue(shop, "o1");
  shop.world.jump_wall(hours(1).ns);
  const auto expired = [&] {
    return shop.store().reading(
        [&](View& view) { return token::expired(view, shop.world, *token::find(view, token)); });
  };
  CHECK_FALSE(expired());  // somebody set the clock: no time has passed
  shop.topup("alice", 100, "t1");
  shop.world.reboot();
  shop.world.jump_wall(-hours(2).ns);
  CHECK(expired());  // a top-up was booked an hour later: set back, the clock revives nothing
}

TEST_CASE("the file lets no token be taken twice, made good again, or forgotten before its time") {
  Shop shop;
  shop.order("o1");
  REQUIRE(shop.ask(with(paying("o1", "k1"), issue(shop, "o1"))).outcome == Outcome::paid);
  (void)issue(shop, "o1");
  for (const char* statement :
       {"UPDATE token SET used_by = NULL, used_at_ns = NULL WHERE used_by IS NOT NULL",
        "UPDATE token SET used_by = zeroblob(16) WHERE used_by IS NOT NULL", "UPDATE token SET target = 'o2'",
        "UPDATE token SET ttl_ns = ttl_ns + 1", "DELETE FROM token",
        "REPLACE INTO token (token_id, digest, tenant, verb, target, issued_at_ns, issued_on, issued_boot_ns, ttl_ns, "
        "keep_until_ns) SELECT token_id, digest, tenant, verb, target, issued_at_ns, issued_on, issued_boot_ns, "
        "ttl_ns, "
        "keep_until_ns FROM token WHERE used_by IS NOT NULL"}) {
    CAPTURE(statement);
    CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) { tx.execute(statement); }), StorageTrouble);
  }
}

TEST_CASE("only a laboratory takes tokens as they are usually taken") {
  const TempFolder folder;
  VirtualWorld world;
  for (const char* way : {"get-then-delete", "delete-first", "per-user"}) {
    CAPTURE(way);
    const auto settings = with_setting(Settings{}, "token", way);
    REQUIRE(settings);
    const auto real =
        Ledger::create(folder / "real.db", world, {.store = {}, .laboratory = false, .settings = *settings});
    REQUIRE_FALSE(real);
    CHECK(real.error().field == "token");
  }
  CHECK_FALSE(with_setting(Settings{}, "token", "twice"));
}
