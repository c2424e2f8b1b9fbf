#include "scenarios/laboratory/changes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace payonce::laboratory {
namespace {

using Row = std::vector<std::string>;

std::string key_of(const TableContent& table, const Row& row) {
  std::string key;
  for (const std::size_t column : table.key) key += row[column] + '\x1f';
  if (table.key.empty()) {
    for (const std::string& value : row) key += value + '\x1f';
  }
  return key;
}

const std::string* field(const TableContent& table, const Row& row, std::string_view name) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  return found == table.columns.end() ? nullptr : &row[static_cast<std::size_t>(found - table.columns.begin())];
}

/// Rows that point to another one are called by its name.
class Names {
 public:
  explicit Names(const std::vector<TableContent>& tables) {
    for (const TableContent& table : tables) {
      take(table, "account", "account_id", "code");
      take(table, "orders", "order_id", "order_no");
    }
  }

  [[nodiscard]] std::string name(const TableContent& table, const Row& row) const {
    for (const std::string_view own :
         {"order_no", "code", "sku", "number", "intent", "reference", "business_key", "name", "cause_key"}) {
      const std::string* const text = field(table, row, own);
      if (text != nullptr && !text->empty()) return *text;  // a refund that no channel has to do with has no reference
    }
    if (table.name == "idempotency_key") return *field(table, row, "key");
    for (const auto& [column, names] : known_) {
      const std::string* const id = field(table, row, column);
      if (id == nullptr) continue;
      const auto found = names.find(*id);
      if (found != names.end()) return found->second;
    }
    return row.front();
  }

 private:
  void take(const TableContent& table, std::string_view wanted, const std::string& id, std::string_view shown) {
    if (table.name != wanted) return;
    for (const Row& row : table.rows) known_[id][*field(table, row, id)] = *field(table, row, shown);
  }

  std::map<std::string, std::map<std::string, std::string>> known_;
};

void compare(const TableContent& before, const TableContent& after, const Names& names, std::vector<Change>& changes) {
  std::map<std::string, const Row*> old;
  for (const Row& row : before.rows) old.emplace(key_of(before, row), &row);
  for (const Row& row : after.rows) {
    const auto found = old.find(key_of(after, row));
    Change change{.kind = found == old.end() ? Change::Kind::added : Change::Kind::changed,
                  .table = after.name,
                  .row = names.name(after, row),
                  .fields = {}};
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (found == old.end()) {
        change.fields.push_back({after.columns[i], "", row[i]});
      } else if ((*found->second)[i] != row[i]) {
        change.fields.push_back({after.columns[i], (*found->second)[i], row[i]});
      }
    }
    if (found != old.end()) old.erase(found);
    if (!change.fields.empty()) changes.push_back(std::move(change));
  }
  for (const Row& row : before.rows) {
    if (!old.contains(key_of(before, row))) continue;
    Change change{.kind = Change::Kind::removed, .table = before.name, .row = names.name(before, row), .fields = {}};
    for (std::size_t i = 0; i < row.size(); ++i) change.fields.push_back({before.columns[i], row[i], ""});
    changes.push_back(std::move(change));
  }
}

const Change::Field* named(const Change& change, std::string_view name) {
  const auto found = std::find_if(change.fields.begin(), change.fields.end(),
                                  [&](const Change::Field& one) { return one.name == name; });
  return found == change.fields.end() ? nullptr : &*found;
}

/// Of a reference told to a channel, `payonce/3xbt2w5tacxs/o1.pay.1`, the fact alone: the rest is the ledger's name.
std::string fact_of(const std::string& reference) {
  return reference.starts_with("payonce/") ? reference.substr(reference.rfind('/') + 1) : reference;
}

std::string step(const Change& change, std::string_view column) {
  const Change::Field* const one = named(change, column);
  if (one == nullptr) return "";
  const std::string row = fact_of(change.row);
  return change.kind == Change::Kind::added ? "+" + row + " " + one->after : row + " " + one->before + "→" + one->after;
}

}  // namespace

std::vector<Change> changes_between(const std::vector<TableContent>& before, const std::vector<TableContent>& after) {
  const Names names(after);
  std::vector<Change> changes;
  for (const TableContent& table : after) {
    const auto same =
        std::find_if(before.begin(), before.end(), [&](const auto& one) { return one.name == table.name; });
    compare(same == before.end() ? TableContent{table.name, table.columns, table.key, {}} : *same, table, names,
            changes);
  }
  return changes;
}

std::string in_short(const Change& change) {
  const std::string_view table = change.table;
  constexpr std::array<std::string_view, 6> with_status = {"orders",    "attempt", "refund",
                                                           "operation", "dispute", "coupon_use"};
  if (std::find(with_status.begin(), with_status.end(), table) != with_status.end()) return step(change, "status");
  if (table == "idempotency_key") {
    if (change.kind == Change::Kind::removed) return "-key " + change.row;
    const std::string text = step(change, "state");
    return text.empty() ? "" : "key " + text;
  }
  if (table == "dedup_window") return (change.kind == Change::Kind::removed ? "-window " : "+window ") + change.row;
  if (table == "voucher" && change.kind == Change::Kind::added)
    return "+voucher " + named(change, "business_key")->after;
  if (table == "stock") {
    const std::string text = step(change, "on_hand");
    return text.empty() ? step(change, "reserved") : text;
  }
  if (table == "entry" && change.kind == Change::Kind::added) {
    const auto* const side = named(change, "side");
    const auto* const amount = named(change, "amount");
    return change.row + (side->after == "debit" ? " dr " : " cr ") + amount->after;
  }
  if (table.find('.') != std::string_view::npos && table.ends_with(".movement") && change.kind == Change::Kind::added) {
    return "+" + change.table + " " + fact_of(change.row);
  }
  return "";
}

}  // namespace payonce::laboratory
