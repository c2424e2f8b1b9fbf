#include "app/commands/stock.hpp"

#include "app/context.hpp"
#include "app/record.hpp"
#include "app/reply.hpp"
#include "ledger/orders/stock.hpp"

namespace payonce {
namespace {

Sku sku_of(const Arguments& given) { return taken(Sku::parse("sku", given.text("sku"))); }

Reference reference_of(const Arguments& given) { return taken(Reference::parse("ref", given.text("ref"))); }

/// A whole number with a sign before it or none.
std::int64_t signed_count(std::string_view field, std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::int64_t number = taken(parse_count(field, text, 1));
  return negative ? -number : number;
}

std::int64_t within(std::string_view field, std::int64_t quantity, std::int64_t most) {
  if (quantity <= most && quantity >= -most) return quantity;
  const std::string text = std::to_string(most);
  throw Problem(ExitStatus::usage, {std::string(field), {"is at most " + text, "最大为 " + text}});
}

Record record_of(const orders::Stock& stock) {
  Record record;
  record.text("sku", {"SKU", "SKU"}, stock.sku)
      .number("on_hand", {"on hand", "现有"}, stock.on_hand)
      .number("reserved", {"reserved", "预留"}, stock.reserved)
      .number("available", {"available", "可售"}, stock.available())
      .number("version", {"version", "版本"}, stock.version);
  return record;
}

ExitStatus add(Context& context, const Arguments& given) {
  const Sku sku = sku_of(given);
  bool made = false;
  const orders::Stock stock = context.ledger().store().atomically([&](Tx& tx) {
    made = orders::add_stock(tx, sku, context.world().wall_ns());
    return *orders::find_stock(tx, sku.text());
  });
  Record record = record_of(stock);
  record.text("outcome", {"outcome", "结果"}, made ? "created" : "already_done");
  return tell(context, made ? Text{"added", "已添加"} : Text{"there already, nothing changed", "早已存在，未做改动"},
              Tone::ok, record);
}

ExitStatus receive(Context& context, const Arguments& given) {
  const Sku sku = sku_of(given);
  const std::int64_t quantity =
      within("quantity", taken(parse_count("quantity", given.text("quantity"), 1)), orders::most_in_a_movement);
  return tell(context, context.engine().receive_stock(sku, quantity, reference_of(given)));
}

ExitStatus adjust(Context& context, const Arguments& given) {
  const Sku sku = sku_of(given);
  StockAdjustment asked{.absolute = given.given("to")};
  if (asked.absolute == given.given("by")) {
    throw Problem(ExitStatus::usage,
                  {"to", {"one of --to and --by is needed, and not both", "--to 与 --by 须且只能给出一个"}});
  }
  asked.quantity = asked.absolute ? within("to", taken(parse_count("to", given.text("to"), 0)), orders::most_on_hand)
                                  : within("by", signed_count("by", given.text("by")), orders::most_in_a_movement);
  if (const auto version = given.maybe("if-version")) asked.if_version = taken(parse_count("if-version", *version, 1));
  return tell(context, context.engine().adjust_stock(sku, asked, reference_of(given)));
}

Record record_of(const orders::Movement& movement) {
  Record record;
  record.text("kind", {"kind", "种类"}, movement.kind)
      .text("business_key", {"business key", "业务键"}, movement.business_key)
      .number("quantity", {"quantity", "数量"}, movement.quantity)
      .number("on_hand_after", {"on hand", "现有"}, movement.on_hand_after)
      .time("at", {"at", "时间"}, movement.at_ns);
  return record;
}

ExitStatus show(Context& context, const Arguments& given) {
  const Sku sku = sku_of(given);
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  return context.ledger().store().reading([&](View& view) {
    const auto stock = orders::find_stock(view, sku.text());
    if (!stock) throw Problem(ExitStatus::refused, {"sku", {"there is no such SKU", "没有这个 SKU"}});
    const Record record = record_of(*stock);
    std::vector<Record> movements;
    for (const orders::Movement& one : orders::movements_of(view, *stock, limit)) movements.push_back(record_of(one));
    if (!context.json()) {
      context.print(lines_of(context, record));
      if (!movements.empty()) context.print("\n" + table_of(context, movements, {}));
      note_more(context, movements.size(), limit, "--limit N");
      return ExitStatus::done;
    }
    std::string out;
    JsonWriter json(out);
    json.object();
    for (const Record::Field& field : record.fields()) json.name(field.name).raw(field.json);
    json.name("movements").array();
    for (const Record& movement : movements) movement.write(json);
    json.end().member("exit", number(ExitStatus::done)).end();
    context.print(out + "\n");
    return ExitStatus::done;
  });
}

ExitStatus list(Context& context, const Arguments& given) {
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    for (const orders::Stock& one : orders::list_stock(view, given.maybe("after").value_or(""), limit)) {
      rows.push_back(record_of(one));
    }
  });
  return tell_list(context, "stock", rows, {"there is no stock", "没有库存"}, limit);
}

Positional sku_positional() { return {.name = "sku", .about = {"its name: A-Z a-z 0-9 _ -", "SKU：A-Z a-z 0-9 _ -"}}; }

Option ref_option(Text about) { return {.name = "ref", .value = "REF", .about = std::move(about), .required = true}; }

}  // namespace

Command stock_add_command() {
  return {.path = "stock add",
          .about = {"a new thing to sell, of which there is none yet", "添加一种商品，初始数量为零"},
          .positionals = {sku_positional()},
          .examples = {{.line = "payonce stock add tea"}},
          .run = add};
}

Command stock_receive_command() {
  return {
      .path = "stock receive",
      .about = {"goods have come in, once a delivery", "入库：每张送货单只入一次"},
      .positionals = {sku_positional(), {.name = "quantity", .about = {"how many", "数量"}}},
      .options = {ref_option({"the number of the delivery: asked again, nothing moves", "送货单号：重复请求不再变动"})},
      .examples = {{.line = "payonce stock receive tea 100 --ref delivery:2026-0117"}},
      .run = receive};
}

Command stock_adjust_command() {
  return {
      .path = "stock adjust",
      .about = {"corrects what is on hand, once a reference", "盘点调整：每个业务号只调一次"},
      .positionals = {sku_positional()},
      .options = {{.name = "to", .value = "N", .about = {"it is this many: what was counted", "调整到此数：盘点结果"}},
                  {.name = "by", .value = "N", .about = {"by this many, as +40 or -3", "按此数增减，如 +40 或 -3"}},
                  ref_option({"the number of the correction: asked again, for ever, nothing moves",
                              "调整单号：无论何时重复请求都不再变动"}),
                  {.name = "if-version",
                   .value = "N",
                   .about = {"only if nobody changed the stock since that version was seen",
                             "仅当库存自该版本后未变化时执行"}}},
      .examples = {{.line = "payonce stock adjust tea --by=-3 --ref broken:2026-01-31"},
                   {.line = "payonce stock adjust tea --to 97 --ref stocktaking:2026-01 --if-version 4"}},
      .run = adjust,
      .more = {{"What is promised to orders stays: fewer than are reserved cannot be on hand.",
                "已为订单预留的数量不受影响：现有数不能少于预留数。"}}};
}

Command stock_show_command() {
  return {.path = "stock show",
          .about = {"one SKU, and what changed it, newest first", "显示一个 SKU 及其变动，新者在前"},
          .positionals = {sku_positional()},
          .options = {{.name = "limit", .value = "N", .about = {"how many changes", "最多变动条数"}, .fallback = "20"}},
          .examples = {{.line = "payonce stock show tea"}},
          .run = show,
          .more = {{"What is paid has left: on hand falls with the payment, not with the parcel.",
                    "支付即出库：现有数在支付时减少，发货时不再减少。"}},
          .reads = true};
}

Command stock_list_command() {
  return {
      .path = "stock list",
      .about = {"what there is to sell, by name", "按名称列出库存"},
      .options = {{.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "50"},
                  {.name = "after", .value = "SKU", .about = {"only those behind this name", "只列名称在此之后的"}}},
      .examples = {{.line = "payonce stock list"}},
      .run = list,
      .reads = true};
}

}  // namespace payonce
