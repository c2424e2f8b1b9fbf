#include "ledger/wire/json_request.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ledger/values/book_verb.hpp"
#include "ledger/wire/decimal.hpp"
#include "ledger/wire/json_money.hpp"
#include "ledger/wire/json_reader.hpp"
#include "ledger/wire/json_words.hpp"

namespace payonce {
namespace {

using Names = std::vector<std::string_view>;

const Names& all_members() {
  static const Names all{"verb",    "key",     "tenant",          "order",  "account",  "to",          "by",
                         "amount",  "via",     "if_version",      "ref",    "absolute", "client_time", "attempt_id",
                         "again",   "by_bank", "despite_dispute", "reason", "actor",    "how",         "channel",
                         "voucher", "fee",     "to_amount",       "spread", "token",    "hold",        "last"};
  return all;
}

/// The names of a list parted by blanks, behind those there are.
void append(Names& names, std::string_view list) {
  while (!list.empty()) {
    const std::string_view first = list.substr(0, list.find(' '));
    names.push_back(first);
    list.remove_prefix(std::min(first.size() + 1, list.size()));
  }
}

/// What a request of this verb takes besides what every request takes.
Names members_of(Verb verb) {
  switch (verb) {
    case Verb::pay: return {"order", "amount", "via", "if_version", "token"};
    case Verb::refund:
      return {"order", "amount", "ref", "if_version", "token", "again", "via", "by_bank", "despite_dispute", "reason"};
    case Verb::topup: return {"account", "amount", "ref", "token"};
    case Verb::transfer: return {"account", "to", "amount", "ref", "if_version", "token"};
    case Verb::adjust: return {"account", "to", "by", "amount", "absolute", "ref", "if_version", "token"};
    case Verb::authorise: return {"order", "amount", "via", "hold", "if_version", "token"};
    case Verb::capture: return {"order", "amount", "last", "ref", "token"};
    case Verb::void_hold: return {"order", "token"};
    default: break;
  }
  Names names;
  const BookVerb& rule = *book_verb(verb);
  for (const std::string_view list : {rule.target, rule.needs, rule.takes}) append(names, list);
  names.push_back("token");
  return names;
}

/// Members a client sends for itself: when it asked and which try it is. They are no part of what is asked, and so of no
/// fingerprint (B011, idempotency.md R9): a later try with another time is a replay.
bool ignored(std::string_view name) { return name == "client_time" || name == "attempt_id"; }

bool holds(const Names& names, std::string_view name) {
  for (const std::string_view one : names) {
    if (one == name) return true;
  }
  return false;
}

/// Reads member by member. The first fault stays, and what is read behind it is of no account.
class Reader {
 public:
  Reader(const JsonValue& object, const Terms& terms) : object_(object), terms_(terms) {}

  Result<Request> request() {
    for (const JsonValue& member : object_.members) {
      if (auto wrong = fault_unless_known(member.name, all_members())) return *std::move(wrong);
    }
    const std::optional<Verb> verb = read_verb();
    if (verb) refuse_what_it_does_not_take(*verb);
    if (fault_) return *std::move(fault_);

    const Tenant tenant = maybe<Tenant>("tenant").value_or(terms_.tenant);
    std::optional<IdempotencyKey> key = read_key();
    if (fault_) return *std::move(fault_);
    Request request{.verb = *verb, .tenant = tenant, .key = *std::move(key), .target = read_target(*verb)};
    const BookVerb* const rule = book_verb(*verb);
    if (rule != nullptr) {
      read_booking(request, *rule);
    } else if (*verb == Verb::adjust) {
      read_adjustment(request);
    } else {
      if (*verb == Verb::transfer) request.counterpart = needed<AccountId>("to");
      request.amount = maybe_money("amount");
    }
    request.via = read_via();
    request.if_version = read_version(*verb == Verb::transfer || *verb == Verb::adjust ? 0 : 1);
    request.token = maybe<TokenText>("token");
    if (rule == nullptr || rule->target != "ref") request.reference = maybe<Reference>("ref");
    if (*verb == Verb::refund) read_refund(request);
    request.hold = maybe<Duration>("hold");
    request.last = read_truth("last");
    if (!fault_) fault_ = fault_in(request);
    // An adjustment by nothing, in the spelling that was used.
    if (fault_ && fault_->field == "by" && object_.member("by") == nullptr) fault_->field = "amount";
    if (fault_) return *std::move(fault_);
    return request;
  }

 private:
  std::nullopt_t refuse(std::string_view field, Text why) {
    if (!fault_) fault_ = {std::string(field), std::move(why)};
    return std::nullopt;
  }
  template <class T>
  std::optional<T> taken(Result<T> result) {
    if (result) return std::move(result).value();
    return refuse(result.error().field, result.error().why);
  }

  const std::string* text(std::string_view name) {
    const JsonValue* const member = object_.member(name);
    if (member == nullptr) return nullptr;
    if (auto wrong = fault_unless(JsonValue::Kind::text, *member, member->name)) {
      refuse(wrong->field, std::move(wrong->why));
      return nullptr;
    }
    return &member->text;
  }
  template <class T>
  std::optional<T> maybe(std::string_view name) {
    const std::string* const found = text(name);
    if (found == nullptr) return std::nullopt;
    return taken(T::parse(name, *found));
  }
  template <class T>
  std::optional<T> needed(std::string_view name) {
    if (object_.member(name) == nullptr) return refuse(name, {"is required", "必填"});
    return maybe<T>(name);
  }
  std::optional<Money> maybe_money(std::string_view name) {
    const JsonValue* const member = object_.member(name);
    if (member == nullptr) return std::nullopt;
    return taken(money_from(*member));
  }

  std::optional<Verb> read_verb() {
    Names names;
    for (const Verb verb : all_verbs()) names.push_back(name(verb));
    if (object_.member("verb") == nullptr) {
      return refuse("verb", {"is required, one of " + listed(names), "必填，须为 " + listed(names) + " 之一"});
    }
    const std::string* const word = text("verb");
    if (word == nullptr) return std::nullopt;
    for (const Verb verb : all_verbs()) {
      if (name(verb) == *word) return verb;
    }
    return refuse("verb", {"is not one of " + listed(names), "不是 " + listed(names) + " 之一"});
  }

  void refuse_what_it_does_not_take(Verb verb) {
    const Names own = members_of(verb);
    for (const JsonValue& member : object_.members) {
      const std::string_view one = member.name;
      if (one == "verb" || one == "key" || one == "tenant" || ignored(one) || holds(own, one)) continue;
      const std::string taker(name(verb));
      refuse(one, {"is nothing " + taker + " takes; it takes " + listed(own),
                   taker + " 没有这个成员；可用的有 " + listed(own)});
    }
  }

  std::optional<IdempotencyKey> read_key() {
    if (object_.member("key") == nullptr) {
      return refuse("key", {"is required: one key for one wish, the same again on every repetition",
                            "必填：一个意图一个键，重试时用同一个键"});
    }
    const std::string* const found = text("key");
    if (found == nullptr) return std::nullopt;
    return taken(IdempotencyKey::parse("key", *found, terms_.key_min_bytes));
  }

  std::string read_target(Verb verb) {
    const BookVerb* const rule = book_verb(verb);
    if (rule != nullptr && rule->target == "channel") {
      const auto channel = needed<ChannelId>("channel");
      return channel ? channel->text() : std::string();
    }
    if (rule != nullptr && (rule->target == "ref" || rule->target == "voucher")) {
      const auto named = needed<Reference>(rule->target);
      return named ? named->text() : std::string();
    }
    if (about_order(verb)) {
      const auto order = needed<OrderId>("order");
      return order ? order->text() : std::string();
    }
    const auto account = needed<AccountId>("account");
    return account ? account->text() : std::string();
  }

  void read_booking(Request& request, const BookVerb& rule) {
    request.amount = maybe_money("amount");
    if (object_.member("to") != nullptr) request.counterpart = needed<AccountId>("to");
    if (rule.target != "order" && object_.member("order") != nullptr) request.order = needed<OrderId>("order");
    for (const std::string_view name : {"fee", "to_amount"}) {
      if (auto money = maybe_money(name)) request.other_amount = money;
    }
    request.spread = maybe_money("spread");
    if (const std::string* const how = text("how")) request.how = *how;
    if (const std::string* const reason = text("reason")) request.reason = *reason;
    if (const std::string* const actor = text("actor")) request.actor = *actor;
  }

  void read_refund(Request& request) {
    if (object_.member("again") != nullptr) request.again = needed<Reference>("again");
    request.by_bank = read_truth("by_bank");
    request.despite_dispute = read_truth("despite_dispute");
    if (const std::string* const reason = text("reason")) request.reason = *reason;
  }

  /// `to` and `by` as on the command line, or `amount` with `absolute`: three spellings, two meanings.
  void read_adjustment(Request& request) {
    const Names spellings{"to", "by", "amount"};
    int given = 0;
    for (const std::string_view one : spellings) given += object_.member(one) != nullptr ? 1 : 0;
    if (given != 1) {
      refuse("to", {"one of to, by and amount is needed, and not more", "to、by 与 amount 须且只能给出一个"});
      return;
    }
    for (const std::string_view one : spellings) {
      if (auto money = maybe_money(one)) request.amount = money;
    }
    request.absolute = object_.member("to") != nullptr;
    const JsonValue* const absolute = object_.member("absolute");
    if (absolute == nullptr) return;
    if (object_.member("amount") == nullptr) {
      refuse("absolute",
             {"stands beside amount alone; to and by say it already", "只能与 amount 同用；to 与 by 已说明"});
    } else if (auto wrong = fault_unless(JsonValue::Kind::truth, *absolute, "absolute")) {
      refuse(wrong->field, std::move(wrong->why));
    }
    request.absolute = absolute->text == "true";
  }

  bool read_truth(std::string_view name) {
    const JsonValue* const member = object_.member(name);
    if (member == nullptr) return false;
    if (auto wrong = fault_unless(JsonValue::Kind::truth, *member, member->name)) {
      refuse(wrong->field, std::move(wrong->why));
    }
    return member->text == "true";
  }

  std::optional<ChannelId> read_via() {
    const std::string* const found = text("via");
    if (found == nullptr) return std::nullopt;
    if (*found == "balance") {
      const bool first_refund =
          text("verb") != nullptr && *text("verb") == name(Verb::refund) && object_.member("again") == nullptr;
      if (first_refund) {
        return refuse("via", {"belongs to a refund sent again: a first one goes the way the money came",
                              "仅用于再次退还：首次退款按原路退回"});
      }
      return std::nullopt;
    }
    return taken(ChannelId::parse("via", *found));
  }

  /// Orders begin with version 1, accounts with 0.
  std::optional<std::int64_t> read_version(std::int64_t least) {
    const JsonValue* const member = object_.member("if_version");
    if (member == nullptr) return std::nullopt;
    if (auto wrong = fault_unless(JsonValue::Kind::number, *member, member->name)) {
      return refuse(wrong->field, std::move(wrong->why));
    }
    const auto number = taken(Decimal::parse("if_version", member->text));
    if (!number) return std::nullopt;
    const auto version = number->whole();
    if (!version || *version < least) {
      const std::string from = std::to_string(least);
      return refuse("if_version", {"is no whole number from " + from + " on", "不是从 " + from + " 开始的整数"});
    }
    return version;
  }

  const JsonValue& object_;
  const Terms& terms_;
  std::optional<Fault> fault_;
};

}  // namespace

Result<Request> read_request(std::string_view json, const Terms& terms) {
  const Result<JsonValue> object = read_json(json);
  if (!object) return object.error();
  return Reader(*object, terms).request();
}

}  // namespace payonce
