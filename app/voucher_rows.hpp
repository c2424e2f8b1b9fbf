#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/context.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/json.hpp"
#include "ledger/values/money.hpp"

namespace payonce {

struct PostedLine {
  std::string account;
  bool debit;
  Money amount;
};

/// A voucher with its lines, as the journal shows it.
struct PostedVoucher {
  std::int64_t id;
  std::string number;
  std::string kind;
  std::string business_key;
  std::string date;
  std::int64_t recorded_at_ns;
  std::optional<std::string> reason;
  std::vector<PostedLine> lines;
};

/// From a row of sql::journal that names a voucher; its lines are read behind it.
[[nodiscard]] PostedVoucher voucher_of(const Row& row);
void read_lines(View& view, PostedVoucher& voucher);
/// By the number people read.
[[nodiscard]] std::optional<PostedVoucher> find_voucher(View& view, const std::string& number);

/// A row a line, debit and credit beside each other.
[[nodiscard]] std::string vouchers_text(const Context& context, const std::vector<PostedVoucher>& vouchers);
/// An array of them.
void write(JsonWriter& json, const std::vector<PostedVoucher>& vouchers);

}  // namespace payonce
