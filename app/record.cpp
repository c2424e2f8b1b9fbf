#include "app/record.hpp"

#include <algorithm>

#include "ledger/values/duration.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

}  // namespace

Record& Record::add(std::string_view name, Text label, Text shown, std::string json, bool right, Tone tone) {
  fields_.push_back({std::string(name), std::move(label), std::move(shown), std::move(json), right, tone});
  return *this;
}

Record& Record::text(std::string_view name, Text label, const std::string& value, Tone tone) {
  return add(name, std::move(label), {value, value}, json_string(value), false, tone);
}

Record& Record::words(std::string_view name, Text label, const Text& value) {
  return add(name, std::move(label), value, json_string(value.en), false, Tone::plain);
}

Record& Record::maybe(std::string_view name, Text label, const std::optional<std::string>& value) {
  if (value) return text(name, std::move(label), *value);
  return add(name, std::move(label), {}, "null", false, Tone::plain);
}

Record& Record::number(std::string_view name, Text label, std::int64_t value) {
  const std::string digits = std::to_string(value);
  return add(name, std::move(label), {digits, digits}, digits, true, Tone::plain);
}

Record& Record::truth(std::string_view name, Text label, bool value) {
  const Text shown = value ? Text{"yes", "是"} : Text{"no", "否"};
  return add(name, std::move(label), shown, value ? "true" : "false", false, Tone::plain);
}

Record& Record::money(std::string_view name, Text label, const Money& value) {
  std::string json;
  JsonWriter(json).value(value);
  return add(name, std::move(label), {value.text(), value.text()}, std::move(json), true, Tone::plain);
}

Record& Record::time(std::string_view name, Text label, std::optional<std::int64_t> utc_ns) {
  return maybe(name, std::move(label), utc_ns ? std::optional(iso_time(*utc_ns)) : std::nullopt);
}

void Record::write(JsonWriter& json) const {
  json.object();
  for (const Field& field : fields_) json.name(field.name).raw(field.json);
  json.end();
}

std::string lines_of(const Context& context, const Record& record) {
  std::size_t width = 0;
  for (const Record::Field& field : record.fields()) {
    if (!field.shown.en.empty()) width = std::max(width, display_width(context.said(field.label)));
  }
  std::string out;
  for (const Record::Field& field : record.fields()) {
    if (field.shown.en.empty()) continue;
    const std::string shown = context.painter().mark(printable(context.said(field.shown)), field.tone);
    out += "  " + pad_right(context.said(field.label), width) + "  " + shown + "\n";
  }
  return out;
}

std::string table_of(const Context& context, const std::vector<Record>& rows, const Text& none) {
  if (rows.empty()) return context.said(none) + "\n";
  std::vector<Column> columns;
  for (const Record::Field& field : rows.front().fields()) {
    columns.push_back({context.said(field.label), field.right ? Align::right : Align::left});
  }
  Table table(std::move(columns));
  for (const Record& row : rows) {
    std::vector<Cell> cells;
    for (const Record::Field& field : row.fields()) cells.emplace_back(context.said(field.shown), field.tone);
    table.row(std::move(cells));
  }
  return table.text(context.painter());
}

ExitStatus tell(Context& context, const Text& headline, Tone tone, const Record& record, ExitStatus status) {
  if (!context.json()) {
    context.print(context.painter().mark(context.said(headline), tone) + "\n" + lines_of(context, record));
    return status;
  }
  std::string out;
  JsonWriter json(out);
  json.object();
  for (const Record::Field& field : record.fields()) json.name(field.name).raw(field.json);
  json.member("exit", number(status)).end();
  context.print(out + "\n");
  return status;
}

void note_more(const Context& context, std::size_t shown, std::int64_t limit, const std::string& option) {
  if (context.json() || shown < static_cast<std::size_t>(limit)) return;
  context.note({"there may be more: " + option, "可能还有：" + option});
}

ExitStatus tell_list(Context& context, std::string_view name, const std::vector<Record>& rows, const Text& none,
                     std::optional<std::int64_t> limit) {
  if (!context.json()) {
    context.print(table_of(context, rows, none));
    if (limit) note_more(context, rows.size(), *limit, "--limit N");
    return ExitStatus::done;
  }
  std::string out;
  JsonWriter json(out);
  json.object().name(name).array();
  for (const Record& row : rows) row.write(json);
  json.end().member("exit", number(ExitStatus::done)).end();
  context.print(out + "\n");
  return ExitStatus::done;
}

}  // namespace payonce
