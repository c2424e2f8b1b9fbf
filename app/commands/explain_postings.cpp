#include "app/commands/explain_postings.hpp"

#include <string>
#include <vector>

#include "app/record.hpp"
#include "ledger/ledger.hpp"
#include "schema/queries/rules.hpp"

namespace payonce {
namespace {

struct Told {
  std::string event;
  std::string kind;
  std::int64_t version = 1;
  Text debit;  // accounts and parts, parted by ", "
  Text credit;
  Text note;
};

void append(std::string& list, const std::string& one) { list += (list.empty() ? "" : ", ") + one; }

/// What part of the amount a line takes, in Chinese; in English its name says it.
std::string chinese(const std::string& part) {
  if (part == "net") return "净额";
  if (part == "tax") return "税额";
  if (part == "fee") return "手续费";
  if (part == "whole") return "全额";
  if (part == "other") return "另一币种金额";
  if (part == "spread") return "点差";
  if (part == "both") return "含点差";
  if (part == "freed") return "释放额";
  return part;
}

/// "1200 receivable from the channel (net)"; the whole amount needs no word.
void append(Text& side, const std::string& number, const Text& name, const std::string& part) {
  const std::string before = number.empty() ? "" : number + " ";
  const bool all = part == "amount";
  append(side.en, before + name.en + (all ? "" : " (" + part + ")"));
  append(side.zh, before + name.zh + (all ? "" : "（" + chinese(part) + "）"));
}

std::vector<Told> all_told(View& view) {
  std::vector<Told> all;
  view.each(sql::rules::told{}, [&](const Row& row) {
    const std::string event(row.text(0));
    if (all.empty() || all.back().event != event || all.back().version != row.integer(2)) {
      all.push_back({.event = event,
                     .kind = std::string(row.text(1)),
                     .version = row.integer(2),
                     .debit = {},
                     .credit = {},
                     .note = {std::string(row.text(8)), std::string(row.text(9))}});
    }
    append(row.text(3) == "debit" ? all.back().debit : all.back().credit, std::string(row.text(4)),
           {std::string(row.text(5)), std::string(row.text(6))}, std::string(row.text(7)));
  });
  return all;
}

}  // namespace

ExitStatus explain_postings(Context& context) {
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    for (const Told& one : all_told(view)) {
      rows.push_back(Record()
                         .text("event", {"event", "事件"}, one.event)
                         .text("kind", {"voucher", "凭证种类"}, one.kind)
                         .number("version", {"version", "版本"}, one.version)
                         .words("debit", {"debit", "借"}, one.debit)
                         .words("credit", {"credit", "贷"}, one.credit)
                         .words("note", {"note", "说明"}, one.note));
    }
  });
  return tell_list(context, "postings", rows, {});
}

}  // namespace payonce
