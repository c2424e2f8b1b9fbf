#include "tests/life/event.hpp"

#include <array>
#include <charconv>
#include <sstream>

namespace payonce::life {
namespace {

constexpr std::array every_deed{
    Deed::order,   Deed::topup,   Deed::transfer,  Deed::pay,     Deed::refund, Deed::resend,  Deed::again,
    Deed::twin,    Deed::reuse,   Deed::authorise, Deed::capture, Deed::free,   Deed::dispute, Deed::decide,
    Deed::cancel,  Deed::ship,    Deed::tell,      Deed::redrive, Deed::goods,  Deed::parcel,  Deed::giveback,
    Deed::recover, Deed::notices, Deed::reap,      Deed::wait,    Deed::jump,   Deed::reboot,  Deed::reopen};

template <class Number>
bool read(std::string_view text, Number& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read(std::string_view text, bool& into) {
  into = text == "1";
  return into;
}

bool set(Event& event, std::string_view member, std::string_view value) {
  if (member == "order") return read(value, event.order);
  if (member == "who") return event.who = value, true;
  if (member == "to") return event.to = value, true;
  if (member == "amount") return read(value, event.amount);
  if (member == "via") return read(value, event.via);
  if (member == "named") return read(value, event.named);
  if (member == "last") return read(value, event.last);
  if (member == "earlier") return read(value, event.earlier);
  if (member == "fee") return read(value, event.fee);
  if (member == "how") return event.how = value, true;
  if (member == "despite") return read(value, event.despite);
  if (member == "takes_ns") return read(value, event.takes.ns);
  if (member == "mute") return read(value, event.mute);
  if (member == "nth") return read(value, event.nth);
  if (member == "time_ns") return read(value, event.time.ns);
  if (member == "shuffle") return read(value, event.shuffle);
  if (member == "doubled") return read(value, event.doubled);
  if (member == "lost") return read(value, event.lost);
  if (member == "old") return read(value, event.old);
  if (member == "version") return read(value, event.version);
  if (member == "lines") return event.lines = value, true;
  if (member == "coupon") return event.coupon = value, true;
  if (member == "line") return read(value, event.line);
  if (member == "quantity") return read(value, event.quantity);
  if (member == "behaviour") {
    const auto behaviour = behaviour_named(value);
    if (behaviour) event.behaviour = *behaviour;
    return behaviour.has_value();
  }
  if (member == "dies") {
    event.dies_at = step_named(value);
    return event.dies_at.has_value();
  }
  return false;
}

}  // namespace

std::string_view name(Deed deed) {
  switch (deed) {
    case Deed::order: return "order";
    case Deed::topup: return "topup";
    case Deed::transfer: return "transfer";
    case Deed::pay: return "pay";
    case Deed::refund: return "refund";
    case Deed::resend: return "resend";
    case Deed::again: return "again";
    case Deed::twin: return "twin";
    case Deed::reuse: return "reuse";
    case Deed::authorise: return "authorise";
    case Deed::capture: return "capture";
    case Deed::free: return "free";
    case Deed::dispute: return "dispute";
    case Deed::decide: return "decide";
    case Deed::cancel: return "cancel";
    case Deed::ship: return "ship";
    case Deed::recover: return "recover";
    case Deed::notices: return "notices";
    case Deed::tell: return "tell";
    case Deed::redrive: return "redrive";
    case Deed::goods: return "goods";
    case Deed::parcel: return "parcel";
    case Deed::giveback: return "giveback";
    case Deed::reap: return "reap";
    case Deed::wait: return "wait";
    case Deed::jump: return "jump";
    case Deed::reboot: return "reboot";
    case Deed::reopen: return "reopen";
  }
  return "";
}

bool asks(Deed deed) {
  return deed == Deed::topup || deed == Deed::transfer || deed == Deed::pay || deed == Deed::refund ||
         deed == Deed::authorise || deed == Deed::capture || deed == Deed::free || deed == Deed::dispute ||
         deed == Deed::decide || deed == Deed::resend;
}

std::string line(const Event& event) {
  std::ostringstream out;
  out << event.id << ' ' << name(event.deed);
  const Event plain;
  const auto say = [&](const char* member, const auto& value, const auto& usual) {
    if (value != usual) out << ' ' << member << '=' << value;
  };
  say("order", event.order, plain.order);
  say("who", event.who, plain.who);
  say("to", event.to, plain.to);
  say("amount", event.amount, plain.amount);
  say("via", event.via, plain.via);
  say("named", event.named, plain.named);
  say("last", event.last, plain.last);
  say("earlier", event.earlier, plain.earlier);
  say("fee", event.fee, plain.fee);
  say("how", event.how, plain.how);
  say("despite", event.despite, plain.despite);
  say("behaviour", label(event.behaviour), label(plain.behaviour));
  say("takes_ns", event.takes.ns, plain.takes.ns);
  say("mute", event.mute, plain.mute);
  if (event.dies_at) out << " dies=" << label(*event.dies_at);
  say("nth", event.nth, plain.nth);
  say("time_ns", event.time.ns, plain.time.ns);
  say("shuffle", event.shuffle, plain.shuffle);
  say("doubled", event.doubled, plain.doubled);
  say("lost", event.lost, plain.lost);
  say("old", event.old, plain.old);
  say("version", event.version, plain.version);
  say("lines", event.lines, plain.lines);
  say("coupon", event.coupon, plain.coupon);
  say("line", event.line, plain.line);
  say("quantity", event.quantity, plain.quantity);
  return out.str();
}

std::optional<Event> event_of(std::string_view line) {
  std::istringstream in{std::string(line)};
  Event event;
  std::string word;
  if (!(in >> event.id >> word)) return std::nullopt;
  const Deed* found = nullptr;
  for (const Deed& deed : every_deed) {
    if (name(deed) == word) found = &deed;
  }
  if (found == nullptr) return std::nullopt;
  event.deed = *found;
  while (in >> word) {
    const auto at = word.find('=');
    if (at == std::string::npos) return std::nullopt;
    if (!set(event, std::string_view(word).substr(0, at), std::string_view(word).substr(at + 1))) return std::nullopt;
  }
  return event;
}

}  // namespace payonce::life
