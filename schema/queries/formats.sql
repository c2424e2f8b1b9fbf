-- name: whose
-- Who the ledger is, and when it was made: the one row of the file itself.
SELECT ledger_id, created_at_ns FROM meta;

-- name: span
-- How many vouchers the days hold, and the first and last of those days that have any.
SELECT count(*), min(business_date), max(business_date) FROM voucher WHERE business_date BETWEEN :first AND :last;

-- name: currencies
-- Every currency of the file, by code: written in the same order each time.
SELECT code FROM currency ORDER BY code;

-- name: accounts
-- Every account by its code, walked along the unique index.
SELECT code, class, currency FROM account ORDER BY code;

-- name: vouchers
-- The vouchers of some days in the order in which they were booked, with the names that people know their order, attempt and
-- refund by. One walk along the primary key: a row is handed on before the next is read, and nothing is sorted.
SELECT v.voucher_id, v.number, v.kind, v.business_key, v.business_date, v.recorded_at_ns, v.reason, v.previous_hash, v.hash,
  o.order_no, a.n, r.cause_key, coalesce(r.channel, a.channel), coalesce(r.reference, a.reference)
FROM voucher v
LEFT JOIN orders o ON o.order_id = v.order_id
LEFT JOIN refund r ON r.refund_id = v.refund_id
LEFT JOIN attempt a ON a.attempt_id = coalesce(v.attempt_id, r.attempt_id)
WHERE v.business_date BETWEEN :first AND :last
ORDER BY v.voucher_id;

-- name: lines
-- The lines of one voucher: they lie together in the primary key.
SELECT a.code, a.class, e.currency, e.side, e.amount
FROM entry e JOIN account a ON a.account_id = e.account_id
WHERE e.entry_id BETWEEN :voucher_id * 65536 + 1 AND :voucher_id * 65536 + 65535 ORDER BY e.entry_id;

-- name: balances_before
-- Where every account stood before a day, from its lines alone. Memory grows with the accounts and not with the lines.
SELECT a.code, a.class, a.currency, s.net
FROM (SELECT e.account_id, sum(iif(e.side = 'debit', e.amount, -e.amount)) AS net
      FROM voucher v JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
      WHERE v.business_date < :day GROUP BY e.account_id) s
JOIN account a ON a.account_id = s.account_id
ORDER BY a.code;

-- name: balances
-- Where every account that has lines stands now: the ledger's own balances, which the lines that are written must come to.
SELECT a.code, a.class, a.currency, b.debits - b.credits
FROM account a JOIN balance b ON b.account_id = a.account_id
WHERE b.version > 0 ORDER BY a.code;
