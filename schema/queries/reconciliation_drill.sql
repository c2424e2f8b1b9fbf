-- From a break down to everything that stands behind it, the pairs of a run as a file, and what may belong together. Only reads.

-- name: line
-- A line as its file has it, every field.
SELECT movement, kind, standing, status, currency, gross, fee, our_id, channel_id, parent_id, of_account, account, day, at
FROM statement_line WHERE line_id = :line_id;

-- name: item
-- Our side of it, and whose voucher that is.
SELECT i.movement, i.currency, i.amount, i.our_id, i.channel_id, i.order_no, i.day, v.number, v.order_id, v.attempt_id, v.refund_id,
       v.operation_id
FROM item i JOIN voucher v ON v.voucher_id = i.item_id WHERE i.item_id = :item_id;

-- name: order_by_their_number
-- The order of ours that a channel's number was given to; each is looked up in its unique index.
SELECT order_id FROM attempt WHERE channel = :channel AND channel_txn = :channel_id
UNION ALL
SELECT a.order_id FROM operation p JOIN attempt a ON a.attempt_id = p.attempt_id WHERE p.channel = :channel AND p.channel_txn = :channel_id
UNION ALL
SELECT order_id FROM refund WHERE channel = :channel AND channel_txn = :channel_id
LIMIT 1;

-- name: runs_of
-- How it stood whenever it was looked at, the latest first. run_break is found run by run, so that its key is enough.
SELECT r.run_id, r.as_of, r.at_ns, s.state, s.remaining, s.ours, s.theirs, count(*) OVER ()
FROM run r CROSS JOIN run_break s ON s.run_id = r.run_id AND s.break_id = :break_id
WHERE r.channel = :channel AND r.run_id >= :first_run ORDER BY r.run_id DESC LIMIT :at_most;

-- name: fee_lines
-- The lines whose fees a break of a whole day is about, and what is booked of each.
SELECT l.channel_id, l.our_id, l.gross, l.fee, coalesce(v.number, ''), coalesce(i.amount, 0), count(*) OVER ()
FROM statement_line l
LEFT JOIN pairing p ON p.line_id = l.line_id AND p.part = 'fee' AND p.ended_by IS NULL
LEFT JOIN item i ON i.item_id = p.item_id
LEFT JOIN voucher v ON v.voucher_id = p.item_id
WHERE l.channel = :channel AND l.day = :day AND l.currency = :currency AND l.standing = 'settled' AND (l.fee <> 0 OR l.fee_rest <> 0)
ORDER BY i.item_id IS NOT NULL, l.line_id LIMIT :at_most;

-- name: fix_vouchers
-- What the fixes of a break have booked, and what became of what they parked: the facts of one suspense lie together in their index,
-- since '/' comes behind '.'.
SELECT v.number FROM voucher v WHERE v.voucher_id IN (
  SELECT i.item_id FROM fix f
  CROSS JOIN item i ON i.channel = :channel AND i.channel_id = f.reference AND i.channel_id <> ''
  CROSS JOIN pairing p ON p.item_id = i.item_id AND p.part = 'fix' AND p.ended_by IS NULL
  WHERE f.break_id = :break_id AND f.approved_by IS NOT NULL
  UNION ALL
  SELECT s.voucher_id FROM fix f
  CROSS JOIN voucher s ON s.business_key > 'suspense:' || :channel || ':' || f.reference || '.'
    AND s.business_key < 'suspense:' || :channel || ':' || f.reference || '/'
  WHERE f.break_id = :break_id AND f.approved_by IS NOT NULL AND f.action IN ('park', 'write_off'))
ORDER BY v.voucher_id LIMIT :at_most;

-- name: pairs_behind
-- Every pair that either side was ever in, and those of the order it leads to: so of two lines for one payment of ours the one that took
-- it is told as well. What was taken apart stands in an index of its own, which is small.
SELECT p.part, p.pass, p.run_id, coalesce(p.actor, ''), coalesce(p.reason, ''), coalesce(p.ended_by, ''), coalesce(p.ended_why, ''),
       coalesce(l.channel_id, ''), coalesce(l.day, ''), coalesce(s.name, ''), coalesce(l.file_line, 0), v.number, count(*) OVER ()
FROM pairing p JOIN voucher v ON v.voucher_id = p.item_id
LEFT JOIN statement_line l ON l.line_id = p.line_id
LEFT JOIN statement s ON s.statement_id = l.statement_id
WHERE p.pairing_id IN (
  SELECT pairing_id FROM pairing WHERE line_id = :line_id AND ended_by IS NULL AND part = 'whole'
  UNION ALL SELECT pairing_id FROM pairing WHERE line_id = :line_id AND ended_by IS NULL AND part = 'fee'
  UNION ALL SELECT pairing_id FROM pairing WHERE ended_by IS NOT NULL AND (line_id = :line_id OR item_id = :item_id)
  UNION ALL SELECT pairing_id FROM pairing WHERE item_id = :item_id AND ended_by IS NULL
  UNION ALL SELECT t.pairing_id FROM item i CROSS JOIN pairing t ON t.item_id = i.item_id AND t.ended_by IS NULL
    WHERE i.channel = :channel AND i.order_no = :order_no AND i.order_no <> '')
ORDER BY p.pairing_id LIMIT :at_most;

-- name: pairs_of_run
-- Every pair that was made for a run: by its passes, or by hand since the run before. A pair that was taken apart since was made all
-- the same. The pairings of a run lie together, since their numbers rise and a run says how far they had come.
SELECT p.part, p.pass, coalesce(p.actor, ''), coalesce(p.reason, ''), coalesce(l.key, ''), coalesce(l.nth, 0),
       coalesce(nullif(l.channel_id, ''), i.channel_id), i.our_id, i.order_no, v.number, i.movement,
       coalesce(l.currency, ''), CASE WHEN l.standing <> 'settled' THEN 0 WHEN p.part = 'fee' THEN -l.fee ELSE l.gross END,
       coalesce(l.day, ''), i.currency, i.amount, i.day
FROM run r
CROSS JOIN pairing p ON p.pairing_id <= r.last_pairing_id
  AND p.pairing_id > coalesce((SELECT b.last_pairing_id FROM run b WHERE b.run_id = r.previous_run_id), 0)
CROSS JOIN item i ON i.item_id = p.item_id AND i.channel = r.channel
CROSS JOIN voucher v ON v.voucher_id = p.item_id
LEFT JOIN statement_line l ON l.line_id = p.line_id
WHERE r.run_id = :run_id ORDER BY p.pairing_id;

-- name: period_of_run
-- From the day behind the last run that ended earlier, or the first that any statement told; to the end of its own, in the zone of
-- the statement that was the latest then. All of it was known when the run was made. And whose books they are.
SELECT coalesce((SELECT date(max(b.as_of), '+1 day') FROM run b WHERE b.channel = r.channel AND b.run_id < r.run_id AND b.as_of < r.as_of),
                (SELECT min(s.first_day) FROM statement s WHERE s.channel = r.channel AND s.statement_id <= r.last_statement_id
                 AND s.first_day <= r.as_of)),
       z.zone_minutes, date(r.as_of, '+1 day', (-z.zone_minutes) || ' minutes') || 'T' || time(r.as_of, (-z.zone_minutes) || ' minutes') || 'Z',
       (SELECT ledger_id FROM meta)
FROM run r LEFT JOIN statement z ON z.statement_id = (
  SELECT max(statement_id) FROM statement s WHERE s.channel = r.channel AND s.statement_id <= r.last_statement_id)
WHERE r.run_id = :run_id;

-- name: suggestions
-- What stands alone on both sides and may belong together: the same amount a few days apart, or the same number with other facts.
-- Only over what is open. First it is asked which lines have any candidate, by sets of the amounts, days and numbers there are; and
-- of one amount and day no more items are looked at than can be told, and one. So a hundred thousand equal amounts on both sides
-- cost as many looks, and not their square. What a person took apart is left out.
WITH alone AS MATERIALIZED (
  SELECT break_id, line_id, item_id FROM break
  WHERE channel = :channel AND closed_run IS NULL AND (line_id IS NULL) <> (item_id IS NULL)
    -- Of these it is known already whose they are.
    AND code NOT IN ('status_lag', 'wrong_account')),
theirs AS MATERIALIZED (
  SELECT b.break_id, l.line_id, l.movement, l.currency, l.gross, l.day, l.our_id, l.channel_id
  FROM alone b CROSS JOIN statement_line l ON l.line_id = b.line_id
  CROSS JOIN pending w ON w.channel = :channel AND w.side = 'line' AND w.id = l.line_id
  WHERE :line_break = '' OR b.break_id = :line_break),
ours AS MATERIALIZED (
  SELECT i.item_id, coalesce(b.break_id, '') AS break_id, i.movement, i.currency, i.amount, i.day, i.our_id, i.channel_id, i.order_no
  FROM pending w CROSS JOIN item i ON i.item_id = w.id LEFT JOIN alone b ON b.item_id = i.item_id
  WHERE w.channel = :channel AND w.side = 'item' AND (:item_id = 0 OR i.item_id = :item_id)),
apart (days) AS (VALUES ('-3 day'), ('-2 day'), ('-1 day'), ('+0 day'), ('+1 day'), ('+2 day'), ('+3 day')),
hopeful AS MATERIALIZED (
  SELECT t.*, count(*) OVER () AS of_all FROM theirs t
  WHERE (t.movement, t.currency, t.gross, t.day) IN (
          SELECT o.movement, o.currency, o.amount, date(o.day, a.days)
          FROM (SELECT DISTINCT movement, currency, amount, day FROM ours) o CROSS JOIN apart a)
     OR (t.our_id <> '' AND (t.our_id IN (SELECT our_id FROM ours) OR t.our_id IN (SELECT order_no FROM ours)))
     OR (t.channel_id <> '' AND t.channel_id IN (SELECT channel_id FROM ours))
  ORDER BY t.day, t.break_id LIMIT :at_most),
near AS MATERIALIZED (
  SELECT item_id, movement, currency, amount, day FROM (
    SELECT *, row_number() OVER (PARTITION BY movement, currency, amount, day ORDER BY item_id) AS nth FROM ours
    WHERE (movement, currency, amount) IN (SELECT movement, currency, gross FROM hopeful))
  WHERE nth <= :a_line + 1),
pair (line_id, item_id, same_number) AS (
  SELECT line_id, item_id, max(same_number) FROM (
    SELECT t.line_id, o.item_id, 0 AS same_number FROM hopeful t
    JOIN near o ON o.amount = t.gross AND o.movement = t.movement AND o.currency = t.currency
    WHERE o.day BETWEEN date(t.day, '-3 day') AND date(t.day, '+3 day')
    UNION ALL SELECT t.line_id, o.item_id, 1 FROM hopeful t JOIN ours o ON o.our_id = t.our_id WHERE t.our_id <> ''
    UNION ALL SELECT t.line_id, o.item_id, 1 FROM hopeful t JOIN ours o ON o.order_no = t.our_id WHERE t.our_id <> ''
    UNION ALL SELECT t.line_id, o.item_id, 1 FROM hopeful t JOIN ours o ON o.channel_id = t.channel_id WHERE t.channel_id <> '')
  GROUP BY line_id, item_id),
ranked AS (
  SELECT t.break_id AS line_break, t.channel_id, t.our_id, t.day AS line_day, t.movement, t.currency AS line_currency, t.gross, t.of_all,
         o.item_id, o.break_id AS item_break, o.order_no, o.day AS item_day, o.movement AS item_movement, o.currency, o.amount,
         p.same_number,
         row_number() OVER (PARTITION BY p.line_id ORDER BY p.same_number DESC, o.day = t.day DESC,
                            o.day BETWEEN date(t.day, '-1 day') AND date(t.day, '+1 day') DESC, p.item_id) AS n,
         count(*) OVER (PARTITION BY p.line_id) AS of_line
  FROM pair p JOIN hopeful t ON t.line_id = p.line_id JOIN ours o ON o.item_id = p.item_id
  WHERE NOT EXISTS (SELECT 1 FROM pairing x WHERE x.line_id = p.line_id AND x.item_id = p.item_id AND x.ended_by IS NOT NULL))
SELECT r.line_break, r.channel_id, r.our_id, r.line_day, r.movement, r.line_currency, r.gross, r.item_break, v.number, r.order_no,
       r.item_day, r.item_movement, r.currency, r.amount, r.same_number, r.of_line, r.of_all
FROM ranked r JOIN voucher v ON v.voucher_id = r.item_id
WHERE r.n <= :a_line ORDER BY r.line_day, r.line_break, r.n;

-- name: alone_by_number
-- A voucher that stands alone, whether or not that is a break yet.
SELECT i.item_id, i.channel FROM voucher v JOIN item i ON i.item_id = v.voucher_id
JOIN pending w ON w.channel = i.channel AND w.side = 'item' AND w.id = i.item_id
WHERE v.series = substr(:number, 1, 8) AND v.seq = CAST(substr(:number, 10) AS INTEGER) AND v.number = :number;
