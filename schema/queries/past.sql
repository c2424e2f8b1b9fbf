-- The past of the book, found along its threads and never by a walk over everything.

-- name: milestone_behind
-- The first line of an account behind a place, of every 64th that the index holds.
SELECT entry_id FROM entry
WHERE account_id = :account_id AND account_version % 64 = 0 AND entry_id > :place ORDER BY entry_id LIMIT 1;

-- name: newest_line
-- Where the walk begins when no milestone lies behind the place.
SELECT last_entry_id FROM balance WHERE account_id = :account_id;

-- name: line
-- One line, and the one before it on its account.
SELECT previous_entry_id, account_version, debits_after, credits_after, side, amount, voucher_id
FROM entry WHERE entry_id = :entry_id;

-- name: moved_out
-- Lines of vouchers that were recorded by a place and are dated behind a day: few, by an index of their own.
SELECT e.account_id, e.side, e.amount
FROM voucher v INDEXED BY voucher_of_another_day
JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
WHERE v.business_date <> date(v.recorded_at_ns / 1000000000, 'unixepoch')
  AND v.business_date > :day AND v.voucher_id <= :voucher_id;

-- name: moved_in
-- Lines of vouchers that were recorded behind a place and are dated by a day.
SELECT e.account_id, e.side, e.amount
FROM voucher v INDEXED BY voucher_of_another_day
JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
WHERE v.business_date <> date(v.recorded_at_ns / 1000000000, 'unixepoch')
  AND v.business_date <= :day AND v.voucher_id > :voucher_id;

-- name: year_end_lines
-- Lines that carried income and expense into retained earnings, or back: one voucher a year and currency.
SELECT e.account_id, e.side, e.amount, v.business_date, v.recorded_at_ns
FROM (SELECT voucher_id, business_date, recorded_at_ns FROM voucher WHERE kind = 'year_end'
      UNION ALL
      SELECT r.voucher_id, r.business_date, r.recorded_at_ns
      FROM voucher y JOIN voucher r ON r.reverses = y.voucher_id WHERE y.kind = 'year_end') v
JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535;

-- name: lines_dated_elsewhere
-- Lines of one account in vouchers dated within days and recorded outside of a range of vouchers.
SELECT e.entry_id
FROM voucher v INDEXED BY voucher_of_another_day
JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
WHERE v.business_date <> date(v.recorded_at_ns / 1000000000, 'unixepoch')
  AND v.business_date BETWEEN :first_day AND :last_day AND e.account_id = :account_id
  AND NOT (v.voucher_id BETWEEN :first_voucher AND :last_voucher)
ORDER BY e.entry_id;

-- name: voucher_head
-- What a statement says of the voucher a line belongs to.
SELECT number, kind, business_key, business_date, recorded_at_ns, reason FROM voucher WHERE voucher_id = :voucher_id;

-- name: other_accounts
-- The accounts on the other side of a voucher, each once, in the order of its lines.
SELECT a.code, min(e.entry_id) FROM entry e JOIN account a ON a.account_id = e.account_id
WHERE e.entry_id BETWEEN :voucher_id * 65536 + 1 AND :voucher_id * 65536 + 65535
  AND e.side <> :side AND e.account_id <> :account_id
GROUP BY a.account_id ORDER BY 2;
