// Any function made idempotent, with payonce as a library: a gift card is redeemed once, and a letter is sent once, however often
// either is asked. The card and the outbox are this program's own tables in the ledger's file, so that what it writes, the claim of
// the key and the reply are one transaction.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <payonce/idempotently.hpp>
#include <string>

namespace {

using namespace payonce;

template <class T>
T taken(Result<T> result) {
  if (result) return std::move(result).value();
  std::cerr << result.error().field << ": " << result.error().why.en << '\n';
  std::exit(1);
}

std::int64_t card_holds(View& view, const std::string& card) {
  std::int64_t minor = 0;
  view.each_of("SELECT minor FROM x_gift_card WHERE card = ?", {card}, [&](const Row& row) { minor = row.integer(0); });
  return minor;
}

/// The post office: somebody outside, who remembers what it was handed. `breaks` loses its next answer.
struct PostOffice {
  std::string sent{};
  int letters = 0;
  bool breaks = false;

  std::string send(const std::string& number) {
    sent = number;
    ++letters;
    if (breaks) throw std::runtime_error("the line broke");
    return "posted as " + number;
  }
  [[nodiscard]] Outside became_of(const std::string& number) const {
    if (sent == number) return {.what = Outside::What::happened, .reply = "posted as " + number};
    return {.what = Outside::What::did_not_happen};
  }
};

int wrong(const std::string& what) {
  std::cerr << "not as it should be: " << what << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return wrong("the only argument is a folder");
  const auto world = real_world();
  Ledger ledger = taken(Ledger::create(std::filesystem::path(argv[1]) / "gifts.db", *world, {}));
  const Tenant tenant = taken(Tenant::parse("tenant", "gifts"));
  const auto key = [](const std::string& text) { return taken(IdempotencyKey::parse("key", text, 16)); };
  ledger.store().atomically([&](Tx& tx) {
    tx.execute("CREATE TABLE x_gift_card (card TEXT PRIMARY KEY, minor INTEGER NOT NULL) STRICT");
    tx.execute("CREATE TABLE x_letter (number TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT");
    (void)tx.change_of("INSERT INTO x_gift_card VALUES (?, ?)", {"card-7", 5000});
  });

  // The key follows from the wish: which basket takes how much from which card. One constant would make strangers share a reply.
  const auto redeem = [&](const std::string& basket, std::int64_t minor) {
    const Wish wish{tenant, key("redeem-for-basket-" + basket), "gift-card.redeem", {"card-7", std::to_string(minor)}};
    const Done done = idempotently(ledger, *world, wish, [&](Tx& tx) {
      const std::int64_t before = card_holds(tx, "card-7");
      if (before < minor) throw Refused("the card holds " + std::to_string(before));
      (void)tx.change_of("UPDATE x_gift_card SET minor = minor - ? WHERE card = ?", {minor, "card-7"});
      return "redeemed, " + std::to_string(before - minor) + " left";
    });
    std::cout << "basket " << basket << ": " << name(done.how) << ", " << done.reply << '\n';
    return done;
  };
  if (redeem("1001", 3000).how != Done::How::ran) return wrong("the first asking runs");
  const Done again = redeem("1001", 3000);
  if (again.how != Done::How::replayed || again.reply != "redeemed, 2000 left") return wrong("the second is the first");
  if (redeem("1001", 2500).how != Done::How::key_reused) return wrong("other content under one key is refused");
  if (redeem("1002", 3000).how != Done::How::refused) return wrong("a card that holds too little refuses");
  (void)ledger.store().atomically(
      [&](Tx& tx) { return tx.change_of("UPDATE x_gift_card SET minor = minor + ?", {5000}); });
  if (redeem("1002", 3000).reply != "the card holds 2000") return wrong("a refusal is final under its key");
  if (redeem("1003", 3000).how != Done::How::ran) return wrong("a new wish has a new key");

  PostOffice post;
  const auto send = [&](const std::string& number) {
    return idempotently(
        ledger, *world, {tenant, key("letter-number-" + number), "letter.send", {number}},
        {.intend = [&](Tx& tx) { (void)tx.change_of("INSERT INTO x_letter VALUES (?, 'handed over')", {number}); },
         .call = [&] { return post.send(number); },
         .resolve = [&] { return post.became_of(number); },
         .record =
             [&](Tx& tx, const std::string&) {
               (void)tx.change_of("UPDATE x_letter SET state = 'posted' WHERE number = ?", {number});
             }});
  };
  post.breaks = true;
  try {
    (void)send("88");
    return wrong("an exception of the call passes through");
  } catch (const std::runtime_error& broken) {
    std::cout << "letter 88: " << broken.what() << '\n';
  }
  post.breaks = false;
  const Done found = send("88");
  std::cout << "letter 88: " << name(found.how) << ", " << found.reply << '\n';
  if (found.how != Done::How::ran || post.letters != 1) return wrong("what was sent is found, and not sent again");
  if (send("88").how != Done::How::replayed || post.letters != 1) return wrong("a third asking is told the reply");
  std::cout << "letters sent: " << post.letters << '\n';
}
