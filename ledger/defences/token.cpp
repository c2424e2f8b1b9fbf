#include "ledger/defences/token.hpp"

#include <algorithm>

#include "ledger/digest/digest.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/outcome.hpp"
#include "schema/queries/ledger.hpp"
#include "schema/queries/token.hpp"

namespace payonce::token {
namespace {

TokenText drawn(World& world) {
  std::array<std::byte, 16> bytes{};  // as many as a random UUID has room for: nobody guesses one of 2^128
  world.random(bytes);
  std::array<std::uint8_t, 16> drawn{};
  std::transform(bytes.begin(), bytes.end(), drawn.begin(),
                 [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  auto text = TokenText::parse("token", "tok_" + hex(drawn));
  invariant(text.has_value(), "what was drawn is a token");
  return std::move(text).value();
}

Token token_of(const Row& row) {
  Token token{.id = row.integer(0),
              .tenant = std::string(row.text(1)),
              .owner = row.maybe_text(2),
              .verb = std::string(row.text(3)),
              .target = std::string(row.text(4)),
              .issued = {.wall_ns = row.integer(5), .machine = std::string(row.text(6)), .boot_ns = row.integer(7)},
              .ttl = {row.integer(8)},
              .used_by = std::nullopt,
              .used_at_ns = row.maybe_integer(10),
              .keep_until_ns = row.integer(11)};
  if (!row.is_null(9)) {
    const auto bytes = row.bytes(9);
    auto& used_by = token.used_by.emplace();
    std::copy_n(bytes.begin(), used_by.size(), used_by.begin());
  }
  return token;
}

/// The voucher that a stored answer names. Answers are our own bytes: the member is found by its name.
std::optional<std::string> voucher_in(const std::string& answer) {
  constexpr std::string_view member = "\"voucher\":\"";
  const std::size_t at = answer.find(member);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t begin = at + member.size();
  return answer.substr(begin, answer.find('"', begin) - begin);
}

}  // namespace

Issued issue(Tx& tx, World& world, const Settings& settings, const Terms& terms) {
  invariant(terms.ttl.ns > 0, "a token is good for a while");
  const Moment now = moment(world);
  std::optional<std::string> owner;
  if (terms.owner) owner = terms.owner->text();
  const TokenText text = drawn(world);
  const std::int64_t until = now.wall_ns + terms.ttl.ns;
  // Behind its end it is told apart from one never issued for as long as an answer is kept.
  (void)tx.change(sql::token::insert{.digest = sha256(text.text()),
                                     .tenant = terms.tenant.text(),
                                     .owner = owner,
                                     .verb = name(terms.verb),
                                     .target = terms.target,
                                     .now_ns = now.wall_ns,
                                     .machine = now.machine,
                                     .boot_ns = now.boot_ns,
                                     .ttl_ns = terms.ttl.ns,
                                     .keep_until_ns = until + settings.answer_retention.ns});
  return {.text = text, .id = tx.last_id(), .until_ns = until};
}

std::optional<Token> find(View& view, const TokenText& text) {
  std::optional<Token> found;
  (void)view.one(sql::token::find{.digest = sha256(text.text())}, [&](const Row& row) { found = token_of(row); });
  return found;
}

std::vector<Token> list(View& view, std::int64_t at_most) {
  std::vector<Token> all;
  view.each(sql::token::list{.at_most = at_most}, [&](const Row& row) { all.push_back(token_of(row)); });
  return all;
}

bool expired(View& view, World& world, const Token& token) {
  if (since(world, token.issued) >= token.ttl) return true;
  const Moment now = moment(world);
  if (now.machine == token.issued.machine) return false;
  std::int64_t latest = now.wall_ns;
  (void)view.one(sql::ledger::latest_time{}, [&](const Row& row) { latest = std::max(latest, row.integer(0)); });
  return latest >= token.until_ns();
}

UsedFor used_for(View& view, const Token& token) {
  UsedFor found{.state = "in_vain", .outcome = std::nullopt, .voucher = std::nullopt};
  if (!token.used_by) return found;
  (void)view.one(sql::token::used_for{.key_hash = *token.used_by}, [&](const Row& row) {
    found.outcome = row.maybe_text(1);
    if (const auto answer = row.maybe_text(2)) found.voucher = voucher_in(*answer);
    if (!found.outcome) {
      found.state = "in_use";
    } else if (const auto outcome = outcome_named(*found.outcome); outcome && succeeded(*outcome)) {
      found.state = "used";
    }
  });
  return found;
}

std::string_view state_of(View& view, World& world, const Token& token) {
  if (token.used_by) return used_for(view, token).state == "in_use" ? "in_use" : "used";
  return expired(view, world, token) ? "expired" : "unused";
}

}  // namespace payonce::token
