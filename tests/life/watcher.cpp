#include "tests/life/inside.hpp"

namespace payonce::life {

Watcher::Watcher(const std::filesystem::path& book) : inside_(std::make_unique<Inside>(book)) {}
Watcher::~Watcher() = default;

bool Watcher::changed() {
  std::int64_t version = 0;
  inside_->ask("PRAGMA data_version").each([&](const Question& row) { version = row.number(0); });
  return std::exchange(inside_->version, version) != version;
}

Sight Watcher::look() {
  Sight sight;
  inside_->ask("SELECT code, credits - debits FROM account JOIN balance USING (account_id)")
      .each([&](const Question& row) { sight.accounts[row.text(0)] = row.number(1); });
  inside_->ask("SELECT order_no, status, amount_due, captured, refund_reserved, refunded, charged_back FROM orders")
      .each([&](const Question& row) {
        sight.orders[row.text(0)] = {.status = row.text(1),
                                     .due = row.number(2),
                                     .captured = row.number(3),
                                     .reserved = row.number(4),
                                     .refunded = row.number(5),
                                     .charged_back = row.number(6)};
      });
  inside_
      ->ask(
          "SELECT order_no, reference, channel_txn, a.amount, a.status, role, decided_by, needs_review, a.captured, "
          "purpose "
          "FROM attempt a JOIN orders o USING (order_id) ORDER BY attempt_id")
      .each([&](const Question& row) {
        sight.attempts.push_back({.order = row.text(0),
                                  .reference = row.text(1),
                                  .channel_txn = row.text(2),
                                  .amount = row.number(3),
                                  .captured = row.number(8),
                                  .purpose = row.text(9),
                                  .status = row.text(4),
                                  .role = row.text(5),
                                  .decided_by = row.text(6),
                                  .review = row.number(7) != 0});
      });
  inside_
      ->ask(
          "SELECT order_no, a.reference, kind, p.reference, p.channel_txn, p.amount, p.status, p.decided_by, "
          "p.needs_review "
          "FROM operation p JOIN attempt a USING (attempt_id) JOIN orders o USING (order_id) ORDER BY operation_id")
      .each([&](const Question& row) {
        sight.operations.push_back({.order = row.text(0),
                                    .attempt = row.text(1),
                                    .kind = row.text(2),
                                    .reference = row.text(3),
                                    .channel_txn = row.text(4),
                                    .amount = row.number(5),
                                    .status = row.text(6),
                                    .decided_by = row.text(7),
                                    .review = row.number(8) != 0});
      });
  inside_
      ->ask(
          "SELECT order_no, cause, cause_key, amount, r.channel IS NOT NULL, reference, channel_txn, r.status, "
          "needs_review FROM refund r JOIN orders o USING (order_id) ORDER BY refund_id")
      .each([&](const Question& row) {
        sight.refunds.push_back({.order = row.text(0),
                                 .cause = row.text(1),
                                 .cause_key = row.text(2),
                                 .amount = row.number(3),
                                 .outside = row.number(4) != 0,
                                 .reference = row.text(5),
                                 .channel_txn = row.text(6),
                                 .status = row.text(7),
                                 .review = row.number(8) != 0});
      });
  inside_->ask("SELECT reference, order_no, amount, fee, d.status FROM dispute d JOIN orders USING (order_id)")
      .each([&](const Question& row) {
        sight.disputes[row.text(0)] = {
            .order = row.text(1), .amount = row.number(2), .fee = row.number(3), .status = row.text(4)};
      });
  look_at_goods(sight);
  look_at_messages(sight);
  inside_->ask("SELECT count(*) FROM voucher").each([&](const Question& row) { sight.vouchers = row.number(0); });
  inside_
      ->ask(
          "SELECT state, count(*) FROM idempotency_key WHERE state IN ('in_progress', 'unknown', 'dead') GROUP BY "
          "state")
      .each([&](const Question& row) { (row.text(0) == "dead" ? sight.given_up : sight.open_keys) += row.number(1); });
  return sight;
}

std::vector<std::string> Watcher::findings() {
  std::vector<std::string> all;
  // One look for all of them: nobody writes meanwhile, and each look of its own would be a lock of its own.
  inside_->ask("BEGIN").each([](const Question&) {});
  for (auto& [name, law] : inside_->laws) {
    law.each([&, &name = name](const Question& row) { all.push_back(name + ": " + row.text(0)); });
  }
  inside_->ask("COMMIT").each([](const Question&) {});
  return all;
}

void Watcher::damage(const std::string& sql) {
  std::vector<std::string> rules;
  inside_->ask("SELECT name FROM sqlite_schema WHERE type = 'trigger'").each([&](const Question& row) {
    rules.push_back(row.text(0));
  });
  for (const std::string& rule : rules)
    sqlite3_exec(inside_->file, ("DROP TRIGGER " + rule).c_str(), nullptr, nullptr, nullptr);
  inside_->version = -1;  // one's own writes are not told as another's
  if (sqlite3_exec(inside_->file, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw std::runtime_error(sqlite3_errmsg(inside_->file));
  }
}

}  // namespace payonce::life
