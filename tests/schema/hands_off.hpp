#pragma once

#include <array>
#include <string_view>

namespace payonce::test {

/// What a hand could try on a ledger that live() has filled. Each of these must be refused, whoever writes it: in a stock shell,
/// and by the rules of the schema alone through a connection of our own.
inline constexpr auto hands_on = std::to_array<std::string_view>({
    // the book
    "UPDATE voucher SET business_key = 'other' WHERE voucher_id = 1",
    "UPDATE voucher SET recorded_at_ns = recorded_at_ns + 1 WHERE voucher_id = 2",
    "UPDATE voucher SET hash = zeroblob(32)",
    "UPDATE OR REPLACE voucher SET voucher_id = 1 WHERE voucher_id = 2",
    "UPDATE OR IGNORE voucher SET order_id = NULL",
    "DELETE FROM voucher WHERE voucher_id = (SELECT max(voucher_id) FROM voucher)",
    "DELETE FROM voucher",
    "REPLACE INTO voucher (voucher_id, kind, series, seq, business_key, business_date, recorded_at_ns, line_count, "
    "previous_hash, hash) SELECT voucher_id, kind, series, seq, business_key, business_date, recorded_at_ns, "
    "line_count, "
    "previous_hash, hash FROM voucher WHERE voucher_id = 1",
    "INSERT INTO voucher (voucher_id, kind, series, seq, business_key, business_date, recorded_at_ns, line_count, "
    "previous_hash, hash) SELECT voucher_id + 1, 'topup', series, seq + 1, 'new', business_date, recorded_at_ns, 2, "
    "hash, "
    "hash FROM voucher ORDER BY voucher_id DESC LIMIT 1",
    "INSERT OR IGNORE INTO voucher (voucher_id, kind, series, seq, business_key, business_date, recorded_at_ns, "
    "line_count, "
    "previous_hash, hash) SELECT 9000, 'topup', series, 9000, 'new', business_date, recorded_at_ns, 2, hash, hash FROM "
    "voucher WHERE voucher_id = 1",
    "UPDATE entry SET amount = amount + 1 WHERE entry_id = (SELECT min(entry_id) FROM entry)",
    "UPDATE entry SET side = iif(side = 'debit', 'credit', 'debit')",
    "UPDATE OR REPLACE entry SET entry_id = 65537 WHERE entry_id = 65538",
    "DELETE FROM entry WHERE entry_id = (SELECT max(entry_id) FROM entry)",
    "REPLACE INTO entry (entry_id, voucher_id, account_id, currency, side, amount, account_version, debits_after, "
    "credits_after) SELECT entry_id, voucher_id, account_id, currency, side, amount + 1, account_version, "
    "debits_after, "
    "credits_after FROM entry LIMIT 1",
    // a line that follows from its account, and comes too late for its voucher
    "INSERT INTO entry (entry_id, voucher_id, account_id, currency, side, amount, account_version, debits_after, "
    "credits_after) SELECT 65536 + 3, 1, account_id, currency, 'debit', 1, version + 1, debits + 1, credits FROM "
    "balance JOIN "
    "account USING (account_id) WHERE code = '1100.CNY'",
    "INSERT INTO entry (entry_id, voucher_id, account_id, currency, side, amount, account_version, debits_after, "
    "credits_after) SELECT 65536 * 9000 + 1, 9000, account_id, currency, 'debit', 1, version + 1, debits + 1, credits "
    "FROM "
    "balance JOIN account USING (account_id) WHERE code = '1100.CNY'",
    "INSERT INTO entry (entry_id, voucher_id, account_id, currency, side, amount, account_version, debits_after, "
    "credits_after) VALUES (65536 * 9000 + 1, 9000, 1, 'CNY', 'debit', -5, 1, -5, 0)",
    // a line that would follow, and does not name the line before it
    "INSERT INTO entry (entry_id, voucher_id, account_id, currency, side, amount, account_version, debits_after, "
    "credits_after, previous_entry_id) SELECT 65536 * ((SELECT max(voucher_id) FROM voucher) + 1) + 1, "
    "(SELECT max(voucher_id) FROM voucher) + 1, account_id, currency, 'debit', 1, version + 1, debits + 1, credits, "
    "65537 "
    "FROM balance JOIN account USING (account_id) WHERE code = 'shop'",
    // periods and checkpoints
    "INSERT INTO period VALUES ('2020-01-01', '2020-01-31', 'open', 1, 0, NULL, (SELECT max(voucher_id) FROM voucher), "
    "'x', NULL, 0)",
    "INSERT INTO period VALUES ('2020-01-01', '2020-01-31', 'closed', 1, 0, zeroblob(32), 0, 'x', NULL, 0)",
    "INSERT INTO period_step VALUES ('2020-01-01', 1, '2020-01-31', 'closed', 0, zeroblob(32), 0, 'x', NULL, 0)",
    "INSERT INTO checkpoint VALUES (1, (SELECT max(voucher_id) FROM voucher), zeroblob(32), 0)",
    "INSERT INTO checkpoint SELECT 1, voucher_id, hash, 0 FROM voucher WHERE voucher_id = 1",
    "UPDATE balance SET credits = credits + 100, version = version + 1",
    "UPDATE balance SET debits = 0, credits = 0",
    "UPDATE balance SET version = version + 1, last_entry_id = 65537",
    "DELETE FROM balance",
    "REPLACE INTO balance (account_id, debits, credits, version) SELECT account_id, 0, 0, 0 FROM balance LIMIT 1",
    "REPLACE INTO balance (account_id) SELECT account_id FROM balance LIMIT 1",
    "INSERT INTO balance (account_id, credits) VALUES (9000, 100)",
    "INSERT INTO balance (account_id) VALUES (9001)",
    "INSERT INTO balance (account_id) SELECT account_id FROM balance WHERE true ON CONFLICT (account_id) DO UPDATE SET "
    "credits = 5",
    "UPDATE series SET next = next + 1",
    "UPDATE series SET next = 1",
    "UPDATE series SET series = 'XXX-2026' WHERE series LIKE 'PAY%'",
    "DELETE FROM series",
    "REPLACE INTO series (series, next) SELECT series, 1 FROM series LIMIT 1",
    "INSERT INTO series (series, next) VALUES ('ZZZ-2026', 7)",
    "UPDATE awaited SET voucher_id = NULL",
    "UPDATE awaited SET voucher_id = 1",
    "UPDATE awaited SET voucher_id = voucher_id + 1",
    "UPDATE awaited SET only_row = 2",
    "DELETE FROM awaited",
    "INSERT INTO awaited (only_row) VALUES (2)",
    "REPLACE INTO awaited (only_row, voucher_id) VALUES (1, 1)",
    // accounts, currencies, the file itself
    "UPDATE account SET currency = 'JPY' WHERE code = 'alice'",
    "UPDATE account SET class = 'asset' WHERE code = 'alice'",
    "UPDATE account SET code = 'mallory' WHERE code = 'alice'",
    "UPDATE OR REPLACE account SET code = 'bob' WHERE code = 'alice'",
    "DELETE FROM account WHERE code = 'alice'",
    "REPLACE INTO account (account_id, code, class, currency, opened_at_ns) SELECT account_id, code, class, currency, "
    "0 FROM "
    "account WHERE code = 'alice'",
    "UPDATE currency SET exponent = 0 WHERE code = 'CNY'",
    "DELETE FROM currency",
    "REPLACE INTO currency (code, exponent) VALUES ('CNY', 4)",
    "UPDATE meta SET ledger_id = 'aaaabbbbcccc'",
    "UPDATE meta SET secret = zeroblob(32)",
    "UPDATE meta SET latest_ns = latest_ns - 1",
    "DELETE FROM meta",
    "REPLACE INTO meta SELECT * FROM meta",
    "DELETE FROM setting",
    "INSERT INTO legal_step VALUES ('order', 'cancelled', 'paid')",
    "UPDATE legal_step SET to_status = 'paid' WHERE to_status = 'cancelled'",
    "DELETE FROM legal_step",
    "REPLACE INTO legal_step SELECT * FROM legal_step",
    // orders
    "UPDATE orders SET status = 'fulfilled', version = version + 1 WHERE order_no = 'open'",
    "UPDATE orders SET status = 'paid', version = version + 1, captured = amount_due, settled_by = 1 WHERE order_no = "
    "'open'",
    "UPDATE orders SET status = 'paid', version = version + 1, captured = amount_due, settled_by = (SELECT "
    "max(voucher_id) + 1 "
    "FROM voucher) WHERE order_no = 'open'",
    "UPDATE orders SET captured = captured + 1, version = version + 1 WHERE order_no = 'balance'",
    "UPDATE orders SET status = 'cancelled' WHERE order_no = 'open'",
    "UPDATE orders SET status = 'paying', version = version + 2 WHERE order_no = 'open'",
    "UPDATE orders SET status = 'created', version = version + 1 WHERE order_no = 'cancelled'",
    "UPDATE orders SET amount_due = 1, version = version + 1 WHERE order_no = 'open'",
    "UPDATE orders SET refunded = captured, version = version + 1 WHERE order_no = 'balance'",
    "UPDATE orders SET refund_reserved = captured + 1, version = version + 1 WHERE order_no = 'balance'",
    "UPDATE orders SET refunded = 0, version = version + 1 WHERE order_no = 'shipped'",
    "DELETE FROM orders WHERE order_no = 'open'",
    "REPLACE INTO orders (order_id, order_no, buyer_id, payee_id, currency, amount_due, created_at_ns, changed_at_ns) "
    "SELECT "
    "order_id, order_no, buyer_id, payee_id, currency, 1, 0, 0 FROM orders WHERE order_no = 'balance'",
    // attempts and refunds
    "UPDATE attempt SET status = 'unknown', version = version + 1 WHERE status = 'succeeded'",
    "UPDATE attempt SET amount = 1, version = version + 1",
    "DELETE FROM attempt",
    "REPLACE INTO attempt (order_id, n, channel, reference, amount, currency, holder, dispatched_at_ns, changed_at_ns) "
    "SELECT "
    "order_id, n, channel, reference, 1, currency, holder, 0, 0 FROM attempt WHERE role = 'settles'",
    "UPDATE refund SET amount = amount - 1, version = version + 1",
    "UPDATE refund SET status = 'requested', version = version + 1 WHERE status = 'succeeded'",
    "DELETE FROM refund",
    // keys
    "UPDATE idempotency_key SET answer = replace(answer, 'paid', 'declined') WHERE state = 'done'",
    "UPDATE idempotency_key SET outcome = 'declined' WHERE state = 'done'",
    "UPDATE idempotency_key SET state = 'tombstone', answer = NULL WHERE state = 'done'",
    "DELETE FROM idempotency_key WHERE state = 'done'",
    "DELETE FROM channel",
});

}  // namespace payonce::test
