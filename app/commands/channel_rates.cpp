#include "app/commands/channel_rates.hpp"

#include "app/actor.hpp"
#include "app/record.hpp"
#include "app/statement_file.hpp"
#include "ledger/layers/reconciliation_rates.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

constexpr int percent_digits = 4;  // of a percent: millionths
constexpr int rate_digits = 9;     // 10^-9

/// A number of so many digits behind its point, as a whole number of the last of them; nothing where it is none or too large.
std::optional<std::int64_t> scaled(std::string_view text, int digits, std::int64_t most) {
  std::int64_t value = 0;
  int behind = -1;
  bool any = false;
  for (const char c : text) {
    if (c == '.' && behind < 0) {
      behind = 0;
      continue;
    }
    if (c < '0' || c > '9' || behind == digits || value > most) return std::nullopt;
    value = value * 10 + (c - '0');
    any = true;
    if (behind >= 0) ++behind;
  }
  for (behind = behind < 0 ? 0 : behind; behind < digits && value <= most; ++behind) value *= 10;
  return any && value <= most ? std::optional(value) : std::nullopt;
}

/// As people write it: without zeros that say nothing.
std::string unscaled(std::int64_t value, int digits) {
  std::string text = std::to_string(value);
  const auto width = static_cast<std::size_t>(digits) + 1;
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  text.insert(text.size() - static_cast<std::size_t>(digits), ".");
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string channel_of(Context& context, const Arguments& given) {
  const std::string channel = taken(ChannelId::parse("channel", given.text("channel"))).text();
  require_channel(context, channel);
  return channel;
}

Record record_of(const rec::FeeRate& rate) {
  const auto currency = Currency::parse("currency", rate.currency);
  Record record;
  record.text("movement", {"movement", "类型"}, rate.movement)
      .text("since", {"since", "起"}, rate.since)
      .text("percent", {"percent", "百分比"}, unscaled(rate.millionths, percent_digits))
      .money("fixed", {"and each", "另每笔"}, Money(rate.fixed, *currency))
      .text("actor", {"by", "操作人"}, rate.actor);
  return record;
}

Record record_of(const rec::FxRate& rate) {
  Record record;
  record.text("currency", {"one", "1"}, rate.currency)
      .text("rate", {"is", "折合"}, unscaled(rate.nano, rate_digits))
      .text("settled", {"of", "币种"}, rate.settled)
      .text("since", {"since", "起"}, rate.since)
      .text("actor", {"by", "操作人"}, rate.actor);
  return record;
}

const Text from_now_on{"for lines that are compared from now on", "自此对比的明细起生效"};

ExitStatus set_fee_rate(Context& context, const Arguments& given) {
  const auto millionths = scaled(given.text("percent"), percent_digits, 1'000'000);
  if (!millionths) {
    throw Problem(ExitStatus::usage,
                  {"percent", {"is 0 to 100 with at most four decimals", "为 0 到 100，最多四位小数"}});
  }
  const Money fixed = taken(Money::parse("fixed", given.text("fixed")));
  if (fixed.minor() < 0) throw Problem(ExitStatus::usage, {"fixed", {"must not be less than zero", "不得小于零"}});
  const std::string& movement = given.text("movement");
  if (movement != "sale" && movement != "refund") {
    throw Problem(ExitStatus::usage, {"movement", {"is sale or refund", "须为 sale 或 refund"}});
  }
  const rec::FeeRate rate{.channel = channel_of(context, given),
                          .movement = movement,
                          .currency = std::string(fixed.currency().code()),
                          .since = day_from("since", given.text("since")).text(),
                          .millionths = *millionths,
                          .fixed = fixed.minor(),
                          .actor = actor_from(given)};
  context.ledger().store().atomically([&](Tx& tx) { rec::set_fee_rate(tx, rate, context.world().wall_ns()); });
  return tell(context, from_now_on, Tone::ok, record_of(rate));
}

ExitStatus set_fx_rate(Context& context, const Arguments& given) {
  constexpr std::int64_t most = 1'000'000'000'000'000;  // a million for one
  const auto nano = scaled(given.text("rate"), rate_digits, most);
  if (!nano || *nano == 0) {
    throw Problem(ExitStatus::usage, {"rate",
                                      {"is more than 0, at most a million, with at most nine decimals",
                                       "须大于 0、不超过一百万，最多九位小数"}});
  }
  const Currency from = taken(Currency::parse("from", given.text("from")));
  const Currency to = taken(Currency::parse("to", given.text("to")));
  if (from == to) throw Problem(ExitStatus::usage, {"to", {"is the same currency", "币种相同"}});
  const rec::FxRate rate{.channel = channel_of(context, given),
                         .currency = std::string(from.code()),
                         .settled = std::string(to.code()),
                         .since = day_from("since", given.text("since")).text(),
                         .nano = *nano,
                         .actor = actor_from(given)};
  context.ledger().store().atomically([&](Tx& tx) { rec::set_fx_rate(tx, rate, context.world().wall_ns()); });
  return tell(context, from_now_on, Tone::ok, record_of(rate));
}

ExitStatus list_rates(Context& context, const Arguments& given) {
  const std::string channel = channel_of(context, given);
  std::vector<Record> fees;
  std::vector<Record> currencies;
  context.ledger().store().reading([&](View& view) {
    for (const rec::FeeRate& rate : rec::fee_rates(view, channel)) fees.push_back(record_of(rate));
    for (const rec::FxRate& rate : rec::fx_rates(view, channel)) currencies.push_back(record_of(rate));
  });
  if (!context.json()) {
    context.print(table_of(context, fees, {"no fee was agreed", "未约定手续费"}) + "\n" +
                  table_of(context, currencies, {"no rate is booked", "未设账面汇率"}));
    return ExitStatus::done;
  }
  std::string out;
  JsonWriter json(out);
  json.object().name("fee_rates").array();
  for (const Record& row : fees) row.write(json);
  json.end().name("fx_rates").array();
  for (const Record& row : currencies) row.write(json);
  json.end().member("exit", number(ExitStatus::done)).end();
  context.print(out + "\n");
  return ExitStatus::done;
}

Positional channel_positional() { return {.name = "channel", .about = {"which one", "渠道"}}; }
Option since_option() {
  return {.name = "since",
          .value = "DAY",
          .about = {"for lines of this day and later", "适用于此日及以后的明细"},
          .required = true};
}

}  // namespace

Command channel_fee_rate_command() {
  return {.path = "channel fee-rate",
          .about = {"says what a channel takes of a movement, as agreed", "约定渠道对某类交易收取的手续费"},
          .positionals = {channel_positional()},
          .options = {{.name = "movement",
                       .value = "MOVEMENT",
                       .about = {"sale or refund", "sale 或 refund"},
                       .required = true},
                      {.name = "percent",
                       .value = "NUMBER",
                       .about = {"of its amount; of a refund, what is given back", "占金额的百分比；退款则为退还部分"},
                       .required = true},
                      {.name = "fixed",
                       .value = "MONEY",
                       .about = {"and so much each; its currency is the rate's", "另每笔固定金额；其币种即费率币种"},
                       .required = true},
                      since_option(),
                      actor_option()},
          .examples = {{.line = "payonce channel fee-rate card --movement sale --percent 0.6 --fixed \"CNY 0.00\" "
                                "--since 2026-11-01"}},
          .run = set_fee_rate,
          .more = {{"A line charged more than a minor unit beside it is told by reconcile as fee_rate, a break a day.",
                    "与约定相差超过一个最小单位的明细，由 reconcile 按日列为 fee_rate 差异。"}}};
}

Command channel_fx_rate_command() {
  return {
      .path = "channel fx-rate",
      .about = {"says the rate by which settlements in another currency are booked", "设定以其他币种结算时的账面汇率"},
      .positionals = {channel_positional()},
      .options = {{.name = "from", .value = "CURRENCY", .about = {"what was paid", "支付币种"}, .required = true},
                  {.name = "to", .value = "CURRENCY", .about = {"what is settled", "结算币种"}, .required = true},
                  {.name = "rate", .value = "NUMBER", .about = {"what one of it is", "一单位折合"}, .required = true},
                  since_option(),
                  actor_option()},
      .examples = {{.line = "payonce channel fx-rate card --from USD --to CNY --rate 7.15 --since 2026-11-01"}},
      .run = set_fx_rate,
      .more = {{"What is settled beside it becomes the result of the exchange (5400) when a break fx_difference is "
                "converted.",
                "fx_difference 差异以 convert 处理时，与此汇率之差计入汇兑损益（5400）。"}}};
}

Command channel_rates_command() {
  return {.path = "channel rates",
          .about = {"what was agreed with a channel", "与渠道约定的费率与汇率"},
          .positionals = {channel_positional()},
          .examples = {{.line = "payonce channel rates card"}},
          .run = list_rates,
          .reads = true};
}

}  // namespace payonce
