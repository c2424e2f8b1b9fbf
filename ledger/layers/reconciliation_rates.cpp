#include "ledger/layers/reconciliation_rates.hpp"

#include <algorithm>

#include "ledger/journal/chart.hpp"
#include "ledger/values/currency.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/money.hpp"
#include "schema/queries/reconciliation_rates.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_rates;

// An amount times a rate needs more than 64 bits; gcc and clang have them on every machine we build for.
__extension__ using Wide = __int128;

Wide ten_to(int exponent) {
  Wide power = 1;
  for (int n = 0; n < exponent; ++n) power *= 10;
  return power;
}

Currency known(std::string_view currency) {
  const auto read = Currency::parse("currency", currency);
  invariant(read.has_value(), "a rate is of currencies the program knows");
  return *read;
}

}  // namespace

void set_fee_rate(Tx& tx, const FeeRate& rate, std::int64_t now_ns) {
  journal::ensure_chart(tx, known(rate.currency), now_ns);
  (void)tx.change(sql::set_fee_rate{.channel = rate.channel,
                                    .movement = rate.movement,
                                    .currency = rate.currency,
                                    .since = rate.since,
                                    .millionths = rate.millionths,
                                    .fixed = rate.fixed,
                                    .actor = rate.actor,
                                    .now_ns = now_ns});
}

std::vector<FeeRate> fee_rates(View& view, std::string_view channel) {
  std::vector<FeeRate> all;
  view.each(sql::fee_rates{.channel = channel}, [&](const Row& row) {
    all.push_back({std::string(channel), std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2)),
                   row.integer(3), row.integer(4), std::string(row.text(5))});
  });
  return all;
}

std::int64_t agreed_fee(const FeeRate& rate, std::int64_t gross) {
  constexpr std::int64_t million = 1'000'000;
  const Wide amount = gross < 0 ? -Wide{gross} : Wide{gross};
  const auto share = static_cast<std::int64_t>((amount * rate.millionths + million / 2) / million) + rate.fixed;
  return gross < 0 ? -share : share;
}

void set_fx_rate(Tx& tx, const FxRate& rate, std::int64_t now_ns) {
  journal::ensure_chart(tx, known(rate.currency), now_ns);
  journal::ensure_chart(tx, known(rate.settled), now_ns);
  (void)tx.change(sql::set_fx_rate{.channel = rate.channel,
                                   .currency = rate.currency,
                                   .settled = rate.settled,
                                   .since = rate.since,
                                   .nano = rate.nano,
                                   .actor = rate.actor,
                                   .now_ns = now_ns});
}

std::vector<FxRate> fx_rates(View& view, std::string_view channel) {
  std::vector<FxRate> all;
  view.each(sql::fx_rates{.channel = channel}, [&](const Row& row) {
    all.push_back({std::string(channel), std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2)),
                   row.integer(3), std::string(row.text(4))});
  });
  return all;
}

std::int64_t booked_value(const FxRate& rate, std::int64_t minor) {
  constexpr int finest = 9;  // digits of a rate behind the point
  const Wide amount = minor < 0 ? -Wide{minor} : Wide{minor};
  const Wide above = amount * rate.nano * ten_to(known(rate.settled).exponent());
  const Wide below = ten_to(finest + known(rate.currency).exponent());
  const Wide value = std::min((above * 2 + below) / (below * 2), Wide{amount_cap_minor});
  return static_cast<std::int64_t>(minor < 0 ? -value : value);
}

}  // namespace payonce::reconciliation
