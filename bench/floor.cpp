#include "bench/floor.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace payonce::bench {
namespace {

const std::string of_vouchers = " WHERE v.voucher_id BETWEEN ?1 AND ?2 ORDER BY v.voucher_id";
const std::string its_order = " FROM voucher v JOIN orders o ON o.order_id = v.order_id ";
// A key's rows lie in the order of its payments: the n-th key is found by the answer that names the voucher's number.
const std::string its_key =
    " FROM voucher v JOIN orders o ON o.order_id = v.order_id"
    " JOIN dedup_window w ON w.intent = o.order_no || '.pay'"
    " JOIN idempotency_key k ON k.key_hash = w.owner ";

std::vector<FloorStep> booking() {
  return {
      {"SELECT voucher_id, kind, series, seq, business_key, order_id, attempt_id, refund_id, business_date, "
       "recorded_at_ns, reason, seal_version, line_count, previous_hash, hash FROM voucher v" +
           of_vouchers,
       "INSERT INTO voucher (voucher_id, kind, series, seq, business_key, order_id, attempt_id, refund_id, "
       "business_date, recorded_at_ns, reason, seal_version, line_count, previous_hash, hash) "
       "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
       1, false},
      {"SELECT e.entry_id, e.voucher_id, e.account_id, e.currency, e.side, e.amount, e.account_version, "
       "e.debits_after, e.credits_after, e.previous_entry_id FROM voucher v JOIN entry e ON e.entry_id BETWEEN "
       "v.voucher_id * 65536 + 1 "
       "AND v.voucher_id * 65536 + 65535 WHERE v.voucher_id BETWEEN ?1 AND ?2 ORDER BY e.entry_id",
       "INSERT INTO entry (entry_id, voucher_id, account_id, currency, side, amount, account_version, debits_after, "
       "credits_after, previous_entry_id) VALUES (?,?,?,?,?,?,?,?,?,?)",
       2, false},
      {"SELECT e.debits_after, e.credits_after, e.account_version, e.entry_id, e.account_id FROM voucher v "
       "JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535 "
       "WHERE v.voucher_id BETWEEN ?1 AND ?2 ORDER BY e.entry_id",
       "UPDATE balance SET debits = ?, credits = ?, version = ?, last_entry_id = ? WHERE account_id = ?", 2, false},
      {"SELECT v.voucher_id, v.order_id FROM voucher v" + of_vouchers,
       "UPDATE awaited SET voucher_id = ?, order_id = ? WHERE only_row = 1", 1, false},
      {"SELECT v.seq + 1, v.series FROM voucher v" + of_vouchers, "UPDATE series SET next = ? WHERE series = ?", 1,
       false},
      {"SELECT o.status, o.captured, o.settled_by, o.version, o.changed_at_ns, o.order_id" + its_order + of_vouchers,
       "UPDATE orders SET status = ?, captured = ?, settled_by = ?, version = ?, changed_at_ns = ? WHERE order_id = ?",
       1, false}};
}

/// The steps a machine has written into its history, so many a payment.
FloorStep history(const std::string& machine, const std::string& entity, const std::string& which, std::size_t rows) {
  return {
      "SELECT h.machine, h.entity_id, h.version, h.from_status, h.to_status, h.cause, h.evidence_id, h.at_ns "
      "FROM voucher v JOIN history h ON h.machine = '" +
          machine + "' AND h.entity_id = v." + entity + " WHERE v.voucher_id BETWEEN ?1 AND ?2 AND " + which +
          " ORDER BY v.voucher_id, h.version",
      "INSERT INTO history (machine, entity_id, version, from_status, to_status, cause, evidence_id, at_ns) "
      "VALUES (?,?,?,?,?,?,?,?)",
      rows, false};
}

FloorStep window() {
  return {"SELECT w.intent, w.owner, w.admitted_at_ns, w.expires_at_ns" + its_key + of_vouchers,
          "INSERT INTO dedup_window (intent, owner, admitted_at_ns, expires_at_ns) VALUES (?,?,?,?)", 1, false};
}

}  // namespace

const std::vector<FloorStep>& balance_payment() {
  static const std::vector<FloorStep> all = [] {
    std::vector<FloorStep> steps = booking();
    steps.push_back(history("order", "order_id", "1", 1));
    steps.push_back(window());
    steps.push_back(
        {"SELECT k.key_id, k.key_hash, k.tenant, k.key, k.fp_alg, k.fingerprint, k.state, k.fence, k.outcome, "
         "k.http_status, k.answer, k.begun_at_ns, k.done_at_ns, k.answer_until_ns, k.tombstone_until_ns" +
             its_key + of_vouchers,
         "INSERT INTO idempotency_key (key_id, key_hash, tenant, key, fp_alg, fingerprint, state, fence, outcome, "
         "http_status, answer, begun_at_ns, done_at_ns, answer_until_ns, tombstone_until_ns) "
         "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
         1, true});
    return steps;
  }();
  return all;
}

const std::vector<FloorStep>& channel_payment() {
  static const std::vector<FloorStep> all = [] {
    std::vector<FloorStep> steps = {
        window(),
        {"SELECT o.created_at_ns, o.order_id" + its_order + of_vouchers,
         "UPDATE orders SET status = 'paying', version = 2, changed_at_ns = ? WHERE order_id = ?", 1, false},
        history("order", "order_id", "h.to_status = 'paying'", 1),
        {"SELECT a.attempt_id, a.order_id, a.n, a.channel, a.reference, a.amount, a.currency, a.holder, "
         "a.dispatched_at_ns, a.dispatched_on, a.dispatched_boot_ns, a.dispatched_at_ns FROM voucher v JOIN attempt a "
         "ON a.attempt_id = v.attempt_id" +
             of_vouchers,
         "INSERT INTO attempt (attempt_id, order_id, n, channel, reference, amount, currency, holder, "
         "dispatched_at_ns, dispatched_on, dispatched_boot_ns, "
         "changed_at_ns) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
         1, false},
        {"SELECT k.key_id, k.key_hash, k.tenant, k.key, k.fp_alg, k.fingerprint, k.attempt_id, hex(randomblob(16)), "
         "hex(randomblob(18)), k.begun_at_ns, k.begun_at_ns, k.begun_at_ns" +
             its_key + of_vouchers,
         "INSERT INTO idempotency_key (key_id, key_hash, tenant, key, fp_alg, fingerprint, state, fence, attempt_id, "
         "lease_host, lease_boot, lease_boot_until_ns, lease_until_ns, begun_at_ns) "
         "VALUES (?,?,?,?,?,?,'in_progress',1,?,?,?,?,?,?)",
         1, true},
        {"SELECT e.evidence_id, e.source, e.channel, e.said, e.digest, e.at_ns FROM voucher v JOIN history h "
         "ON h.machine = 'attempt' AND h.entity_id = v.attempt_id JOIN evidence e ON e.evidence_id = h.evidence_id" +
             of_vouchers,
         "INSERT INTO evidence (evidence_id, source, channel, said, digest, at_ns) VALUES (?,?,?,?,?,?)", 1, false},
        {"SELECT a.role, a.channel_txn, a.captured, a.decided_by, a.version, a.changed_at_ns, a.attempt_id "
         "FROM voucher v JOIN attempt a ON a.attempt_id = v.attempt_id" +
             of_vouchers,
         "UPDATE attempt SET status = 'succeeded', role = ?, channel_txn = ?, captured = ?, decided_by = ?, "
         "version = ?, changed_at_ns = ? WHERE attempt_id = ?",
         1, false},
        history("attempt", "attempt_id", "1", 1)};
    steps.push_back(history("order", "order_id", "h.to_status = 'paid'", 1));
    for (FloorStep& step : booking()) steps.push_back(std::move(step));
    steps.push_back(
        {"SELECT k.outcome, k.http_status, k.answer, k.done_at_ns, k.answer_until_ns, k.tombstone_until_ns, "
         "k.lease_host, "
         "k.lease_boot, k.lease_boot_until_ns, k.key_hash" +
             its_key + of_vouchers,
         "UPDATE idempotency_key SET state = 'done', outcome = ?, http_status = ?, answer = ?, done_at_ns = ?, "
         "answer_until_ns = ?, tombstone_until_ns = ?, lease_host = ?, lease_boot = ?, lease_boot_until_ns = ?, "
         "lease_until_ns = NULL WHERE key_hash = ?",
         1, true});
    return steps;
  }();
  return all;
}

Floor::Floor(const std::filesystem::path& path, const std::vector<FloorStep>& recipe, bool durable)
    : file_(path, Bare::Pragmas::same_as_store, durable) {
  drop_triggers(file_);
  for (const FloorStep& step : recipe) steps_.push_back({&step, file_.prepare(step.write), {}});
  begin_ = file_.prepare("BEGIN IMMEDIATE");
  commit_ = file_.prepare("COMMIT");
}

void Floor::take_orders(Bare& ledger) {
  const std::int64_t last = file_.number("SELECT coalesce(max(order_id), 0) FROM orders");
  sqlite3_stmt* insert = file_.prepare(
      "INSERT INTO orders (order_id, order_no, buyer_id, payee_id, currency, amount_due, created_at_ns, changed_at_ns) "
      "VALUES (?,?,?,?,?,?,?,?)");
  file_.write(begin_, {});
  for (const Cells& order : ledger.rows("SELECT order_id, order_no, buyer_id, payee_id, currency, amount_due, "
                                        "created_at_ns, created_at_ns FROM orders WHERE order_id > ?1",
                                        {last})) {
    file_.write(insert, order);
  }
  file_.write(commit_, {});
}

void Floor::learn(Bare& ledger, std::int64_t first_voucher, std::int64_t last_voucher) {
  payments_ = static_cast<std::size_t>(last_voucher - first_voucher + 1);
  for (Prepared& each : steps_) {
    each.rows = ledger.rows(each.step->read, {first_voucher, last_voucher});
    if (each.rows.size() != payments_ * each.step->rows)
      throw std::runtime_error("bench: not one row each: " + each.step->read);
  }
}

void Floor::pay(std::int64_t to_a_commit) {
  const auto batch = static_cast<std::size_t>(to_a_commit);
  for (std::size_t from = 0; from < payments_; from += batch) {
    const std::size_t to = std::min(payments_, from + batch);
    // Up to the next commit of the recipe every payment of the batch goes together, as it would behind a queue.
    for (std::size_t first = 0; first < steps_.size();) {
      std::size_t behind = first;
      while (!steps_[behind++].step->commits) {}
      file_.write(begin_, {});
      for (std::size_t payment = from; payment < to; ++payment) {
        for (std::size_t at = first; at < behind; ++at) {
          const std::size_t rows = steps_[at].step->rows;
          for (std::size_t row = payment * rows; row < (payment + 1) * rows; ++row) {
            file_.write(steps_[at].statement, steps_[at].rows[row]);
          }
        }
      }
      file_.write(commit_, {});
      first = behind;
    }
  }
}

std::string first_difference(Bare& left, const std::filesystem::path& right) {
  constexpr std::array<const char*, 12> tables = {"account",  "series",  "orders",          "attempt",
                                                  "evidence", "history", "idempotency_key", "dedup_window",
                                                  "voucher",  "entry",   "balance",         "awaited"};
  left.run("ATTACH '" + right.string() + "' AS other");
  std::string different;
  for (const std::string table : tables) {
    const std::string one = "SELECT * FROM main." + table;
    const std::string two = "SELECT * FROM other." + table;
    if (left.count_rows(one + " EXCEPT " + two) + left.count_rows(two + " EXCEPT " + one) == 0) continue;
    different = table;
    break;
  }
  left.run("DETACH other");
  return different;
}

}  // namespace payonce::bench
