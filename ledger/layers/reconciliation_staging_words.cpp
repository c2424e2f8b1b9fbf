#include <algorithm>
#include <array>

#include "ledger/layers/reconciliation_staging.hpp"

// How a file is known again, how its amounts are stored, and what channels call the state of a movement.
namespace payonce::reconciliation {
namespace {

namespace st = statements;

Split split(const st::Exact& amount, const Currency& currency) {
  std::int64_t unit = 1;
  for (int scale = currency.exponent(); scale < amount.scale(); ++scale) unit *= 10;
  std::int64_t rest = amount.units() % unit;
  for (int scale = amount.scale(); scale < st::Exact::finest_scale; ++scale) rest *= 10;
  return {amount.units() / unit, rest};
}

}  // namespace

Amounts amounts_of(const st::Line& line) {
  const auto whole = st::Exact::sum(line.gross, line.fee.negated());
  if (line.movement != st::Movement::dispute || !whole) {
    return {split(line.gross, line.currency), split(line.fee, line.currency)};
  }
  return {split(*whole, line.currency), {0, 0}};
}

/// The digest of a stream of any size in bounded memory: each piece is digested together with what came before it.
Digest digest_of(std::istream& in, std::string_view map_text) {
  constexpr std::size_t piece = 65536;  // bytes
  std::string buffer(piece, '\0');
  Digest so_far = sha256(map_text);
  in.clear();
  in.seekg(0);
  while (in.good()) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const auto got = static_cast<std::size_t>(in.gcount());
    if (got == 0) break;
    Parts parts;
    const std::string before(so_far.begin(), so_far.end());
    so_far = sha256(parts.text(before).text(std::string_view(buffer).substr(0, got)).bytes());
  }
  in.clear();
  in.seekg(0);
  return so_far;
}

std::string_view standing_of(std::string_view status) {
  constexpr std::array<std::string_view, 14> failed = {"FAIL",      "FAILED",   "CLOSED",  "VOID",    "VOIDED",
                                                       "DENIED",    "DECLINED", "失败",    "已关闭",  "交易关闭",
                                                       "CANCELLED", "CANCELED", "REFUSED", "退款失败"};
  constexpr std::array<std::string_view, 8> pending = {"PROCESSING", "PENDING",  "PDNG",     "处理中",
                                                       "退款处理中", "ACCEPTED", "等待付款", "INFO"};
  std::string word(status);
  for (char& c : word) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  if (std::find(failed.begin(), failed.end(), word) != failed.end()) return "failed";
  return std::find(pending.begin(), pending.end(), word) != pending.end() ? "pending" : "settled";
}

}  // namespace payonce::reconciliation
