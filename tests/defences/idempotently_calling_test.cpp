// A function of a caller's own that calls outside: the claim before, the reply behind, and no transaction open between.

#include <doctest/doctest.h>

#include "tests/defences/own_shop.hpp"

using namespace payonce;
using namespace payonce::test;
using How = Done::How;

namespace {

/// Somebody outside who remembers what it did.
struct Post {
  int letters = 0;
  bool loses_its_answer = false;
  bool is_shut = false;
  bool can_be_asked = true;
  int asked = 0;
};

Calling letter(Post& post, Shop& shop) {
  return {.intend = [](Tx& tx) { write_down(tx, "intended"); },
          .call =
              [&] {
                if (post.is_shut) throw NothingHappened("the office is shut");
                ++post.letters;
                if (post.loses_its_answer) throw std::runtime_error("the line broke");
                // No transaction is open: another connection writes while the call is under way.
                shop.another_till()->ledger.store().atomically([](Tx& tx) { write_down(tx, "meanwhile"); });
                return std::string("posted");
              },
          .resolve = [&]() -> Outside {
            ++post.asked;
            if (!post.can_be_asked) return {};
            if (post.letters > 0) return {.what = Outside::What::happened, .reply = "posted"};
            return {.what = Outside::What::did_not_happen};
          },
          .record = [](Tx& tx, const std::string& reply) { write_down(tx, reply); }};
}

Done send(Shop& shop, Post& post, Till* till = nullptr) {
  Ledger& ledger = till == nullptr ? shop.till().ledger : till->ledger;
  return idempotently(ledger, shop.world, wish("letter-1", {"to bob"}, "letter.send"), letter(post, shop));
}

}  // namespace

TEST_CASE("a call is made once: claimed before, recorded with its reply, replayed ever after") {
  Shop shop;
  make_diary(shop);
  Post post;
  CHECK(send(shop, post).how == How::ran);
  CHECK(send(shop, post).how == How::replayed);
  CHECK(post.letters == 1);
  CHECK(post.asked == 0);
  CHECK(lines(shop) == 3);
  CHECK(shop.number("SELECT count(*) FROM own_call") == 0);
  CHECK(shop.reconcile().empty());
}

TEST_CASE(
    "while somebody alive calls, another is told to come later, and behind the lease asks before anything is sent") {
  Shop shop;
  make_diary(shop);
  Post post;
  const auto second = shop.another_till(seconds(20));
  Done met;
  Calling slow = letter(post, shop);
  const auto call = slow.call;
  slow.call = [&] {
    met = send(shop, post, second.get());
    return call();
  };
  const Wish one = wish("letter-1", {"to bob"}, "letter.send");
  CHECK(idempotently(shop.till().ledger, shop.world, one, slow).how == How::ran);
  CHECK(met.how == How::in_progress);
  CHECK(met.retry_after_ms);
  CHECK(post.letters == 1);
}

TEST_CASE("killed before or behind the call, a retry behind the lease asks first and sends at most one letter") {
  for (const Step step : {Step::channel_charge, Step::channel_answer, Step::key_finish}) {
    CAPTURE(label(step));
    Shop shop;
    make_diary(shop);
    Post post;
    const bool sent = step != Step::channel_charge;
    const auto crash = shop.crash_at(step, 1, [&](Till& till) {
      (void)send(shop, post, &till);
      return Reply{};
    });
    REQUIRE(crash.killed);
    post.letters = sent ? 1 : 0;  // the process that counted it is dead; the post office is not
    CHECK(send(shop, post).how == How::in_progress);
    CHECK(post.asked == 0);
    shop.wait(seconds(31));
    CHECK(send(shop, post).how == How::ran);
    CHECK(post.asked == 1);
    CHECK(post.letters == 1);
    CHECK(send(shop, post).reply == "posted");
    CHECK(shop.reconcile().empty());
  }
}

TEST_CASE("an exception that says nothing keeps the claim: the retry asks, and what was sent is found") {
  Shop shop;
  make_diary(shop);
  Post post{.loses_its_answer = true};
  CHECK_THROWS_WITH(send(shop, post), "the line broke");
  CHECK(shop.text("SELECT state FROM idempotency_key WHERE key = 'letter-1'") == "unknown");
  post.can_be_asked = false;
  for (int n = 0; n < 20; ++n) CHECK(send(shop, post).how == How::unknown);
  post.can_be_asked = true;
  CHECK(send(shop, post).how == How::ran);
  CHECK(post.letters == 1);
}

TEST_CASE("nothing happened gives the claim back: the retry sends") {
  Shop shop;
  make_diary(shop);
  Post post{.is_shut = true};
  CHECK_THROWS_AS(send(shop, post), NothingHappened);
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE key = 'letter-1'") == 0);
  CHECK(shop.number("SELECT count(*) FROM own_call") == 0);
  post.is_shut = false;
  CHECK(send(shop, post).how == How::ran);
  CHECK(post.letters == 1);
}

TEST_CASE("an operator's resolve leaves a caller's call to the caller") {
  Shop shop;
  make_diary(shop);
  Post post{.loses_its_answer = true};
  CHECK_THROWS(send(shop, post));
  const Reply reply = shop.engine().resolve(*Tenant::parse("tenant", "main"), key_of("letter-1"));
  CHECK(reply.outcome == Outcome::outcome_unknown);
  CHECK(reason_in(reply) == "callers_function");
  (void)shop.recover();
  CHECK(send(shop, post).how == How::ran);
  CHECK(post.letters == 1);
}

TEST_CASE("a key that began a call runs no function that asks nobody") {
  Shop shop;
  make_diary(shop);
  Post post{.loses_its_answer = true};
  CHECK_THROWS(send(shop, post));
  bool ran = false;
  const Wish one = wish("letter-1", {"to bob"}, "letter.send");
  const Done done = idempotently(shop.till().ledger, shop.world, one, [&](Tx&) {
    ran = true;
    return std::string("posted again");
  });
  CHECK(done.how == How::unknown);
  CHECK_FALSE(ran);
  CHECK(send(shop, post).how == How::ran);
}

TEST_CASE("a caller that was away past its lease loses its claim: what it heard is found by whoever took over") {
  Shop shop;
  make_diary(shop);
  Post post;
  const auto second = shop.another_till(seconds(20));
  Done other;
  Calling slow = letter(post, shop);
  slow.call = [&] {
    ++post.letters;
    shop.wait(seconds(31));
    other = send(shop, post, second.get());
    return std::string("posted");
  };
  const Wish one = wish("letter-1", {"to bob"}, "letter.send");
  const Done first = idempotently(shop.till().ledger, shop.world, one, slow);
  CHECK(other.how == How::ran);
  CHECK(first.how == How::in_progress);
  CHECK(send(shop, post).how == How::replayed);
  CHECK(post.letters == 1);
  CHECK(shop.number("SELECT count(*) FROM x_diary WHERE line = 'posted'") == 1);
}
