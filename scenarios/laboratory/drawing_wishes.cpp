#include "scenarios/laboratory/drawer.hpp"

// What people want, and by how many hands: payments, refunds, holds, money in and across, goods, messages.
namespace payonce::laboratory {
namespace {

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string line;
  for (const std::string_view part : parts) line.append(part);
  return line;
}

}  // namespace

void Drawer::ask(const std::string& line, const std::string& of, bool any_key, const std::vector<std::string>& after,
                 const std::string& channel) {
  const std::string shared = fresh("k");
  const std::uint64_t hands = 1 + chance_.below(3);
  const bool same = !any_key || chance_.one_in(2);
  for (std::uint64_t i = 0; i < hands; ++i) {
    const std::string key = same ? shared : fresh("k");
    // One key is one request: its channel belongs to it.
    const std::string route = same ? channel : via_of(channel);
    Hand& one = hand("h");
    one.intent = of;
    one.after = after;
    const std::string step = joined({line, route, " key=", key});
    one.steps.push_back(step);
    if (chance_.one_in(3)) {
      pause(one);
      one.steps.push_back(step);
    }
  }
}

std::string Drawer::via_of(const std::string& channel) { return channel.empty() ? channel : via(); }

void Drawer::wish() {
  switch (chance_.below(8)) {
    case 0:
    case 1:
    case 2: return pay();
    case 3: return refund();
    case 4: return top_up();
    case 5: return chance_.one_in(2) ? transfer() : adjust();
    case 6: return banks_.empty() ? pay() : hold();
    default: return mix_.power || chance_.one_in(2) ? goods() : messages();
  }
}

std::string Drawer::new_order(bool expires) {
  const std::string order = fresh("o");
  draft_.world.push_back("order " + order + " buyer=alice payee=shop amount=100.00" + (expires ? " expires=2m" : ""));
  return order;
}

void Drawer::pay() {
  const bool expires = mix_.time && chance_.one_in(4);
  const std::string order = new_order(expires);
  const bool cancelled = chance_.one_in(4);
  const std::string channel = via();
  // A channel that says no to one key and yes to the next has told the truth twice; the judge of a wish knows no such thing.
  ask("pay " + order, intent("pay " + order, !cancelled && !expires), !mix_.declining, {}, channel);
  if (cancelled) hand("c").steps.push_back("cancel " + order);
  if (!cancelled && chance_.one_in(4)) hand("s").steps.push_back("ship " + order);
}

std::string Drawer::paid_order(std::vector<std::string>& after) {
  const std::string order = new_order(false);
  Hand& buyer = hand("p");
  buyer.steps.push_back("pay " + order + " key=" + fresh("k"));
  after.push_back(buyer.name);
  steady_.push_back(buyer.name);
  return order;
}

void Drawer::refund() {
  std::vector<std::string> after;
  const std::string order = paid_order(after);
  const std::uint64_t refunds = 1 + chance_.below(2);
  for (std::uint64_t i = 0; i < refunds; ++i) {
    const std::string size = amount();
    const std::string what = joined({"refund ", order, " amount=", size});
    const std::string numbered = joined({what, " ref=", fresh("r")});
    const std::string wanted = intent(what, false);
    ask(numbered, wanted, !mix_.power, after);
  }
}

void Drawer::top_up() {
  const std::string size = amount();
  const bool numbered = chance_.one_in(2);
  const std::string channel = mix_.declining ? "" : via();
  const std::string what = "topup alice amount=" + size;
  if (channel.empty() && chance_.one_in(4)) return by_page(what, "topup", "alice");
  const std::string line = numbered ? joined({what, " ref=", fresh("r")}) : what;
  ask(line, intent(what, true), numbered && channel.empty(), {}, channel);
}

void Drawer::by_page(const std::string& what, std::string_view verb, std::string_view target) {
  const std::string page = fresh("page");
  Hand& issuer = hand("i");
  issuer.steps.push_back(joined({"token issue ", target, " to=", verb, " as=", page}));
  steady_.push_back(issuer.name);
  const std::vector<std::string> after = {issuer.name};
  ask(joined({what, " token=", page}), intent(what, true), true, after);
}

void Drawer::transfer() {
  const std::string size = amount();
  const bool numbered = chance_.one_in(2);
  const std::string what = "transfer alice bob amount=" + size;
  const std::string line = numbered ? joined({what, " ref=", fresh("r")}) : what;
  ask(line, intent(what, true), numbered);
}

void Drawer::adjust() {
  const std::string size = (chance_.one_in(2) ? "-" : "") + amount();
  const bool numbered = chance_.one_in(2);
  const std::string what = "adjust bob by=" + size;
  const std::string line = numbered ? joined({what, " ref=", fresh("r")}) : what;
  ask(line, intent(what, true), numbered);
}

void Drawer::hold() {
  const std::string order = new_order(false);
  const std::string length = chance_.one_in(3) ? " hold=1h" : "";
  const std::string bank = banks_[chance_.below(banks_.size())];
  const std::string line = joined({"authorise ", order, " key=", fresh("k"), " via=", bank, length});
  std::vector<std::string> after;
  for (std::uint64_t i = chance_.below(2) + 1; i > 0; --i) {
    Hand& holder = hand("a");
    holder.steps.push_back(line);
    after.push_back(holder.name);
  }
  // Of a part, or of all that is held; what is left of a part is freed, or kept for later.
  const std::string part = chance_.one_in(2) ? "" : " amount=40.00";
  const std::string last = !part.empty() && chance_.one_in(2) ? " last=yes" : "";
  ask(joined({"capture ", order, part, last}), intent("capture " + order, false), false, after);
  if (!chance_.one_in(3)) return;
  Hand& freer = hand("v");
  freer.steps.push_back("void " + order + " key=" + fresh("k"));
  freer.after = after;
}

void Drawer::goods() {
  const std::string sku = fresh("sku");
  const std::uint64_t there = 1 + chance_.below(2);
  draft_.world.push_back("stock " + sku + " " + std::to_string(there));
  draft_.intents.push_back(fresh("wish") + " = stock " + sku + " keeps 0");
  const std::string coupon = chance_.one_in(2) ? fresh("CUT") : "";
  if (!coupon.empty()) draft_.world.push_back("coupon " + coupon + " amount=1.00 limit=1");
  const std::uint64_t buyers = 2 + chance_.below(2);
  for (std::uint64_t i = 0; i < buyers; ++i) {
    const std::string order = fresh("g");
    Hand& buyer = hand("b");
    const std::string cheaper = coupon.empty() ? "" : " coupon=" + coupon;
    buyer.steps.push_back(joined(
        {"order ", order, " buyer=", chance_.of({"alice", "bob"}), " payee=shop lines=", sku, ":1:8.00", cheaper}));
    if (chance_.one_in(2))
      buyer.steps.push_back("pay " + order + " key=" + fresh("k") + via());
    else if (chance_.one_in(2))
      buyer.steps.push_back("cancel " + order);
  }
}

void Drawer::messages() {
  const std::string order = fresh("m");
  const std::string wish = fresh("wish");
  draft_.intents.push_back(wish + " = order " + order + " ends cancelled");
  const std::string made =
      "deliver order.created " + order + " version=1 id=" + fresh("e") + " buyer=alice payee=shop amount=50.00";
  const std::string gone = "deliver order.cancelled " + order + " version=2 id=" + fresh("e");
  // Whoever delivers goes on until it is acknowledged, so nobody dies of it.
  const std::uint64_t copies = 1 + chance_.below(2);
  for (std::uint64_t i = 0; i < copies; ++i) {
    for (const std::string& line : {made, gone}) {
      Hand& carrier = hand("d");
      carrier.steps.push_back(line);
      carrier.intent = wish;
      steady_.push_back(carrier.name);
    }
  }
}

void Drawer::pause(Hand& of) {
  if (mix_.time && chance_.one_in(2))
    of.steps.push_back("advance " + std::string(chance_.of({"1s", "6s", "31s", "70s", "3m"})));
}

}  // namespace payonce::laboratory
