#include "scenarios/script/vocabulary.hpp"

#include <algorithm>
#include <iterator>

#include "ledger/values/invariant.hpp"

namespace payonce::script {
namespace {

constexpr std::array<VerbRule, 44> verbs = {{
    {Verb::pay, "pay", 1, 1, "ORDER", "key amount via tenant if-version token lease owner", Answers::outcome, true},
    {Verb::refund, "refund", 1, 1, "ORDER",
     "key amount via tenant ref reason again despite-dispute if-version token lease owner", Answers::outcome, true},
    {Verb::authorise, "authorise", 1, 1, "ORDER", "key via hold amount tenant if-version token lease owner",
     Answers::outcome, true},
    {Verb::capture, "capture", 1, 1, "ORDER", "key amount ref last tenant token lease owner", Answers::outcome, true},
    {Verb::void_hold, "void", 1, 1, "ORDER", "key tenant token lease owner", Answers::outcome, true},
    {Verb::topup, "topup", 1, 1, "ACCOUNT", "key amount via tenant ref token lease owner", Answers::outcome, true},
    {Verb::transfer, "transfer", 2, 2, "FROM TO", "key amount tenant ref if-version token lease owner",
     Answers::outcome, true},
    {Verb::adjust, "adjust", 1, 1, "ACCOUNT", "key amount by to tenant ref reason if-version token lease owner",
     Answers::outcome, true},
    {Verb::order, "order", 1, 1, "ORDER", "buyer payee amount lines coupon tax expires status key tenant",
     Answers::may_outcome, true},
    {Verb::cancel, "cancel", 1, 1, "ORDER", "key tenant if-version", Answers::may_outcome, true},
    {Verb::ship, "ship", 1, 1, "ORDER", "line quantity ref cost key tenant if-version", Answers::may_outcome, true},
    {Verb::take_back, "return", 1, 1, "ORDER", "line quantity ref", Answers::may_outcome, true},
    {Verb::stock, "stock", 2, 3, "receive SKU QUANTITY, or adjust SKU", "by to ref if-version", Answers::may_outcome,
     true},
    {Verb::fee, "fee", 1, 1, "CHANNEL", "key amount ref order tenant token lease owner", Answers::outcome, true},
    {Verb::reserve, "reserve", 2, 2, "withhold|release CHANNEL", "key amount ref tenant token lease owner",
     Answers::outcome, true},
    {Verb::payout, "payout", 2, 2, "announce|arrive|return CHANNEL", "key amount ref tenant token lease owner",
     Answers::outcome, true},
    {Verb::suspense, "suspense", 2, 2, "in|out CHANNEL, or identify|return REF",
     "key amount ref order account as via reason tenant token lease owner", Answers::outcome, true},
    {Verb::dispute, "dispute", 2, 2, "open ORDER, or won|lost|withdrawn REF",
     "key amount ref fee via tenant token lease owner", Answers::outcome, true},
    {Verb::exchange, "exchange", 2, 2, "FROM TO", "key amount to-amount spread reason ref tenant token lease owner",
     Answers::outcome, true},
    {Verb::reverse, "reverse", 1, 1, "VOUCHER", "key reason actor tenant token lease owner", Answers::outcome, true},
    {Verb::goods_back, "goods-back", 1, 1, "ORDER", "key amount ref tenant token lease owner", Answers::outcome, true},
    {Verb::advance, "advance", 1, 1, "DURATION", "", Answers::nothing, false},
    {Verb::jump, "jump", 1, 1, "DURATION", "", Answers::nothing, false},
    {Verb::reboot, "reboot", 0, 0, "", "", Answers::nothing, false},
    {Verb::damage, "damage", 1, 1, "LAW", "", Answers::nothing, false},
    {Verb::script, "script", 2, 3, "CHANNEL BEHAVIOUR [DURATION]", "times", Answers::nothing, false},
    {Verb::notices, "notices", 1, 1, "CHANNEL", "", Answers::may_handled, true},
    {Verb::recover, "recover", 0, 1, "[due]", "", Answers::may_handled, true},
    {Verb::review, "review", 2, 2, "resolve ORDER|REFERENCE", "as reason", Answers::may_outcome, true},
    {Verb::reap, "reap", 0, 0, "", "", Answers::may_handled, true},
    {Verb::period, "period", 2, 2, "close|year-end|lock|reopen DAYS", "reason", Answers::may_handled, true},
    {Verb::reconcile, "reconcile", 0, 1, "[CHANNEL]", "", Answers::findings, false},
    {Verb::statement, "statement", 1, 1, "CHANNEL", "without twice amount fee currency day failed stranger cut days by",
     Answers::may_handled, true},
    {Verb::compare, "compare", 1, 1, "CHANNEL", "grace as-of by", Answers::outcome, true},
    {Verb::fix, "fix", 3, 3, "propose|approve CHANNEL CODE", "action by", Answers::outcome, true},
    {Verb::key, "key", 2, 2, "resolve KEY", "as reason tenant", Answers::may_outcome, true},
    {Verb::token, "token", 2, 2, "issue ORDER", "as owner ttl to tenant", Answers::may_outcome, false},
    {Verb::lease, "lease", 2, 2, "acquire|renew|release NAME", "owner ttl host clock", Answers::outcome, true},
    {Verb::deliver, "deliver", 2, 2, "EVENT ORDER",
     "version id consumer buyer payee amount channel ref channel-txn state", Answers::outcome, true},
    {Verb::redrive, "redrive", 0, 0, "", "", Answers::may_handled, true},
    {Verb::check, "check", 1, 64, "WHAT … = VALUE", "", Answers::nothing, false},
    {Verb::wake, "wake", 1, 1, "KEY", "", Answers::outcome, false},
    {Verb::together, "together", 0, 0, "", "", Answers::outcome, false},
    {Verb::repeat, "repeat", 1, 1, "NUMBER", "", Answers::nothing, false},
}};

constexpr std::array<CheckRule, 23> checks = {{
    {"balance", 1, 1, "ACCOUNT"},
    {"order", 1, 1, "ORDER"},
    {"version", 1, 1, "ORDER|ACCOUNT"},
    {"charges", 1, 2, "CHANNEL [ORDER]"},
    {"captures", 1, 2, "CHANNEL [ORDER]"},
    {"attempt", 1, 1, "ORDER"},
    {"questions", 1, 1, "ORDER"},
    {"returned", 1, 2, "CHANNEL [ORDER]"},
    {"vouchers", 0, 1, "[ORDER]"},
    {"refunds", 0, 1, "[ORDER]"},
    {"keys", 0, 1, "[KEY]"},
    {"open", 0, 0, ""},
    {"findings", 0, 0, ""},
    {"breaks", 1, 1, "CHANNEL"},
    {"events", 0, 1, "[ORDER]"},
    {"messages", 0, 1, "[ORDER]"},
    {"parked", 0, 0, ""},
    {"waiting", 0, 0, ""},
    {"newest", 2, 2, "CONSUMER ORDER"},
    {"stock", 1, 1, "SKU"},
    {"reserved", 1, 1, "SKU"},
    {"coupon", 1, 1, "CODE"},
    {"result", 1, 1, "DAYS"},
}};

constexpr std::array<std::string_view, 9> sections = {"scenario", "world",  "knobs",    "steps", "intents",
                                                      "actors",   "faults", "schedule", "expect"};

template <class Rules>
auto rule_named(const Rules& rules, std::string_view name) -> decltype(rules.data()) {
  const auto found = std::find_if(rules.begin(), rules.end(), [name](const auto& rule) { return rule.name == name; });
  return found == rules.end() ? nullptr : &*found;
}

template <class Rules>
std::vector<std::string_view> names_of(const Rules& rules) {
  std::vector<std::string_view> names;
  std::transform(rules.begin(), rules.end(), std::back_inserter(names), [](const auto& rule) { return rule.name; });
  return names;
}

}  // namespace

const VerbRule* verb_named(std::string_view name) { return rule_named(verbs, name); }

const VerbRule& rule_of(Verb verb) {
  const auto found =
      std::find_if(verbs.begin(), verbs.end(), [verb](const VerbRule& rule) { return rule.verb == verb; });
  invariant(found != verbs.end(), "every verb has its rule");
  return *found;
}

std::string_view first_words(Verb verb) {
  switch (verb) {
    case Verb::key:
    case Verb::review: return "resolve";
    case Verb::recover: return "due";
    case Verb::token: return "issue";
    case Verb::stock: return "receive adjust";
    case Verb::lease: return "acquire renew release";
    case Verb::fix: return "propose approve";
    default: return "";
  }
}

std::vector<std::string_view> verb_names() { return names_of(verbs); }
const CheckRule* check_named(std::string_view name) { return rule_named(checks, name); }
std::vector<std::string_view> check_names() { return names_of(checks); }

bool is_section(std::string_view name) { return std::find(sections.begin(), sections.end(), name) != sections.end(); }
std::vector<std::string_view> section_names() { return {sections.begin(), sections.end()}; }

std::vector<std::string_view> parted_by_blanks(std::string_view list) {
  std::vector<std::string_view> words;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    words.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

}  // namespace payonce::script
