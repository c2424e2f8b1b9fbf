#include "app/commands/move.hpp"

#include "app/money.hpp"

namespace payonce {
namespace {

std::string account(const Arguments& given, std::string_view name) {
  return taken(AccountId::parse(name, given.text(name))).text();
}

ExitStatus topup(Context& context, const Arguments& given) {
  return ask(context, given, request_from(context, given, Verb::topup, account(given, "account")));
}

ExitStatus transfer(Context& context, const Arguments& given) {
  const AccountId to = taken(AccountId::parse("to", given.text("to")));
  Request request = request_from(context, given, Verb::transfer, account(given, "from"));
  request.counterpart = to;
  return ask(context, given, request);
}

ExitStatus adjust(Context& context, const Arguments& given) {
  const bool absolute = given.given("to");
  if (absolute == given.given("by")) {
    throw Problem(ExitStatus::usage,
                  {"to", {"one of --to and --by is needed, and not both", "--to 与 --by 须且只能给出一个"}});
  }
  const std::string field = absolute ? "to" : "by";
  const Money amount = taken(Money::parse(field, given.text(field)));
  Request request = request_from(context, given, Verb::adjust, account(given, "account"));
  request.amount = amount;
  request.absolute = absolute;
  return ask(context, given, request);
}

}  // namespace

Command topup_command() {
  return {
      .path = "topup",
      .about = {"puts money into an account, from the bank", "充值：从银行存入账户"},
      .positionals = {{.name = "account", .about = {"where it goes", "收款账户"}}},
      .options = with_money_options(
          {amount_option(true, {"how much, as \"CNY 100.00\"", "金额，如 \"CNY 100.00\""}), reference_option()}),
      .examples = {{.line =
                        "payonce topup alice --amount \"CNY 500.00\" --key topup-alice-0001 --ref bank:20260131/17"},
                   {.line = "payonce topup alice --amount \"CNY 500.00\" --key topup-alice-0002 --ref bank:20260131/17",
                    .about = {"a second key for the same bank reference books nothing again",
                              "同一银行流水号换了键也不会重复入账"}}},
      .run = topup};
}

Command transfer_command() {
  return {.path = "transfer",
          .about = {"moves money from one account to another", "转账：从一个账户到另一个"},
          .positionals = {{.name = "from", .about = {"who pays", "转出账户"}},
                          {.name = "to", .about = {"who gets it", "转入账户"}}},
          .options = with_money_options(with_version_option(
              {amount_option(true, {"how much, as \"CNY 100.00\"", "金额，如 \"CNY 100.00\""}), reference_option()},
              {"only if the paying account still has this version", "仅当转出账户仍为此版本"})),
          .examples = {{.line = "payonce transfer alice bob --amount \"CNY 20.00\" --key lunch-2026-01-31"},
                       {.line = "payonce transfer alice bob --amount \"CNY 20.00\" --key lunch-2026-02-01 "
                                "--if-version 1",
                        .about = {"send the version you saw; one read again before each try stops no repeat",
                                  "请带上您所见的版本；每次重试前再读一次版本，挡不住重复"}}},
          .run = transfer};
}

Command adjust_command() {
  return {.path = "adjust",
          .about = {"corrects a balance, against the account of differences", "调账：与差异科目对记"},
          .positionals = {{.name = "account", .about = {"whose balance", "被调整的账户"}}},
          .options = with_money_options(with_version_option(
              {{.name = "to",
                .value = "MONEY",
                .about = {"bring the balance to this: asked twice, it is the same", "调整到此余额：重复请求结果相同"}},
               {.name = "by",
                .value = "MONEY",
                .about = {"change it by this, as \"CNY -5.00\"", "按此金额增减，如 \"CNY -5.00\""}},
               reference_option()},
              {"only if the account still has this version", "仅当账户仍为此版本"})),
          .examples = {{.line = "payonce adjust alice --to \"CNY 495.00\" --key stocktaking-2026-01"},
                       {.line = "payonce adjust alice --by \"CNY -5.00\" --key correction-2026-01-17"}},
          .run = adjust};
}

}  // namespace payonce
