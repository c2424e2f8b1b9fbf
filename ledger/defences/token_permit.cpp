#include "ledger/defences/token_permit.hpp"

#include <string_view>

#include "ledger/defences/token.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/orders/order.hpp"
#include "schema/queries/token.hpp"

namespace payonce::token {
namespace {

Verdict refuse(Passage& pay, std::string_view reason) {
  pay.note(Layer::token, Finding::token_bad);
  return pay.say(Layer::token, Outcome::token_refused, reason);
}

/// Whose money the request is about: the buyer of its order, or the account it names.
std::optional<std::string> owner_of(Tx& tx, const Request& request) {
  const bool of_account = request.verb == Verb::topup || request.verb == Verb::transfer || request.verb == Verb::adjust;
  if (of_account) return request.target;
  if (!about_order(request.verb)) return std::nullopt;
  const auto order = orders::find_order(tx, request.target);
  if (!order) return std::nullopt;
  const auto account = journal::find_account(tx, order->buyer_id);
  return account ? std::optional(account->code) : std::nullopt;
}

Verdict refuse_used(Tx& tx, Passage& pay, const Token& token) {
  const UsedFor used = used_for(tx, token);
  pay.answer.voucher = used.voucher;
  if (used.state == "in_use") return refuse(pay, "token_in_use");
  return refuse(pay, used.voucher ? "token_used" : "token_used_in_vain");
}

}  // namespace

Verdict admit(Tx& tx, Passage& pay) {
  const Request& request = *pay.request;
  const auto token = find(tx, *request.token);
  if (!token) return refuse(pay, "token_unknown");
  if (token->tenant != request.tenant.text()) return refuse(pay, "token_of_another_user");
  if (token->verb != name(request.verb) || token->target != request.target) {
    return refuse(pay, "token_for_another_target");
  }
  const bool one = pay.settings.token_taking != TokenTaking::per_user;
  if (!one && tx.one(sql::token::newer_of_user{.tenant = token->tenant, .token_id = token->id}, [](const Row&) {})) {
    return refuse(pay, "token_unknown");
  }
  const bool own = token->used_by && *token->used_by == pay.key_hash;
  if (token->used_by && !(own && pay.settings.token_taking == TokenTaking::one_transaction)) {
    return refuse_used(tx, pay, *token);
  }
  if (!own && expired(tx, pay.world, *token)) return refuse(pay, "token_expired");
  // An order that is not there is told as such, by the layer whose question that is.
  if (const auto owner = owner_of(tx, request); token->owner && owner && *token->owner != *owner) {
    return refuse(pay, "token_of_another_user");
  }
  pay.note(Layer::token, Finding::token_good);
  pay.token_id = token->id;
  return Verdict::pass();
}

void take(Tx& tx, const Passage& pay) {
  if (pay.token_id == 0) return;
  // No row changed: this key has it already.
  (void)tx.change(sql::token::take{.key_hash = pay.key_hash,
                                   .now_ns = pay.now_ns,
                                   .keep_until_ns = pay.now_ns + pay.settings.answer_retention.ns,
                                   .token_id = pay.token_id});
}

void give_back(Tx& tx, const KeyHash& key) { (void)tx.change(sql::token::give_back{.key_hash = key}); }

}  // namespace payonce::token
