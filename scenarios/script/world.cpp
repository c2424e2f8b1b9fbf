#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "scenarios/script/reader.hpp"

namespace payonce::script {
namespace {

const std::vector<std::string_view> world_words = {"currency", "account", "order", "acquirer",
                                                   "stock",    "coupon",  "clock", "layers"};
const std::vector<std::string_view> dedups = {"ref", "none"};

const Argument* argument(const Entry& entry, std::string_view name) {
  const auto found = std::find_if(entry.arguments.begin(), entry.arguments.end(),
                                  [name](const Argument& one) { return one.name == name; });
  return found == entry.arguments.end() ? nullptr : &*found;
}

class WorldReader {
 public:
  WorldReader(const Section& section, Complaints& complaints)
      : section_(section), complaints_(complaints), currency_(*Currency::parse("currency", "CNY")) {}

  World read() {
    if (!section_.head.words.empty()) {
      complaints_.add(section_.head.words.front().place,
                      {"what a world holds stands on indented lines below it", "world 的内容应写在其下缩进的各行"});
    }
    for (const Line& line : section_.lines) entry(line);
    return std::move(world_);
  }

 private:
  void entry(const Line& line) {
    const std::vector<Word>& words = line.words;
    const Word& first = words.front();
    if (first.is("layers")) {
      for (std::size_t i = 1; i < words.size(); ++i)
        read_layer_switch(words[i], "K W S V X", world_.layers, complaints_);
      return;
    }
    struct Kind {
      std::string_view word, keys, shape;
      std::size_t fewest, most;
      void (WorldReader::*read)(const Word&, const Entry&);
    };
    static constexpr std::array<Kind, 7> kinds = {
        {{"currency", "", "currency CODE", 1, 1, &WorldReader::currency},
         {"account", "class limit", "account NAME [CURRENCY] AMOUNT", 2, 2, &WorldReader::account},
         {"order", "buyer payee amount lines coupon status expires", "order ID buyer=A payee=B amount=AMOUNT", 1, 1,
          &WorldReader::order},
         {"acquirer", "dedup settle-delay key-window", "acquirer NAME", 1, 1, &WorldReader::acquirer},
         {"stock", "", "stock SKU QUANTITY", 2, 2, &WorldReader::stock},
         {"coupon", "amount percent limit", "coupon CODE amount=AMOUNT (or percent=N) limit=N", 1, 1,
          &WorldReader::coupon},
         {"clock", "", "clock 2026-01-01T00:00:00Z", 1, 1, &WorldReader::clock}}};
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return first.is(k.word); });
    if (kind == kinds.end()) {
      complaints_.unknown(first.place, {"word in a world", "world 中的词"},
                          first.kind == Word::Kind::pair ? first.name : first.text, world_words);
      return;
    }
    const auto arrow =
        std::find_if(words.begin(), words.end(), [](const Word& w) { return w.kind == Word::Kind::arrow; });
    if (arrow != words.end()) {
      complaints_.add(arrow->place, {"only a step has an expectation", "只有步骤才有期望结果"});
      return;
    }
    const Entry read = read_entry(words, 1, words.size(), kind->keys, complaints_);
    if (read.words.size() < kind->fewest || read.words.size() > kind->most) {
      // "CNY 1000.00" has become one word, so an account counts two.
      complaints_.add(first.place,
                      {"this should read: " + std::string(kind->shape), "应写作：" + std::string(kind->shape)});
      return;
    }
    std::invoke(kind->read, *this, first, read);
  }

  template <class T>
  std::optional<T> taken(Place place, Result<T> result) {
    if (result) return *std::move(result);
    complaints_.add(place, result.error().why);
    return std::nullopt;
  }

  /// A number alone is in the currency of the scenario.
  std::optional<Money> money(Place place, std::string_view field, const std::string& text) {
    const bool bare = std::none_of(text.begin(), text.end(), [](char c) { return c == ' ' || (c >= 'A' && c <= 'Z'); });
    return taken(place, bare ? Money::parse(field, text, currency_) : Money::parse(field, text));
  }

  std::optional<Duration> duration(const Argument* given) {
    return given == nullptr ? std::nullopt : taken(given->place, Duration::parse(given->name, given->value));
  }

  template <class Kind>
  bool fresh(std::unordered_set<std::string>& names, const Id<Kind>& id, Place place) {
    const bool is_new = names.insert(id.text()).second;
    if (!is_new) complaints_.add(place, {"\"" + id.text() + "\" is there already", "“" + id.text() + "”已存在"});
    return is_new;
  }

  void currency(const Word&, const Entry& entry) {
    const Word& code = entry.words.front();
    if (const auto parsed = taken(code.place, Currency::parse("currency", code.text))) {
      currency_ = *parsed;
      world_.currency = code.text;
    }
    if (!world_.accounts.empty() || !world_.orders.empty()) {
      complaints_.add(code.place, {"the currency stands before the first amount", "币种须写在第一个金额之前"});
    }
  }

  void account(const Word&, const Entry& entry) {
    const auto id = taken(entry.words[0].place, AccountId::parse("account", entry.words[0].text));
    const auto balance = money(entry.words[1].place, "amount", entry.words[1].text);
    if (!id || !balance || !fresh(accounts_, *id, entry.words[0].place)) return;
    WorldAccount made{*id, *balance, {}, {}, entry.words[0].place};
    if (const Argument* const given = argument(entry, "class")) made.account_class = given->value;
    if (const Argument* const given = argument(entry, "limit")) made.limit = money(given->place, "limit", given->value);
    world_.accounts.push_back(std::move(made));
  }

  void order(const Word& first, const Entry& entry) {
    const Argument* const buyer = argument(entry, "buyer");
    const Argument* const payee = argument(entry, "payee");
    const Argument* const amount = argument(entry, "amount");
    const Argument* const lines = argument(entry, "lines");
    if (buyer == nullptr || payee == nullptr || (amount == nullptr) == (lines == nullptr)) {
      complaints_.add(first.place, {"an order needs buyer=, payee= and amount=, or lines= instead of an amount",
                                    "订单需要 buyer=、payee= 和 amount=（或以 lines= 代替 amount=）"});
      return;
    }
    const auto id = taken(entry.words[0].place, OrderId::parse("order", entry.words[0].text));
    const auto from = taken(buyer->place, AccountId::parse("buyer", buyer->value));
    const auto to = taken(payee->place, AccountId::parse("payee", payee->value));
    const auto price = amount == nullptr ? std::nullopt : money(amount->place, "amount", amount->value);
    const auto expires = duration(argument(entry, "expires"));
    if (!id || !from || !to || (amount != nullptr && !price) || !fresh(orders_, *id, entry.words[0].place)) return;
    WorldOrder made{*id, *from, *to, price, {}, expires, entry.words[0].place};
    if (lines != nullptr) made.lines = lines->value;
    if (const Argument* const given = argument(entry, "coupon")) made.coupon = given->value;
    if (const Argument* const given = argument(entry, "status")) made.status = given->value;
    world_.orders.push_back(std::move(made));
  }

  void acquirer(const Word&, const Entry& entry) {
    const Word& name = entry.words.front();
    const auto id = taken(name.place, ChannelId::parse("acquirer", name.text));
    if (!id || !fresh(acquirers_, *id, name.place)) return;
    WorldAcquirer made{*id, true, duration(argument(entry, "settle-delay")), duration(argument(entry, "key-window")),
                       name.place};
    if (const Argument* const dedup = argument(entry, "dedup")) {
      made.dedup = dedup->value != "none";
      if (made.dedup && dedup->value != "ref") {
        complaints_.unknown(dedup->place, {"value of dedup", "dedup 的值"}, dedup->value, dedups);
      }
    }
    world_.acquirers.push_back(std::move(made));
  }

  void stock(const Word&, const Entry& entry) {
    const auto sku = taken(entry.words[0].place, Sku::parse("stock", entry.words[0].text));
    const auto there = read_number(entry.words[1].place, entry.words[1].text, 0, 1'000'000, complaints_);
    if (!sku || !there || !fresh(stock_, *sku, entry.words[0].place)) return;
    world_.stock.push_back({*sku, *there, entry.words[0].place});
  }

  void coupon(const Word& first, const Entry& entry) {
    const Argument* const amount = argument(entry, "amount");
    const Argument* const percent = argument(entry, "percent");
    const Argument* const limit = argument(entry, "limit");
    const auto code = taken(entry.words[0].place, CouponCode::parse("coupon", entry.words[0].text));
    if ((amount == nullptr) == (percent == nullptr)) {
      complaints_.add(first.place, {"a coupon needs amount= or percent=", "优惠券需要 amount= 或 percent="});
      return;
    }
    if (!code || !fresh(coupons_, *code, entry.words[0].place)) return;
    WorldCoupon made{*code, {}, {}, 1'000'000, entry.words[0].place};
    if (amount != nullptr) made.amount = money(amount->place, "amount", amount->value);
    if (percent != nullptr) made.percent = read_number(percent->place, percent->value, 1, 99, complaints_);
    if (limit != nullptr) made.limit = read_number(limit->place, limit->value, 1, 1'000'000, complaints_).value_or(1);
    world_.coupons.push_back(std::move(made));
  }

  void clock(const Word&, const Entry& entry) {
    const Word& time = entry.words.front();
    if (world_.clock_utc_ns) {
      complaints_.add(time.place, {"the clock is set twice", "时钟设置了两次"});
      return;
    }
    world_.clock_utc_ns = taken(time.place, parse_time("clock", time.text));
  }

  const Section& section_;
  Complaints& complaints_;
  Currency currency_;
  std::unordered_set<std::string> accounts_, orders_, acquirers_, stock_, coupons_;  // the names that are taken
  World world_;
};

}  // namespace

World read_world(const Section& section, Complaints& complaints) { return WorldReader(section, complaints).read(); }

}  // namespace payonce::script
