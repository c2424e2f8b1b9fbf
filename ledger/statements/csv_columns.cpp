#include "ledger/statements/csv_columns.hpp"

#include <algorithm>

#include "ledger/statements/bills/spoiled.hpp"

namespace payonce::statements {
namespace {

/// What is being made of one row; every complaint ends it.
class Maker {
 public:
  Maker(const FieldMap& map, const CsvColumns& columns, const CsvRow& row, std::vector<Broken>& broken)
      : map_(map), columns_(columns), row_(row), broken_(broken) {}

  std::optional<Line> made() {
    const auto currency = currency_of_row();
    if (!currency) return std::nullopt;
    Line line{.line = row_.line, .currency = *currency, .raw = row_.raw};
    if (!ids(line) || !times(line) || !amounts(line)) return std::nullopt;
    if (!original(line)) return std::nullopt;
    line.batch = cell("batch");
    line.kind = cell("kind");
    const auto kind = map_.kinds.find(line.kind);
    if (kind != map_.kinds.end()) line.movement = kind->second;
    line.account = cell("account");
    line.counterparty = cell("counterparty");
    line.status = cell("status");
    line.details = cell("details");
    line.key =
        line.channel_id.empty() ? content_key(line) : "id:" + line.channel_id + ":" + std::string(name(line.movement));
    return line;
  }

 private:
  [[nodiscard]] std::string_view cell(std::string_view role) const { return columns_.cell(row_, role); }

  bool broke(FileBreak code, Text why) {
    broken_.push_back({code, row_.line, std::move(why)});
    return false;
  }
  bool corrupted(std::string_view role, std::string_view text) {
    const std::string said = map_.columns.find(role)->second + ": " + std::string(text.substr(0, 40));
    return broke(FileBreak::file_corrupted, {"cannot be what the channel wrote: " + said, "不可能是渠道原样：" + said});
  }

  std::optional<Currency> currency_of_row() {
    if (!columns_.has("currency")) return map_.currency;
    const auto read = Currency::parse("currency", cell("currency"));
    if (!read) {
      corrupted("currency", cell("currency"));
      return std::nullopt;
    }
    if (map_.currency && !(*map_.currency == *read)) {
      const std::string other(read->code());
      broke(FileBreak::file_mixed_currency,
            {"the map says one currency, the row " + other, "与映射的币种不同：" + other});
      return std::nullopt;
    }
    return *read;
  }

  bool ids(Line& line) {
    for (const auto& [role, into] : {std::pair<std::string_view, std::string*>{"our_id", &line.our_id},
                                     {"channel_id", &line.channel_id},
                                     {"parent_id", &line.parent_id}}) {
      *into = cell(role);
      if (spoiled_id(*into)) return corrupted(role, *into);
    }
    return true;
  }

  bool times(Line& line) {
    if (columns_.has("time") && !cell("time").empty()) {
      line.at = map_.date->read(cell("time"));
      if (!line.at) return corrupted("time", cell("time"));
    }
    if (columns_.has("value_date") && !cell("value_date").empty()) {
      const auto read = map_.date->read(cell("value_date"));
      if (!read) return corrupted("value_date", cell("value_date"));
      line.value_day = read->day;
    }
    if (line.at || line.value_day) return true;
    const std::string_view role = columns_.has("time") ? "time" : "value_date";
    return corrupted(role, cell(role));
  }

  /// An empty cell is nothing, and not zero. False where it is no amount.
  bool amount(std::string_view role, const Currency& currency, std::optional<Exact>& into) {
    const std::string_view text = without_sign(cell(role));
    if (text.empty()) return true;
    const auto read = Exact::parse(role, text, currency, map_.marks);
    if (!read) return corrupted(role, text);
    into = *read;
    return true;
  }

  /// Gross from its own column, or from one column for each direction, of which one is filled.
  bool gross_of(const Currency& currency, std::optional<Exact>& gross) {
    if (!amount("gross", currency, gross)) return false;
    if (columns_.has("in") && !gross) {
      std::optional<Exact> out;
      if (!amount("in", currency, gross) || !amount("out", currency, out)) return false;
      const Exact zero(0, currency);
      if (gross && out && !(*gross == zero) && !(*out == zero)) return corrupted("out", cell("out"));
      if (out && (!gross || *gross == zero)) gross = out->units() > 0 ? out->negated() : *out;
    }
    if (gross && columns_.has("direction")) {
      const auto direction = map_.directions.find(cell("direction"));
      if (direction == map_.directions.end()) return corrupted("direction", cell("direction"));
      if (direction->second) gross = gross->negated();
    }
    return true;
  }

  bool amounts(Line& line) {
    std::optional<Exact> gross;
    std::optional<Exact> fee;
    std::optional<Exact> net;
    if (!gross_of(line.currency, gross) || !amount("fee", line.currency, fee) || !amount("net", line.currency, net)) {
      return false;
    }
    if (!gross && !net) {
      const std::string_view role = columns_.has("gross") ? "gross" : columns_.has("net") ? "net" : "in";
      return corrupted(role, cell(role));
    }
    line.fee = fee ? (map_.fee_is_minus ? fee->negated() : *fee) : Exact(0, line.currency);
    if (!gross) gross = Exact::sum(*net, line.fee);
    const auto rest = gross ? Exact::sum(*gross, line.fee.negated()) : std::nullopt;
    if (!rest) return broke(FileBreak::file_over_bounds, {"an amount is too large", "金额过大"});
    if (net && !(*net == *rest)) {
      return broke(FileBreak::file_control_total,
                   {"gross less fee is " + rest->text() + ", the row says net " + net->text(),
                    "总额减手续费为 " + rest->text() + "，而净额列为 " + net->text()});
    }
    line.gross = *gross;
    line.net = *rest;
    return true;
  }

  /// What the payer paid, where the row says it was another currency; its sign is that of the amount.
  bool original(Line& line) {
    const std::string_view code = cell("original_currency");
    if (code.empty() || code == line.currency.code()) return true;
    const auto currency = Currency::parse("original_currency", code);
    if (!currency) return corrupted("original_currency", code);
    std::optional<Exact> paid;
    if (!amount("original", *currency, paid)) return false;
    if (!paid) return true;
    const bool turned = (paid->units() < 0) != (line.gross.units() < 0);
    line.original = Original{turned ? paid->negated() : *paid, *currency};
    return true;
  }

  const FieldMap& map_;
  const CsvColumns& columns_;
  const CsvRow& row_;
  std::vector<Broken>& broken_;
};

}  // namespace

std::optional<CsvColumns> CsvColumns::find(const FieldMap& map, const CsvRow& header) {
  CsvColumns columns;
  columns.width_ = header.cells.size();
  std::vector<std::string> names;
  names.reserve(header.cells.size());
  for (const std::string& cell : header.cells) names.push_back(plain_name(cell));
  for (const auto& [role, wanted] : map.columns) {
    const auto found = std::find(names.begin(), names.end(), wanted);
    if (found == names.end() || std::find(found + 1, names.end(), wanted) != names.end()) return std::nullopt;
    columns.places_.emplace(role, static_cast<std::size_t>(found - names.begin()));
  }
  return columns;
}

std::string_view CsvColumns::cell(const CsvRow& row, std::string_view role) const {
  const auto place = places_.find(role);
  if (place == places_.end() || place->second >= row.cells.size()) return {};
  return trimmed(row.cells[place->second]);
}

std::optional<Line> line_of(const FieldMap& map, const CsvColumns& columns, const CsvRow& row,
                            std::vector<Broken>& broken) {
  return Maker(map, columns, row, broken).made();
}

}  // namespace payonce::statements
