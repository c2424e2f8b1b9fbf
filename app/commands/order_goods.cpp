#include "app/commands/order_goods.hpp"

#include "app/reply.hpp"
#include "ledger/orders/basket.hpp"

namespace payonce {
namespace {

struct Parcel {
  std::int64_t line;
  std::int64_t quantity;
  Reference reference;
};

Parcel parcel_of(const Arguments& given) {
  for (const std::string_view name : {"line", "quantity", "ref"}) {
    if (!given.given(name)) throw Problem(ExitStatus::usage, {std::string(name), {"is missing", "缺失"}});
  }
  return {taken(parse_count("line", given.text("line"), 1)), taken(parse_count("quantity", given.text("quantity"), 1)),
          taken(Reference::parse("ref", given.text("ref")))};
}

ExitStatus give_back(Context& context, const Arguments& given) {
  const OrderId number = taken(OrderId::parse("order", given.text("order")));
  const Parcel parcel = parcel_of(given);
  return tell(context, context.engine().return_goods(number, parcel.line, parcel.quantity, parcel.reference));
}

}  // namespace

std::vector<Record> line_records(View& view, const orders::Order& order) {
  std::vector<Record> rows;
  for (const orders::OrderLine& line : orders::lines_of(view, order)) {
    rows.push_back(Record()
                       .number("line", {"line", "行"}, line.line)
                       .text("sku", {"SKU", "SKU"}, line.sku)
                       .number("quantity", {"quantity", "数量"}, line.quantity)
                       .money("unit_price", {"price", "单价"}, line.unit_price)
                       .money("discount", {"discount", "减免"}, line.discount)
                       .money("amount", {"amount", "金额"}, line.amount)
                       .maybe("reservation", {"reservation", "预留"}, line.reservation)
                       .number("shipped", {"shipped", "已发"}, line.shipped)
                       .number("returned", {"returned", "已退"}, line.returned));
  }
  return rows;
}

ExitStatus ship_part(Context& context, const Arguments& given, const OrderId& number,
                     const std::optional<Money>& cost) {
  const Parcel parcel = parcel_of(given);
  return tell(context, context.engine().ship_part(number, parcel.line, parcel.quantity, parcel.reference, cost));
}

Option line_option(Text about, bool required) {
  return {.name = "line", .value = "N", .about = std::move(about), .required = required};
}

Option quantity_option(bool required) {
  return {.name = "quantity", .value = "N", .about = {"how many", "数量"}, .required = required};
}

Option parcel_option(bool required) {
  return {.name = "ref",
          .value = "REF",
          .about = {"the number of the parcel: asked again, nothing moves", "包裹号：重复请求不再变动"},
          .required = required};
}

Command order_return_command() {
  return {
      .path = "order return",
      .about = {"goods of an order come back into stock, once a reference", "订单退货入库，每个业务号只一次"},
      .positionals = {{.name = "order", .about = {"its number", "订单号"}}},
      .options = {line_option({"which line, by its number", "行号"}, true), quantity_option(true), parcel_option(true)},
      .examples = {{.line = "payonce order return ord_43 --line 1 --quantity 1 --ref rma:501"}},
      .run = give_back,
      .more = {
          {"Goods and money are two things: refund gives money back, this puts goods back. No more comes back of a "
           "line than was sold of it; what had not been shipped yet is not shipped any more.",
           "货与款是两件事：refund 退款，本命令退货入库。每行退回的不多于已售的；尚未发出的部分退回后不再发货。"}}};
}

}  // namespace payonce
