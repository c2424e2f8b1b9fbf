#include "ledger/orders/history.hpp"

#include <algorithm>
#include <string_view>

#include "schema/queries/history.hpp"

namespace payonce::orders {
namespace {

struct Booked {
  std::int64_t at_ns;
  std::string number;
  std::string kind;
  std::optional<std::int64_t> attempt_id;
  std::optional<std::int64_t> refund_id;
  std::optional<std::int64_t> operation_id;
  std::optional<std::int64_t> dispute_id;
  bool settles;

  /// A voucher stands at the step of what it names that was taken with it; of an order, at the step that it paid.
  [[nodiscard]] bool is_of(const LifeStep& step) const {
    if (step.voucher || step.at_ns > at_ns) return false;
    // A dispute and a refund are booked as they begin; what else begins is not.
    if (step.machine == "dispute") return dispute_id == step.entity_id;
    if (dispute_id || (step.from.empty() && step.machine != "refund")) return false;
    if (step.machine == "order") return settles && step.to == "paid";
    if (step.machine == "refund") {
      return refund_id == step.entity_id && kind == (step.to == "succeeded"    ? "refund"
                                                     : step.to == "dispatched" ? "refund_accepted"
                                                                               : "refund_" + step.to);
    }
    if (step.to == "unknown" || step.to == "failed") return false;
    if (step.machine == "operation") return operation_id == step.entity_id;
    return step.machine == "attempt" && !operation_id && !refund_id && attempt_id == step.entity_id;
  }
};

}  // namespace

std::vector<LifeStep> life_of(View& view, std::int64_t order_id) {
  std::vector<LifeStep> life;
  view.each(sql::history::steps_of_order{.order_id = order_id}, [&](const Row& row) {
    life.push_back({.at_ns = row.integer(0),
                    .machine = std::string(row.text(1)),
                    .entity_id = row.integer(2),
                    .which = row.shown(3),
                    .from = std::string(row.text(4)),
                    .to = std::string(row.text(5)),
                    .cause = row.maybe_text(6),
                    .source = row.maybe_text(7),
                    .said = row.maybe_text(8),
                    .voucher = std::nullopt});
  });
  view.each(sql::history::vouchers_of_order{.order_id = order_id}, [&](const Row& row) {
    const Booked booked{.at_ns = row.integer(0),
                        .number = std::string(row.text(1)),
                        .kind = std::string(row.text(2)),
                        .attempt_id = row.maybe_integer(3),
                        .refund_id = row.maybe_integer(4),
                        .operation_id = row.maybe_integer(5),
                        .dispute_id = row.maybe_integer(7),
                        .settles = row.integer(6) == 1};
    bool told = false;
    for (const std::string_view machine : {"order", "attempt", "operation", "refund", "dispute"}) {
      const auto step = std::find_if(life.rbegin(), life.rend(),
                                     [&](const LifeStep& one) { return one.machine == machine && booked.is_of(one); });
      if (step == life.rend()) continue;
      step->voucher = booked.number;
      told = true;
    }
    if (told) return;
    const auto behind =
        std::find_if(life.begin(), life.end(), [&](const LifeStep& s) { return s.at_ns > booked.at_ns; });
    life.insert(behind, LifeStep{.at_ns = booked.at_ns,
                                 .machine = "journal",
                                 .entity_id = 0,
                                 .which = "",
                                 .from = "",
                                 .to = booked.kind,
                                 .cause = std::nullopt,
                                 .source = std::nullopt,
                                 .said = std::nullopt,
                                 .voucher = booked.number});
  });
  return life;
}

std::vector<LegalStep> legal_steps(View& view) {
  std::vector<LegalStep> steps;
  view.each(sql::history::legal_steps{}, [&](const Row& row) {
    steps.push_back({std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2))});
  });
  return steps;
}

}  // namespace payonce::orders
