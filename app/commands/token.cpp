#include "app/commands/token.hpp"

#include "app/context.hpp"
#include "app/record.hpp"
#include "ledger/defences/token.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/values/book_verb.hpp"

namespace payonce {
namespace {

Verb verb_of(const std::string& text) {
  for (const Verb verb : all_verbs()) {
    if (name(verb) == text) return verb;
  }
  throw Problem(ExitStatus::usage, {"to", {"is no command that takes a token", "不是可使用令牌的命令"}});
}

ExitStatus issue(Context& context, const Arguments& given) {
  const Verb verb = verb_of(given.text("to"));
  token::Terms terms{.tenant = context.tenant(),
                     .verb = verb,
                     .target = about_order(verb) ? taken(OrderId::parse("for", given.text("for"))).text()
                                                 : taken(Reference::parse("for", given.text("for"))).text(),
                     .owner = std::nullopt,
                     .ttl = taken(Duration::parse("ttl", given.text("ttl")))};
  if (const auto owner = given.maybe("owner")) terms.owner = taken(AccountId::parse("owner", *owner));
  // A page nobody has submitted within a month is a page nobody looks at.
  if (terms.ttl.ns <= 0 || terms.ttl > days(30)) {
    throw Problem(ExitStatus::usage, {"ttl", {"is more than 0 and at most 30d", "须大于 0，至多 30d"}});
  }
  Ledger& ledger = context.ledger();
  if (about_order(verb) &&
      !ledger.store().reading([&](View& view) { return orders::find_order(view, terms.target); })) {
    throw Problem(ExitStatus::refused, {"for", {"is no order of this ledger", "此账本没有该订单"}});
  }
  const token::Issued issued =
      ledger.store().atomically([&](Tx& tx) { return token::issue(tx, context.world(), ledger.settings(), terms); });
  Record record;
  record.text("token", {"token", "令牌"}, issued.text.text())
      .number("n", {"number", "序号"}, issued.id)
      .text("to", {"to", "用于"}, std::string(name(verb)))
      .text("for", {"for", "对象"}, terms.target)
      .text("outcome", {"outcome", "结果"}, "issued")
      .time("until", {"good until", "有效至"}, issued.until_ns);
  return tell(context, {"issued, and told this once", "已签发，仅显示这一次"}, Tone::ok, record);
}

Record record_of(View& view, World& world, const token::Token& token) {
  const token::UsedFor used = token::used_for(view, token);
  Record record;
  record.number("n", {"number", "序号"}, token.id)
      .text("state", {"state", "状态"}, std::string(token::state_of(view, world, token)))
      .text("tenant", {"tenant", "租户"}, token.tenant)
      .text("to", {"to", "用于"}, token.verb)
      .text("for", {"for", "对象"}, token.target)
      .maybe("owner", {"owner", "所有者"}, token.owner)
      .time("issued_at", {"issued", "签发"}, token.issued.wall_ns)
      .time("until", {"good until", "有效至"}, token.until_ns())
      .time("used_at", {"used", "使用"}, token.used_at_ns)
      .maybe("outcome", {"outcome", "结果"}, used.outcome)
      .maybe("voucher", {"voucher", "凭证"}, used.voucher);
  return record;
}

ExitStatus show(Context& context, const Arguments& given) {
  const TokenText text = taken(TokenText::parse("token", given.text("token")));
  return context.ledger().store().reading([&](View& view) {
    const auto token = token::find(view, text);
    // Another tenant's is told as one never issued: who asks learns nothing of others.
    if (!token || token->tenant != context.tenant().text()) {
      throw Problem(ExitStatus::refused, {"token", {"was not issued to this tenant", "未签发给此租户"}});
    }
    const std::string state(token::state_of(view, context.world(), *token));
    return tell(context, {state, state}, Tone::plain, record_of(view, context.world(), *token));
  });
}

ExitStatus list(Context& context, const Arguments& given) {
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  return context.ledger().store().reading([&](View& view) {
    std::vector<Record> rows;
    for (const token::Token& token : token::list(view, limit)) {
      rows.push_back(record_of(view, context.world(), token));
    }
    return tell_list(context, "tokens", rows, {"there are no tokens", "没有令牌"}, limit);
  });
}

}  // namespace

Command token_issue_command() {
  return {
      .path = "token issue",
      .about = {"issues a one-time token, to be sent back with a form", "签发一次性令牌，随表单一同提交"},
      .options = {{.name = "for",
                   .value = "ORDER|ACCOUNT",
                   .about = {"the order or account it is good for", "令牌所针对的订单或账户"},
                   .required = true},
                  {.name = "to",
                   .value = "COMMAND",
                   .about = {"pay, refund, topup, authorise, fee, … as in docs/reply.md",
                             "pay、refund、topup、authorise、fee 等，见 docs/reply.md"},
                   .fallback = "pay"},
                  {.name = "owner",
                   .value = "ACCOUNT",
                   .about = {"only while the money is this account's: the order's buyer, or the account itself",
                             "仅限此账户的款项：订单买方，或该账户本身"}},
                  {.name = "ttl",
                   .value = "DURATION",
                   .about = {"how long it is good for, as 10m", "有效时长，如 10m"},
                   .fallback = "10m"}},
      .examples = {{.line = "payonce token issue --for ord_42 --owner alice",
                    .about = {"then: payonce pay ord_42 --key … --token tok_…",
                              "随后：payonce pay ord_42 --key … --token tok_…"}},
                   {.line = "payonce token issue --for alice --to topup --ttl 2m"}},
      .run = issue,
      .more = {
          {"It is taken in the transaction of the work: a crash leaves both undone, and a retry with the same key goes "
           "on.\nTwo pages of one order may each have one; the second to be sent is told already_paid.",
           "令牌与处理在同一事务中生效：崩溃则两者皆无，用同一个键重试即可继续。\n同一订单的两个页面可各持一枚；"
           "后提交者得到 already_paid。"}}};
}

Command token_show_command() {
  return {
      .path = "token show",
      .about = {"a token: unused, expired, in use, or what it was used for", "令牌状态：未用、过期、使用中或其用途"},
      .positionals = {{.name = "token", .about = {"as it was issued", "签发时的令牌"}}},
      .examples = {{.line = "payonce token show tok_00112233445566778899aabbccddeeff"}},
      .run = show,
      .reads = true};
}

Command token_list_command() {
  return {.path = "token list",
          .about = {"tokens, newest first; their texts are in no list", "列出令牌，新者在前；不显示令牌本身"},
          .options = {{.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "20"}},
          .examples = {{.line = "payonce token list"}},
          .run = list,
          .reads = true};
}

}  // namespace payonce
