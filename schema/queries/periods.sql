-- Days whose books are done.

-- name: period_of_day
-- The period that began last before a day: the only one that can cover it, since periods share none.
SELECT first_day, last_day, state FROM period WHERE first_day <= :day ORDER BY first_day DESC LIMIT 1;

-- name: period
-- One period by its first day.
SELECT first_day, last_day, state, version, vouchers, seal, last_voucher_id, actor, reason, changed_at_ns
FROM period WHERE first_day = :first_day;

-- name: periods
-- All of them, in the order of their days.
SELECT first_day, last_day, state, version, vouchers, seal, last_voucher_id, actor, reason, changed_at_ns
FROM period ORDER BY first_day;

-- name: overlapping
-- Another period that shares a day with these.
SELECT first_day, last_day FROM period
WHERE first_day <= :last_day AND last_day >= :first_day AND NOT (first_day = :first_day AND last_day = :last_day)
ORDER BY first_day LIMIT 1;

-- name: steps
-- What became of a period, step by step.
SELECT version, state, vouchers, last_voucher_id, actor, reason, at_ns
FROM period_step WHERE first_day = :first_day ORDER BY version;

-- name: first_close
-- The first time these days are closed. Its history is written by a trigger.
INSERT INTO period (first_day, last_day, state, version, vouchers, seal, last_voucher_id, actor, reason, changed_at_ns)
VALUES (:first_day, :last_day, 'closed', 1, :vouchers, :seal, :last_voucher_id, :actor, :reason, :now_ns);

-- name: step
-- One legal step, or nothing: no row changed means that somebody else took it meanwhile.
UPDATE period SET state = :state, version = version + 1, vouchers = :vouchers, seal = :seal,
  last_voucher_id = :last_voucher_id, actor = :actor, reason = :reason, changed_at_ns = :now_ns
WHERE first_day = :first_day AND version = :version;

-- name: year_ends
-- The year ends of a day that stand, and what each carried into retained earnings.
SELECT v.number, coalesce(sum(CASE WHEN a.code GLOB '3900.*' THEN iif(e.side = 'credit', e.amount, -e.amount) END), 0),
       min(e.currency)
FROM voucher v INDEXED BY voucher_of_year_end
JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
JOIN account a ON a.account_id = e.account_id
WHERE v.kind = 'year_end' AND v.business_date = :day
  AND NOT EXISTS (SELECT 1 FROM voucher r WHERE r.reverses = v.voucher_id)
GROUP BY v.voucher_id ORDER BY v.voucher_id;

-- name: count_year_ends
-- How many were booked for a day, those taken back included.
SELECT count(*) FROM voucher WHERE kind = 'year_end' AND business_date = :day;

-- name: vouchers_recorded
-- Vouchers of a range that are dated within days: those of the days themselves lie together.
SELECT voucher_id, hash FROM voucher
WHERE voucher_id BETWEEN :first_voucher AND :last_voucher AND business_date BETWEEN :first_day AND :last_day
ORDER BY voucher_id;

-- name: vouchers_elsewhere
-- The others that are dated within these days, before or behind that range: few, by an index of their own.
SELECT voucher_id, hash FROM voucher INDEXED BY voucher_of_another_day
WHERE business_date <> date(recorded_at_ns / 1000000000, 'unixepoch')
  AND business_date BETWEEN :first_day AND :last_day
  AND voucher_id >= :from_voucher AND voucher_id <= :to_voucher
ORDER BY voucher_id;
