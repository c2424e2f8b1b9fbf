// Every law is broken once, by hand and past every rule of the schema, and is reported by its own name.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "schema/checks.hpp"
#include "tests/layers/reconciliation_life.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

struct Case {
  std::string_view law;
  std::string_view sql;
  /// Laws that cannot hold either, once this one is broken so.
  std::vector<std::string> also = {};
  /// In a life that also holds money.
  bool holds = false;
};

// The last voucher that paid an order from a balance, its first entry, and so on, by words.
#define PAY "(SELECT voucher_id FROM voucher WHERE business_key = 'balance.pay.1')"
#define LINE "(SELECT min(entry_id) FROM entry WHERE voucher_id = " PAY ")"
#define ORDER(no) "(SELECT order_id FROM orders WHERE order_no = '" no "')"
#define ATTEMPT(no) "(SELECT attempt_id FROM attempt WHERE order_id = " ORDER(no) ")"

// Goods by hand: a shelf, a line of an order, its reservation.
#define SHELF(there, reserved)                                                             \
  "INSERT INTO stock VALUES (1, 'tea', " #there ", " #reserved                             \
  ", 9, 1, 1);"                                                                            \
  "INSERT INTO stock_movement VALUES (1, 1, 'adjust', 'adjust:tea.1', " #there ", " #there \
  ", 'to', NULL, NULL, "                                                                   \
  "0, 1);"
#define LINE_OF(no, price) \
  "INSERT INTO order_line SELECT order_id, 1, 1, 1, " price ", 0, " price " FROM orders WHERE order_no = '" no "';"
#define HELD(no) "INSERT INTO reservation VALUES (1, " ORDER(no) ", 1, 1, 1, 'held', 1, 1);"

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"message_lost",
       "INSERT INTO message (consumer, sender_id, subject, action, version, fingerprint, told, heard_at_ns) "
       "VALUES ('orders', 'x', 'open', 'order.paid', 2, zeroblob(16), 'applied', 1);"
       "INSERT INTO consumed VALUES ('orders', 'open', 'order.paid', 2, zeroblob(16), 'applied', NULL, 1)"},
      {"mark_without_message",
       "INSERT INTO consumed VALUES ('crm', 'open', 'lead.won', 2, zeroblob(16), 'applied', NULL, 1)"},
      {"message_without_mark",
       "INSERT INTO message (consumer, sender_id, subject, action, version, fingerprint, told, heard_at_ns) "
       "VALUES ('crm', 'x', 'open', 'lead.won', 2, zeroblob(16), 'applied', 1)"},
      {"message_parked",
       "INSERT INTO held (digest, consumer, content, state, reason, detail, tries, kept_at_ns, due_at_ns, "
       "changed_at_ns) "
       "VALUES (zeroblob(16), 'orders', x'00', 'parked', 'unreadable', '', 1, 1, 1, 1)"},
      {"event_missing", "DELETE FROM event WHERE action = 'order.paid' AND order_id = " ORDER("balance")},
      {"event_beyond_order",
       "UPDATE event SET version = 99 WHERE action = 'order.created' AND order_id = " ORDER("open")},
      {"follower_ahead", "INSERT INTO followed VALUES ('crm', 'open', 9, 'lead.won', '{}', 1)"},
      {"order_resurrected", "INSERT INTO tombstone VALUES ('open', 2, 1)"},
      {"voucher_unbalanced",
       "UPDATE entry SET side = 'credit' WHERE entry_id = " LINE,
       {"balance_drift", "captured_differs", "debits_and_credits_differ", "entry_does_not_follow"}},
      {"voucher_lines_missing", "UPDATE voucher SET line_count = 3 WHERE voucher_id = " PAY},
      {"entry_without_voucher",
       "INSERT INTO entry SELECT 65536 * 9000 + 1, 9000, account_id, currency, 'debit', 5, version + 1, debits + 5, "
       "credits, last_entry_id "
       "FROM balance JOIN account USING (account_id) WHERE code = '1100.CNY';"
       "INSERT INTO entry SELECT 65536 * 9000 + 2, 9000, account_id, currency, 'credit', 5, version + 2, debits + 5, "
       "credits + 5, 65536 * 9000 + 1 FROM balance JOIN account USING (account_id) WHERE code = '1100.CNY';"
       "UPDATE balance SET debits = debits + 5, credits = credits + 5, version = version + 2, "
       "last_entry_id = 65536 * 9000 + 2 "
       "WHERE account_id = (SELECT account_id FROM account WHERE code = '1100.CNY')"},
      {"entry_of_wrong_account", "UPDATE account SET currency = 'JPY' WHERE code = 'bob'", {"equation_broken"}},
      {"entry_amount_wrong",
       "UPDATE entry SET amount = 0, side = 'left' WHERE entry_id = " LINE,
       {"balance_drift", "captured_differs", "debits_and_credits_differ", "entry_does_not_follow",
        "posting_breaks_its_rule", "voucher_unbalanced"}},
      {"number_gap", "UPDATE series SET next = next + 1 WHERE series LIKE 'PAY-%'"},
      {"chain_broken", "UPDATE voucher SET previous_hash = zeroblob(32) WHERE voucher_id = " PAY},
      {"time_falls", "UPDATE voucher SET recorded_at_ns = 1 WHERE voucher_id = " PAY},
      {"balance_drift",
       "UPDATE balance SET credits = credits + 1, debits = debits + 1 "
       "WHERE account_id = (SELECT account_id FROM account WHERE code = 'bob')"},
      {"entry_does_not_follow",
       "UPDATE entry SET debits_after = debits_after + 1, credits_after = credits_after + 1 WHERE "
       "entry_id = " LINE},
      {"entry_thread_broken", "UPDATE entry SET previous_entry_id = NULL WHERE entry_id = " LINE},
      {"checkpoint_differs", "INSERT INTO checkpoint VALUES (1, 1, zeroblob(32), 0)"},
      {"voucher_in_closed_period",
       "INSERT INTO period VALUES ('2026-01-01', '2026-01-31', 'closed', 1, 0, zeroblob(32), 1, 'x', NULL, 0);"
       "INSERT INTO period_step VALUES ('2026-01-01', 1, '2026-01-31', 'closed', 0, zeroblob(32), 1, 'x', NULL, 0)"},
      {"period_history_differs",
       "INSERT INTO period VALUES ('2025-01-01', '2025-12-31', 'open', 2, 0, NULL, 0, 'x', 'why', 0);"
       "INSERT INTO period_step VALUES ('2025-01-01', 1, '2025-12-31', 'closed', 0, zeroblob(32), 0, 'x', NULL, 0)"},
      {"limit_passed", "UPDATE account SET limit_rule = 'no_credit' WHERE code = 'shop'"},
      {"debits_and_credits_differ",
       "INSERT INTO entry SELECT 65536 * 9000 + 1, 9000, account_id, currency, 'debit', 5, version + 1, debits + 5, "
       "credits, last_entry_id "
       "FROM balance JOIN account USING (account_id) WHERE code = '1100.CNY';"
       "UPDATE balance SET debits = debits + 5, version = version + 1, last_entry_id = 65536 * 9000 + 1 "
       "WHERE account_id = (SELECT account_id FROM account WHERE code = '1100.CNY')",
       {"entry_without_voucher", "equation_broken"}},
      {"equation_broken",
       "UPDATE balance SET debits = debits + 5 WHERE account_id = (SELECT account_id FROM account WHERE code = "
       "'1100.CNY')",
       {"balance_drift"}},
      {"business_key_twice",
       "DROP INDEX voucher_business_key_is_unique;"
       "UPDATE voucher SET business_key = 'balance.pay.1' WHERE business_key = 'shipped.pay.1'",
       {"business_key_of_other_fact"}},
      {"business_key_of_other_fact",
       "UPDATE voucher SET business_key = 'balance.pay.2' WHERE business_key = 'balance.pay.1'"},
      {"voucher_of_nothing", "UPDATE voucher SET kind = 'gift' WHERE kind = 'transfer'"},
      {"reference_broken", "UPDATE orders SET buyer_id = 9000 WHERE order_no = 'open'"},
      {"captured_differs",
       "UPDATE orders SET captured = captured + 1, amount_due = amount_due + 1 WHERE order_no = 'balance'"},
      {"refunded_differs", "UPDATE orders SET refunded = refunded + 1 WHERE order_no = 'shipped'", {"event_missing"}},
      {"refund_reserved_differs", "UPDATE orders SET refund_reserved = 1 WHERE order_no = 'shipped'"},
      {"refund_beyond_captured", "UPDATE orders SET status = 'paid' WHERE order_no = 'returned'", {"history_broken"}},
      {"order_two_settling",
       "DROP INDEX attempt_one_settles; UPDATE attempt SET order_id = " ORDER(
           "charged") ", n = 2 WHERE attempt_id = " ATTEMPT("declined") ";"
                                                                        "UPDATE attempt SET status = 'succeeded', role "
                                                                        "= 'settles', channel_txn = 'x1' WHERE n = 2",
       {"attempt_not_booked_once", "attempt_role_wrong", "history_broken", "order_status_impossible"}},
      {"order_two_payments",
       "UPDATE voucher SET kind = 'pay', order_id = " ORDER("balance") ", business_key = 'balance.pay.1b' "
                                                                       "WHERE kind = 'transfer'",
       {"business_key_of_other_fact", "captured_differs", "key_without_effect", "payment_to_wrong_payee"}},
      {"order_paid_no_payment",
       "UPDATE orders SET settled_by = (SELECT voucher_id FROM voucher WHERE kind = 'transfer') WHERE order_no = "
       "'balance'"},
      {"payment_of_unpaid_order",
       "UPDATE orders SET status = 'cancelled', settled_by = NULL WHERE order_no = 'balance'",
       {"event_missing", "history_broken"}},
      {"payment_to_wrong_payee",
       "UPDATE orders SET payee_id = (SELECT account_id FROM account WHERE code = 'bob') WHERE order_no = 'balance'"},
      {"order_status_impossible", "UPDATE orders SET version = 7 WHERE order_no = 'open'"},
      {"steps_changed", "INSERT INTO legal_step VALUES ('order', 'cancelled', 'paid')"},
      {"attempt_not_booked_once", "UPDATE attempt SET amount = amount + 1 WHERE order_id = " ORDER("charged")},
      {"attempt_role_wrong", "UPDATE refund SET cause = 'late' WHERE cause = 'duplicate'"},
      {"attempt_numbers_gap", "UPDATE attempt SET n = 3 WHERE order_id = " ORDER("declined")},
      {"cancelled_with_open_attempt",
       "UPDATE orders SET status = 'cancelled' WHERE order_no = 'unknown'",
       {"event_missing", "history_broken"}},
      {"history_broken", "UPDATE history SET to_status = 'closing' WHERE to_status = 'fulfilled'"},
      {"unknown_ended_without_evidence",
       "UPDATE history SET from_status = 'unknown', evidence_id = NULL WHERE machine = 'attempt' AND entity_id "
       "= " ATTEMPT("charged"),
       {"history_broken"}},
      {"channel_number_twice",
       "PRAGMA writable_schema = ON;"
       "DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_attempt_3';"
       "UPDATE sqlite_schema SET sql = replace(sql, 'CONSTRAINT attempt_channel_txn_is_unique UNIQUE (channel, "
       "channel_txn),', "
       "'') WHERE name = 'attempt'; PRAGMA writable_schema = RESET;"
       "UPDATE attempt SET channel_txn = (SELECT channel_txn FROM attempt WHERE order_id = " ORDER(
           "charged") ") "
                      "WHERE order_id = " ORDER("late")},
      {"refund_cause_twice",
       "PRAGMA writable_schema = ON;"
       "DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_refund_1';"
       "UPDATE sqlite_schema SET name = 'sqlite_autoindex_refund_1' WHERE name = 'sqlite_autoindex_refund_2';"
       "UPDATE sqlite_schema SET name = 'sqlite_autoindex_refund_2' WHERE name = 'sqlite_autoindex_refund_3';"
       "UPDATE sqlite_schema SET sql = replace(sql, 'CONSTRAINT refund_cause_key_is_unique UNIQUE', '') WHERE name = "
       "'refund';"
       "PRAGMA writable_schema = RESET;"
       "UPDATE refund SET cause_key = (SELECT cause_key FROM refund WHERE cause = 'late') WHERE cause = 'duplicate'"},
      {"refund_not_confirmed_once",
       "UPDATE refund SET status = 'succeeded', channel_txn = 'x1' WHERE cause_key = 'charged.refund-key.none' "
       "OR (cause = 'customer' AND status = 'failed')",
       {"history_broken", "receivable_differs", "refunded_differs"}},
      {"refunds_underway_differ",
       "UPDATE entry SET account_id = (SELECT account_id FROM account WHERE code = '2150.CNY') WHERE entry_id = "
       "(SELECT max(e.entry_id) FROM entry e JOIN voucher v USING (voucher_id) WHERE v.kind = 'refund' AND "
       "v.attempt_id IS NULL "
       "AND v.business_key NOT LIKE '%.confirmed')",
       {"balance_drift", "entry_does_not_follow", "entry_thread_broken", "posting_breaks_its_rule"}},
      {"money_to_return_differs",
       "UPDATE refund SET status = 'dispatched' WHERE cause = 'duplicate'",
       {"refunds_underway_differ"}},
      {"refund_owed_and_refused", "UPDATE refund SET status = 'failed' WHERE cause = 'duplicate'"},
      {"receivable_differs",
       "UPDATE attempt SET channel = 'elsewhere' WHERE order_id = " ORDER("charged"),
       {"reference_broken"}},
      {"posting_breaks_its_rule",
       "UPDATE entry SET account_id = (SELECT account_id FROM account WHERE code = '5300.CNY') WHERE entry_id = "
       "(SELECT max(e.entry_id) FROM entry e JOIN voucher v USING (voucher_id) WHERE v.kind = 'transfer')",
       {"balance_drift", "entry_thread_broken"}},
      {"reversal_no_mirror", "UPDATE voucher SET reason = NULL WHERE kind = 'reversal'"},
      {"dispute_differs",
       "UPDATE dispute SET amount = amount + 1, excess = excess + 1 WHERE reference = 'dp-1'",
       {"charged_back_differs"}},
      {"charged_back_differs", "UPDATE orders SET charged_back = 1 WHERE order_no = 'balance'"},
      {"order_paid_back_twice",
       "UPDATE orders SET charged_back = captured WHERE order_no = 'charged'",
       {"charged_back_differs"}},
      {"payouts_differ", "UPDATE payout SET amount = amount + 1"},
      {"suspense_differs", "UPDATE suspense SET amount = amount + 1 WHERE status = 'open'"},
      {"prepayments_differ",
       "UPDATE orders SET status = 'paid', version = 3 WHERE order_no = 'sold'",
       {"event_beyond_order", "history_broken"}},
      {"key_stuck", "UPDATE idempotency_key SET state = 'in_progress', lease_until_ns = 5 WHERE key = 'k-unknown'"},
      {"key_without_effect",
       "UPDATE idempotency_key SET answer = replace(answer, 'PAY-', 'PAX-') WHERE key = 'k-balance'",
       {"effect_without_key"}},
      {"key_names_nothing", "UPDATE idempotency_key SET attempt_id = 9000 WHERE key = 'k-charged'"},
      {"hold_differs",
       "UPDATE entry SET side = iif(side = 'debit', 'credit', 'debit') WHERE voucher_id = (SELECT voucher_id FROM "
       "voucher WHERE business_key = 'held.authorise.1')",
       {"balance_drift", "entry_does_not_follow", "posting_breaks_its_rule"},
       true},
      {"capture_not_booked_once",
       "UPDATE voucher SET operation_id = NULL WHERE business_key = 'spent.pay.1'",
       {},
       true},
      {"capture_beyond_hold",
       "UPDATE attempt SET captured = 0 WHERE order_id = " ORDER("taken"),
       {"hold_differs", "receivable_differs"},
       true},
      {"unknown_not_scheduled", "UPDATE attempt SET next_query_at_ns = NULL WHERE order_id = " ORDER("unknown")},
      {"contradiction_open", "UPDATE attempt SET needs_review = 1 WHERE order_id = " ORDER("charged")},
      {"hold_past_end", "UPDATE attempt SET hold_until_ns = 1 WHERE order_id = " ORDER("held"), {}, true},
      {"reservation_differs", SHELF(5, 1)},
      {"stock_differs", SHELF(5, 0) "UPDATE stock SET on_hand = 6"},
      {"stock_oversold", SHELF(0, 1) LINE_OF("open", "amount_due") HELD("open")},
      {"reservation_of_ended_order", SHELF(5, 1) LINE_OF("cancelled", "amount_due") HELD("cancelled")},
      {"order_lines_differ", SHELF(5, 0) LINE_OF("open", "1")},
      {"coupon_over_issued",
       "DROP INDEX coupon_use_once_a_buyer; INSERT INTO coupon VALUES (1, 'ONE', NULL, NULL, 10, 1, 2, 3, 1, 1);"
       "INSERT INTO coupon_use SELECT order_id, 1, buyer_id, order_id, 0, 'used', 1, 1 FROM orders "
       "WHERE order_no IN ('open', 'balance')"},
      {"coupon_counted_wrong", "INSERT INTO coupon VALUES (1, 'ONE', NULL, NULL, 10, 5, 2, 3, 1, 1)"},
      {"effect_without_key", "DELETE FROM idempotency_key WHERE key = 'k-balance'"},
      {"token_without_work",
       "INSERT INTO token (digest, tenant, verb, target, issued_at_ns, issued_on, issued_boot_ns, ttl_ns, used_by, "
       "used_at_ns, keep_until_ns) VALUES (zeroblob(32), 'main', 'pay', 'balance', 1, 'm', 1, 1, zeroblob(16), 1, 1)"},
      {"lease_fence_fell",
       "INSERT INTO lease (name, fence, renewals, beats, owner, ttl_ns, host, boot, boot_until_ns, until_ns, "
       "acquired_at_ns) VALUES ('job', 1, 5, 9, 'a', 1, 'h', 'b', 1, 1, 1)"},
  };
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

}  // namespace

TEST_CASE("each law is broken and reported by its name, and by no surprising other") {
  for (const Case& one : cases()) {
    CAPTURE(one.law);
    Shop shop;
    one.holds ? live_with_holds(shop) : live(shop);
    REQUIRE(broken(report_of(shop)) == std::vector<std::string>{});
    tamper(shop, one.sql);
    std::vector<std::string> expected = one.also;
    expected.emplace_back(one.law);
    std::sort(expected.begin(), expected.end());
    CHECK(joined(broken(report_of(shop))) == joined(expected));
  }
}

TEST_CASE("no law is without a case that breaks it") {
  std::set<std::string_view> tried;
  for (const Case& one : cases()) tried.insert(one.law);
  for (const Check& law : all_checks()) {
    CAPTURE(law.name);
    CHECK(tried.contains(law.name));
  }
}
