#include "ledger/layers/reconciliation_auto.hpp"

#include <cstdlib>

#include "ledger/journal/chart.hpp"
#include "ledger/values/currency.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/reconciliation_fixes.hpp"

namespace payonce::reconciliation {

namespace sql = payonce::sql::reconciliation_fixes;

bool auto_approve(Tx& tx, World& world, const Candidate& candidate) {
  std::int64_t rule = 0;
  std::optional<Action> action;
  std::int64_t item_cap = 0;
  std::int64_t day_cap = 0;
  (void)tx.one(sql::rule_of{.channel = candidate.channel, .code = name(candidate.code), .currency = candidate.currency},
               [&](const Row& row) {
                 rule = row.integer(0);
                 action = action_named(row.text(1));
                 item_cap = row.integer(2);
                 day_cap = row.integer(3);
               });
  if (!action || std::abs(candidate.size) > item_cap) return false;
  const std::int64_t now_ns = world.wall_ns();
  std::int64_t so_far = 0;
  (void)tx.one(sql::approved_by_rule{.channel = candidate.channel,
                                     .code = name(candidate.code),
                                     .currency = candidate.currency,
                                     .since_ns = now_ns - now_ns % days(1).ns},
               [&](const Row& row) { so_far = row.integer(0); });
  if (so_far + std::abs(candidate.size) > day_cap) return false;
  const std::string by = "rule " + std::to_string(rule);
  if (!propose(tx, candidate.id, *action, "reconcile", "within the caps of " + by, now_ns)) return false;
  return approve(tx, candidate.id, by, now_ns).has_value();
}

void set_auto_rule(Tx& tx, const AutoRule& rule, std::int64_t now_ns) {
  const auto currency = Currency::parse("currency", rule.currency);
  invariant(currency.has_value(), "a rule is of a currency the program knows");
  journal::ensure_chart(tx, *currency, now_ns);
  (void)tx.change(sql::set_rule{.channel = rule.channel,
                                .code = name(rule.code),
                                .action = name(rule.action),
                                .currency = rule.currency,
                                .item_cap = rule.item_cap,
                                .day_cap = rule.day_cap,
                                .actor = rule.actor,
                                .now_ns = now_ns});
}

std::vector<AutoRule> auto_rules(View& view) {
  std::vector<AutoRule> all;
  view.each(sql::rules{}, [&](const Row& row) {
    const auto code = code_named(row.text(1));
    const auto action = action_named(row.text(2));
    invariant(code && action, "a rule is of words the program knows");
    all.push_back({std::string(row.text(0)), *code, *action, std::string(row.text(3)), row.integer(4), row.integer(5),
                   std::string(row.text(6))});
  });
  return all;
}

}  // namespace payonce::reconciliation
