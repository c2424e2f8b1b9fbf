#include "ledger/fingerprint.hpp"

#include <algorithm>

namespace payonce {
namespace {

constexpr std::size_t part_bytes = 16;

/// A part is told apart from the others by its number in front, and an absent member from an empty one by its flag.
void maybe(Parts& parts, bool present, std::string_view text) {
  parts.number(present ? 1 : 0);
  if (present) parts.text(text);
}

void named(Parts& parts, std::string_view name, const std::optional<Money>& amount) {
  if (amount) parts.text(name).number(amount->minor()).text(amount->currency().code());
}

void named(Parts& parts, std::string_view name, const std::optional<std::string>& text) {
  if (text) parts.text(name).text(*text);
}

/// Members that came later are told only where they are given: what was asked before is told as it was.
void put_later_members(Parts& parts, const Request& request) {
  if (request.hold) parts.text("hold").number(request.hold->ns);
  if (request.last) parts.text("last");
  if (request.again) parts.text("again").text(request.again->text());
  if (request.by_bank) parts.text("by_bank");
  if (request.despite_dispute) parts.text("despite_dispute");
  if (request.order) parts.text("order").text(request.order->text());
  named(parts, "other_amount", request.other_amount);
  named(parts, "spread", request.spread);
  if (!request.how.empty()) parts.text("how").text(request.how);
  named(parts, "reason", request.reason);
  named(parts, "actor", request.actor);
}

void put(Fingerprint& print, std::size_t index, const Digest& digest) {
  std::copy_n(digest.begin(), part_bytes, print.begin() + static_cast<std::ptrdiff_t>(index * part_bytes));
}

}  // namespace

Fingerprint fingerprint(Mac& secret, const Request& request) {
  thread_local Parts parts;  // one buffer a thread, grown once: this runs for every request
  Fingerprint print{};

  parts.clear();
  parts.number(fingerprint_algorithm).number(0).text(name(request.verb));
  put(print, 0, secret.of(parts.bytes()));

  parts.clear();
  parts.number(fingerprint_algorithm).number(1).text(request.target);
  put(print, 1, secret.of(parts.bytes()));

  parts.clear();
  parts.number(fingerprint_algorithm).number(2);
  parts.number(request.amount ? 1 : 0);
  if (request.amount) parts.number(request.amount->minor()).text(request.amount->currency().code());
  maybe(parts, request.via.has_value(), request.via ? request.via->text() : std::string_view{});
  maybe(parts, request.counterpart.has_value(), request.counterpart ? request.counterpart->text() : std::string_view{});
  maybe(parts, request.reference.has_value(), request.reference ? request.reference->text() : std::string_view{});
  parts.number(request.if_version ? 1 : 0);
  if (request.if_version) parts.number(*request.if_version);
  parts.number(request.absolute ? 1 : 0);
  put_later_members(parts, request);
  put(print, 2, secret.of(parts.bytes()));
  return print;
}

Fingerprint fingerprint(Mac& secret, std::string_view action, std::span<const std::string> own) {
  Fingerprint print{};
  Parts parts;
  parts.number(fingerprint_algorithm).number(0).text("idempotently").text(action);
  put(print, 0, secret.of(parts.bytes()));
  parts.clear();
  parts.number(fingerprint_algorithm).number(1).text("");
  put(print, 1, secret.of(parts.bytes()));
  parts.clear();
  parts.number(fingerprint_algorithm).number(2).number(static_cast<std::int64_t>(own.size()));
  for (const std::string& part : own) parts.text(part);
  put(print, 2, secret.of(parts.bytes()));
  return print;
}

std::string_view differs(const Fingerprint& left, const Fingerprint& right) {
  static constexpr std::array<std::string_view, 3> names = {"route", "target", "body"};
  for (std::size_t index = 0; index < names.size(); ++index) {
    const auto from = static_cast<std::ptrdiff_t>(index * part_bytes);
    if (!std::equal(left.begin() + from, left.begin() + from + part_bytes, right.begin() + from)) return names[index];
  }
  return {};
}

KeyHash key_hash(std::string_view tenant, std::string_view key) {
  thread_local Parts parts;
  parts.clear();
  parts.text(tenant).text(key);
  const Digest digest = sha256(parts.bytes());
  KeyHash hash{};
  std::copy_n(digest.begin(), hash.size(), hash.begin());
  return hash;
}

}  // namespace payonce
