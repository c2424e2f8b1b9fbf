#include "app/commands/coupon.hpp"

#include "app/context.hpp"
#include "app/record.hpp"
#include "ledger/orders/coupon.hpp"

namespace payonce {
namespace {

constexpr std::int64_t highest_limit = 1'000'000'000;  // schema 0003

CouponCode code_of(const Arguments& given) { return taken(CouponCode::parse("code", given.text("code"))); }

Record record_of(const orders::Coupon& coupon) {
  const std::string off = coupon.percent ? std::to_string(*coupon.percent) + " %" : coupon.amount->text();
  Record record;
  record.text("code", {"code", "券码"}, coupon.code)
      .text("off", {"off", "减免"}, off)
      .number("limit", {"limit", "上限"}, coupon.limit)
      .number("used", {"used", "已用"}, coupon.used)
      .number("left", {"left", "剩余"}, coupon.limit - coupon.used);
  return record;
}

ExitStatus add(Context& context, const Arguments& given) {
  const CouponCode code = code_of(given);
  if (given.given("amount") == given.given("percent")) {
    throw Problem(ExitStatus::usage, {"amount",
                                      {"one of --amount and --percent is needed, and not both",
                                       "--amount 与 --percent 须且只能给出一个"}});
  }
  std::optional<Money> amount;
  std::optional<std::int64_t> percent;
  if (const auto text = given.maybe("amount")) {
    amount = taken(Money::parse("amount", *text));
    if (amount->minor() < 1) throw Problem(ExitStatus::usage, {"amount", {"must be more than zero", "必须大于零"}});
  } else {
    percent = taken(parse_count("percent", given.text("percent"), 1));
    if (*percent > 99) throw Problem(ExitStatus::usage, {"percent", {"is at most 99", "最大为 99"}});
  }
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  if (limit > highest_limit) {
    throw Problem(ExitStatus::usage, {"limit", {"is at most 1000000000", "最大为 1000000000"}});
  }
  bool made = false;
  const orders::Coupon coupon = context.ledger().store().atomically([&](Tx& tx) {
    made = orders::add_coupon(tx, code, amount, percent, limit, context.world().wall_ns());
    return *orders::find_coupon(tx, code.text());
  });
  if (coupon.amount != amount || coupon.percent != percent || coupon.limit != limit) {
    throw Problem(ExitStatus::refused,
                  {"code", {code.text() + " is there already, with other terms", code.text() + " 已存在，条款不同"}});
  }
  Record record = record_of(coupon);
  record.text("outcome", {"outcome", "结果"}, made ? "created" : "already_done");
  return tell(context, made ? Text{"added", "已添加"} : Text{"there already, nothing changed", "早已存在，未做改动"},
              Tone::ok, record);
}

ExitStatus show(Context& context, const Arguments& given) {
  const CouponCode code = code_of(given);
  const auto coupon =
      context.ledger().store().reading([&](View& view) { return orders::find_coupon(view, code.text()); });
  if (!coupon) throw Problem(ExitStatus::refused, {"code", {"there is no such coupon", "没有这个优惠券"}});
  const std::string left = std::to_string(coupon->limit - coupon->used);
  return tell(context, {coupon->code + ": " + left + " left", coupon->code + "：剩余 " + left}, Tone::plain,
              record_of(*coupon));
}

ExitStatus list(Context& context, const Arguments& given) {
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    for (const orders::Coupon& one : orders::list_coupons(view, given.maybe("after").value_or(""), limit)) {
      rows.push_back(record_of(one));
    }
  });
  return tell_list(context, "coupons", rows, {"there are no coupons", "没有优惠券"}, limit);
}

Positional code_positional() { return {.name = "code", .about = {"as a buyer types it", "买方输入的券码"}}; }

}  // namespace

Command coupon_add_command() {
  return {.path = "coupon add",
          .about = {"a code that makes orders cheaper, so many times", "添加优惠券，可用若干次"},
          .positionals = {code_positional()},
          .options =
              {{.name = "amount",
                .value = "MONEY",
                .about = {"so much off an order, as \"CNY 5.00\"", "每单减免金额，如 \"CNY 5.00\""}},
               {.name = "percent",
                .value = "N",
                .about = {"so many percent off, 1 to 99, rounded down", "按百分比减免，1 到 99，向下取整"}},
               {.name = "limit", .value = "N", .about = {"how many orders may use it", "可用次数"}, .required = true}},
          .examples = {{.line = "payonce coupon add SPRING --percent 10 --limit 100"},
                       {.line = "payonce coupon add WELCOME --amount \"CNY 5.00\" --limit 1000"}},
          .run = add,
          .more = {{"A buyer uses a coupon once. An order that is cancelled or expires gives its use back.",
                    "每个买方只能用一次；订单取消或过期时归还使用次数。"}}};
}

Command coupon_show_command() {
  return {.path = "coupon show",
          .about = {"one coupon, and how often it is used", "显示优惠券及其使用次数"},
          .positionals = {code_positional()},
          .examples = {{.line = "payonce coupon show SPRING"}},
          .run = show,
          .reads = true};
}

Command coupon_list_command() {
  return {
      .path = "coupon list",
      .about = {"coupons, by code", "按券码列出优惠券"},
      .options = {{.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "50"},
                  {.name = "after", .value = "CODE", .about = {"only those behind this code", "只列券码在此之后的"}}},
      .examples = {{.line = "payonce coupon list"}},
      .run = list,
      .reads = true};
}

}  // namespace payonce
