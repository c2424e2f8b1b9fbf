#include "app/sheet.hpp"
#include "ledger/orders/stored.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

void money(JsonWriter& json, std::string_view member, const std::optional<std::int64_t>& minor,
           const std::string& currency) {
  json.name(member);
  minor && !currency.empty() ? json.value(orders::stored_money(*minor, currency)) : json.null();
}

/// Null where nobody knows it.
void known(JsonWriter& json, std::string_view member, const std::string& text) {
  json.name(member);
  text.empty() ? json.null() : json.value(text);
}

void write(JsonWriter& json, const rec::Statement& one) {
  json.object().member("statement", one.id).member("file", one.name).member("account", one.account);
  json.member("format", one.format).member("digest", one.digest).name("from");
  one.first_day ? json.value(*one.first_day) : json.null();
  json.name("to");
  one.last_day ? json.value(*one.last_day) : json.null();
  json.member("lines", one.lines).member("fresh", one.fresh).member("trusted", one.trusted);
  json.name("broken").array();
  for (const statements::Broken& broken : one.broken) {
    json.object().member("code", statements::name(broken.code)).member("line", broken.line);
    json.member("text_en", broken.why.en).member("text_zh", broken.why.zh).end();
  }
  json.end().end();
}

void write(JsonWriter& json, const rec::SheetBreak& one) {
  json.object().member("break", one.id).member("code", name(one.code)).member("movement", one.movement);
  json.member("day", one.day);
  money(json, "ours", one.ours, one.currency);
  money(json, "theirs", one.theirs, one.currency);
  money(json, "difference", one.difference, one.currency);
  money(json, "remaining", one.remaining, one.currency);
  json.member("days", one.days).member("first_run", one.first_run).member("state", one.state);
  json.member("our_id", one.our_id).member("channel_id", one.channel_id).member("order", one.order).end();
}

void write(JsonWriter& json, const rec::Adjustment& one) {
  json.object().member("break", one.break_id).member("version", one.version).member("action", one.action);
  money(json, "amount", one.amount, one.currency);
  json.member("proposed_by", one.proposed_by).member("approved_by", one.approved_by).member("reason", one.reason);
  json.member("voucher", one.voucher).end();
}

}  // namespace

std::string sheet_json(const rec::Sheet& sheet) {
  std::string out;
  JsonWriter json(out);
  json.object().member("verdict", name(sheet.verdict)).member("run", sheet.run_id).member("run_key", sheet.run_key);
  json.member("ledger", sheet.ledger).member("channel", sheet.channel).name("accounts").array();
  for (const std::string& account : sheet.accounts()) json.value(account);
  json.end();
  known(json, "from", sheet.from);
  json.member("as_of", sheet.as_of);
  known(json, "zone", sheet.zone());
  known(json, "cut_off", sheet.cut_off);
  json.member("grace_days", sheet.grace_days);
  json.member("rules", sheet.rules).member("last_voucher", sheet.last_voucher).name("previous_run");
  sheet.previous_run_id ? json.value(*sheet.previous_run_id) : json.null();
  json.member("prepared_by", sheet.actor).member("at", iso_time(sheet.at_ns));
  known(json, "signed_by", sheet.signed_by);
  known(json, "signed_at", sheet.signed_by.empty() ? std::string() : iso_time(sheet.signed_at_ns));
  json.name("statements").array();
  for (const rec::Statement& one : sheet.statements) write(json, one);
  json.end().name("uncovered").array();
  for (const rec::Figure& figure : sheet.figures) {
    if (figure.sheet == "uncovered") json.value(figure.name);
  }
  json.end().name("figures").array();
  for (const rec::Figure& figure : sheet.figures) {
    if (figure.sheet == "uncovered" || figure.sheet == "trend") continue;
    json.object().member("sheet", figure.sheet).member("name", figure.name).member("kind", figure.kind);
    json.member("count", figure.count);
    money(json, "amount", figure.amount, figure.currency);
    json.end();
  }
  json.end().member("break_count", sheet.break_count).name("breaks").array();
  for (const rec::SheetBreak& one : sheet.breaks) write(json, one);
  json.end().name("adjustments").array();
  for (const rec::Adjustment& one : sheet.adjustments) write(json, one);
  json.end().name("trend").array();
  for (const rec::TrendPoint& point : sheet.trend) {
    json.object().member("run", point.run_id).member("as_of", point.as_of).member("name", point.name);
    json.member("count", point.count).end();
  }
  json.end().member("exit", number(exit_status(sheet))).end();
  return out + "\n";
}

}  // namespace payonce
