-- name: account_by_code
-- The account and where it stands. Both rows are made together, so one cannot be there without the other.
SELECT a.account_id, a.code, a.class, a.currency, a.limit_rule, a.closed_at_ns, b.debits, b.credits, b.version
FROM account a JOIN balance b ON b.account_id = a.account_id
WHERE a.code = :code;

-- name: account_by_id
-- The same by its number, as orders and entries name it.
SELECT a.account_id, a.code, a.class, a.currency, a.limit_rule, a.closed_at_ns, b.debits, b.credits, b.version
FROM account a JOIN balance b ON b.account_id = a.account_id
WHERE a.account_id = :account_id;

-- name: insert_account
-- Its empty balance is made by a trigger. The code is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO account (code, class, currency, limit_rule, opened_at_ns)
VALUES (:code, :kind, :currency, :limit_rule, :now_ns);

-- name: has_currency
-- Whether the file knows the currency already.
SELECT 1 FROM currency WHERE code = :code;

-- name: insert_currency
-- The digits of a currency are written with its first account and never change.
INSERT INTO currency (code, exponent) VALUES (:code, :exponent);

-- name: last_voucher
-- The end of the chain: one step down the primary key.
SELECT voucher_id, hash, recorded_at_ns FROM voucher ORDER BY voucher_id DESC LIMIT 1;

-- name: voucher_time
-- When one voucher was recorded. Times never fall along the chain, so that a time can be searched for by halves.
SELECT recorded_at_ns FROM voucher WHERE voucher_id = :voucher_id;

-- name: series_next
-- The number the next voucher of this series takes. The writer's lock makes it ours until commit.
SELECT next FROM series WHERE series = :series;

-- name: insert_series
-- The first voucher of a kind in a year opens its series.
INSERT INTO series (series) VALUES (:series);

-- name: insert_entry
-- Before its voucher: the foreign key is deferred to the commit, and triggers check that the line follows from its account, and
-- names the line before it there.
INSERT INTO entry (entry_id, voucher_id, account_id, currency, side, amount, account_version, debits_after, credits_after,
                   previous_entry_id)
VALUES (:entry_id, :voucher_id, :account_id, :currency, :side, :amount, :account_version, :debits_after, :credits_after,
        (SELECT last_entry_id FROM balance WHERE account_id = :account_id));

-- name: insert_voucher
-- Last: a trigger checks that the lines are all there and balance, and seals them.
INSERT INTO voucher (voucher_id, kind, series, seq, business_key, order_id, attempt_id, refund_id, business_date,
                     recorded_at_ns, reason, operation_id, dispute_id, reverses, actor, seal_version, line_count,
                     previous_hash, hash)
VALUES (:voucher_id, :kind, :series, :seq, :business_key, :order_id, :attempt_id, :refund_id, :business_date,
        :recorded_at_ns, :reason, :operation_id, :dispute_id, :reverses, :actor, :seal_version, :line_count,
        :previous_hash, :hash);

-- name: accounts
-- Every account with its balance, for lists and the trial balance.
SELECT a.account_id, a.code, a.class, a.currency, a.limit_rule, a.closed_at_ns, b.debits, b.credits, b.version
FROM account a JOIN balance b ON b.account_id = a.account_id
ORDER BY a.currency, a.code;

-- name: vouchers
-- The journal from its newest end: at most so many, below a voucher already shown.
SELECT voucher_id, number, kind, business_key, business_date, recorded_at_ns, reason
FROM voucher WHERE voucher_id < :before ORDER BY voucher_id DESC LIMIT :at_most;

-- name: voucher_by_number
-- One voucher by the number people read.
SELECT voucher_id, number, kind, business_key, business_date, recorded_at_ns, reason
FROM voucher WHERE series = :series AND seq = :seq;

-- name: entries_of
-- The lines of one voucher: they lie together in the primary key.
SELECT e.line, a.code, e.currency, e.side, e.amount
FROM entry e JOIN account a ON a.account_id = e.account_id
WHERE e.entry_id BETWEEN :first AND :last ORDER BY e.entry_id;

-- name: count_vouchers
-- How many vouchers stand in the book, and how many of them belong to one order (none where the order is not given).
SELECT count(*), count(*) FILTER (WHERE order_id = :order_id) FROM voucher;

-- name: vouchers_of_account
-- What touched one account, newest first: the lines are walked from their newest end until there are enough.
SELECT DISTINCT v.voucher_id, v.number, v.kind, v.business_key, v.business_date, v.recorded_at_ns, v.reason
FROM entry e JOIN voucher v ON v.voucher_id = e.voucher_id
WHERE e.account_id = :account_id ORDER BY e.entry_id DESC LIMIT :at_most;

-- name: vouchers_of_order_newest
-- What was booked for one order, its end first.
SELECT voucher_id, number, kind, business_key, business_date, recorded_at_ns, reason
FROM voucher WHERE order_id = :order_id ORDER BY voucher_id DESC LIMIT :at_most;

-- name: lines_of
-- The lines of one voucher as they are stored, to be compared with what is asked for under the same fact.
SELECT account_id, side, amount FROM entry
WHERE entry_id BETWEEN :voucher_id * 65536 + 1 AND :voucher_id * 65536 + 65535 ORDER BY entry_id;

-- name: to_reverse
-- The voucher a reversal is about. That it is reversed once is told by the business key of the reversal.
SELECT voucher_id, kind, order_id, business_date FROM voucher
WHERE series = substr(:number, 1, 8) AND seq = CAST(substr(:number, 10) AS INTEGER) AND number = :number;

-- name: entries_as_stored
-- The lines of one voucher with their currencies, to be mirrored.
SELECT account_id, side, amount, currency FROM entry
WHERE entry_id BETWEEN :voucher_id * 65536 + 1 AND :voucher_id * 65536 + 65535 ORDER BY entry_id;

-- name: goods_out
-- What goods of an order cost that have left and not come back.
SELECT coalesce(sum(iif(e.side = 'debit', e.amount, -e.amount)), 0)
FROM voucher v
JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
JOIN account a ON a.account_id = e.account_id
WHERE v.order_id = :order_id AND v.kind IN ('goods', 'reversal') AND a.code GLOB '5150.*';
