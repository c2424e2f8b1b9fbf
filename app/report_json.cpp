#include "app/report.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

void maybe(JsonWriter& json, std::string_view name, const std::optional<Money>& money) {
  json.name(name);
  money ? json.value(*money) : json.null();
}

void write(JsonWriter& json, const rec::Difference& difference) {
  json.object()
      .member("code", name(difference.code))
      .member("finding", difference.finding())
      .member("movement", name(difference.movement))
      .member("reference", difference.reference)
      .member("order", difference.order)
      .member("channel_txn", difference.channel_txn)
      .member("status", difference.status);
  maybe(json, "ours", difference.ours);
  maybe(json, "theirs", difference.theirs);
  json.end();
}

void write(JsonWriter& json, const rec::Total& total) {
  const auto money = [&](std::int64_t minor) { return Money(minor, total.currency); };
  json.object()
      .member("ours", money(total.ours_minor))
      .member("theirs", money(total.theirs_minor))
      .member("difference", money(total.difference()))
      .member("unexplained", money(total.unexplained()))
      .end();
}

void write(JsonWriter& json, const rec::ChannelReport& channel) {
  json.object()
      .member("channel", channel.channel)
      .member("reached", channel.reached)
      .member("in_order", channel.in_order)
      .member("lines", channel.lines)
      .member("matched", channel.matched)
      .member("elsewhere", channel.elsewhere);
  json.name("differences").array();
  for (const rec::Difference& difference : channel.differences) write(json, difference);
  json.end().name("totals").array();
  for (const rec::Total& total : channel.totals) write(json, total);
  json.end().end();
}

void write(JsonWriter& json, const rec::OpenItem& item) {
  json.object().member("kind", item.kind).member("subject", item.subject).member("state", item.state);
  json.member("order", item.order).member("channel", item.channel);
  maybe(json, "amount", item.amount);
  json.member("needs_person", item.needs_person).member("since", iso_time(item.since_ns)).end();
}

}  // namespace

void write_law(JsonWriter& json, const rec::Law& law) {
  json.object().member("law", law.name).member("holds", law.judged && law.broken == 0).member("judged", law.judged);
  json.member("broken", law.broken).name("breaches").array();
  for (const rec::Breach& breach : law.breaches) {
    json.object().member("subject", breach.subject).member("detail", breach.detail).end();
  }
  json.end().end();
}

std::string report_json(const rec::Report& report) {
  std::string out;
  JsonWriter json(out);
  json.object()
      .member("conclusion", rec::name(report.conclusion()))
      .member("findings", report.findings())
      .member("at", iso_time(report.at_ns))
      .member("vouchers", report.vouchers);
  json.name("last_voucher");
  report.last_voucher ? json.value(*report.last_voucher) : json.null();
  json.name("laws").array();
  for (const rec::Law& law : report.laws) write_law(json, law);
  json.end().name("channels").array();
  for (const rec::ChannelReport& channel : report.channels) write(json, channel);
  json.end().name("open").array();
  for (const rec::OpenItem& item : report.open) write(json, item);
  json.end().member("exit", number(exit_status(report))).end();
  return out + "\n";
}

ExitStatus exit_status(const rec::Report& report) {
  switch (report.conclusion()) {
    case rec::Conclusion::clean: return ExitStatus::done;
    case rec::Conclusion::findings: return ExitStatus::findings;
    case rec::Conclusion::cannot_say: break;
  }
  return ExitStatus::cannot_say;
}

}  // namespace payonce
