-- The passes of a reconciliation with stored statements: each one set operation over what is open, in a fixed order. Keys are
-- joined on; amounts, days and standings are compared behind it (reconciliation.md 3, steps 4 to 6). Every pass takes a line and
-- an item once, because the indexes of pairing let nothing else in; what a person took apart no pass puts together again.
-- A plus before a column keeps its index out: what is new is found by its number, whatever the size of the history. What a statement
-- inserts into a table with triggers is held in memory until it has read everything: statements over all that is new are given
-- a part of it at a time, `behind` to `up_to`.

-- name: last_run
-- How far the last run of a channel had come.
SELECT run_id, last_line_id, last_voucher_id, last_pairing_id, as_of FROM run WHERE channel = :channel ORDER BY run_id DESC LIMIT 1;

-- name: marks
-- How far everything has come now. What people did is counted, so that it makes another run.
SELECT (SELECT coalesce(max(statement_id), 0) FROM statement WHERE channel = :channel),
       (SELECT coalesce(max(line_id), 0) FROM statement_line),
       (SELECT coalesce(max(voucher_id), 0) FROM voucher),
       (SELECT coalesce(max(pairing_id), 0) FROM pairing),
       (SELECT count(*) FROM fix) + (SELECT count(*) FROM fix WHERE approved_by IS NOT NULL)
         + (SELECT count(*) FROM fix WHERE state = 'posted') + (SELECT count(*) FROM fix WHERE state = 'withdrawn')
         + (SELECT count(*) FROM pairing WHERE run_id IS NULL) + (SELECT count(*) FROM pairing WHERE ended_by IS NOT NULL)
         + (SELECT count(*) FROM auto_rule),
       (SELECT coalesce(max(run_id), 0) + 1 FROM run);

-- name: by_key
-- The run that asked the same question, if one did.
SELECT run_id FROM run WHERE run_key = :run_key;

-- name: last_told_day
-- The last day any statement of the channel speaks of: up to there a run looks, where nobody says otherwise.
SELECT max(last_day) FROM statement WHERE channel = :channel;

-- name: zone
-- Days are the channel's own: the zone its latest statement names.
SELECT zone_minutes FROM statement WHERE channel = :channel ORDER BY statement_id DESC LIMIT 1;

-- name: extract
-- Our side: every voucher behind the mark that moved this channel's receivable, by the words a channel uses.
INSERT INTO item (item_id, channel, movement, currency, amount, our_id, channel_id, order_no, day, reverses)
SELECT v.voucher_id, :channel,
       CASE v.kind WHEN 'pay' THEN 'sale' WHEN 'capture' THEN 'sale' WHEN 'surplus' THEN 'sale' WHEN 'refund' THEN 'refund'
                   WHEN 'fee' THEN 'fee' WHEN 'dispute' THEN 'dispute' WHEN 'payout' THEN 'payout'
                   WHEN 'suspense' THEN 'suspense' ELSE 'other' END,
       e.currency, sum(iif(e.side = 'debit', e.amount, -e.amount)) AS moved,
       coalesce(r.reference, p.reference, a.reference, ''),
       coalesce(d.reference, r.channel_txn, p.channel_txn, a.channel_txn,
                CASE WHEN v.kind = 'fee' THEN substr(v.business_key, length(:channel) + 6)
                     WHEN v.kind IN ('suspense', 'payout', 'reserve') THEN
                       -- "suspense:card:REF.booked": between the channel and the last dot
                       substr(v.business_key, length(v.kind) + length(:channel) + 3,
                              length(rtrim(v.business_key, 'abcdefghijklmnopqrstuvwxyz_')) - length(v.kind) - length(:channel) - 3)
                END, ''),
       coalesce(o.order_no, ''), date(v.recorded_at_ns / 1000000000 + :zone_minutes * 60, 'unixepoch'), v.reverses
FROM voucher v
JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
JOIN account c ON c.account_id = e.account_id AND c.code = '1200.' || :channel || '.' || e.currency
LEFT JOIN attempt a ON a.attempt_id = v.attempt_id
LEFT JOIN operation p ON p.operation_id = v.operation_id
LEFT JOIN refund r ON r.refund_id = v.refund_id
LEFT JOIN dispute d ON d.dispute_id = v.dispute_id
LEFT JOIN orders o ON o.order_id = v.order_id
WHERE v.voucher_id > :behind_voucher AND v.voucher_id <= :up_to
GROUP BY v.voucher_id HAVING moved <> 0;

-- name: offset_reversals
-- A reversal and what it takes back are ours alone, where no line stands for either.
INSERT INTO pairing (item_id, part, pass, run_id)
SELECT i.item_id, 'offset', 'reversal', :run_id
FROM (SELECT n.item_id AS one, n.reverses AS other FROM item n
      WHERE n.item_id > :behind_voucher AND n.channel = :channel AND n.reverses IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM pairing t WHERE t.item_id = n.reverses AND t.ended_by IS NULL)) pair
JOIN item i ON i.item_id = pair.one OR i.item_id = pair.other
WHERE i.channel = :channel
ON CONFLICT (item_id) WHERE ended_by IS NULL DO NOTHING;

-- name: own_fixes
-- What a fix booked belongs to its break and is no movement of the channel's. The other currency of an exchange is booked under
-- the same reference with ".other" behind it.
INSERT INTO pairing (item_id, part, pass, run_id)
SELECT i.item_id, 'fix', 'fix', :run_id
FROM item i
JOIN fix f ON f.reference IN (i.channel_id, iif(i.channel_id GLOB 'break-*.other', substr(i.channel_id, 1, length(i.channel_id) - 6), ''))
  AND f.state <> 'proposed' AND f.state <> 'withdrawn'
JOIN break b ON b.break_id = f.break_id AND b.channel = :channel
WHERE i.item_id > :behind_voucher AND i.channel = :channel AND i.movement IN ('suspense', 'fee')
ON CONFLICT (item_id) WHERE ended_by IS NULL DO NOTHING;

-- name: booked_fees
-- A fee that was booked under the channel's number of the movement it was taken from.
INSERT INTO pairing (line_id, item_id, part, pass, run_id)
SELECT l.line_id, i.item_id, 'fee', 'fee', :run_id
FROM (SELECT item_id FROM item WHERE item_id > :behind_voucher AND channel = :channel
      UNION ALL SELECT id FROM pending WHERE channel = :channel AND side = 'item') w
JOIN item i ON i.item_id = w.item_id AND i.movement = 'fee'
JOIN statement_line l INDEXED BY statement_line_with_fee
  ON l.channel = :channel AND l.channel_id = i.channel_id AND l.fee <> 0 AND l.nth = 1
WHERE NOT EXISTS (SELECT 1 FROM pairing t WHERE t.item_id = i.item_id AND t.ended_by IS NULL)
  AND i.channel_id <> '' AND l.day <= :as_of AND i.day <= :as_of
ORDER BY l.day, l.line_id
ON CONFLICT (item_id) WHERE ended_by IS NULL DO NOTHING;

-- name: channel_id
-- The channel's own number, kind and currency, of the new lines: nearly everything is paired by it, and never becomes pending. A
-- new line was in no pair yet, and that an item is in one the index says. Of equal lines the first; its key has the number in it,
-- so nobody competes.
INSERT INTO pairing (line_id, item_id, part, pass, run_id)
SELECT l.line_id, i.item_id, 'whole', 'channel_id', :run_id
FROM statement_line l
CROSS JOIN item i ON i.channel = :channel AND i.channel_id = l.channel_id AND i.channel_id <> '' AND i.movement = l.movement
  AND i.currency = l.currency AND (i.amount > 0) = (l.gross > 0)
WHERE l.line_id > :behind_line AND l.line_id <= :up_to AND +l.channel = :channel AND l.channel_id <> '' AND l.nth = 1 AND l.standing = 'settled'
  AND (l.of_account = '' OR l.account = '' OR l.of_account = l.account) AND l.day <= :as_of AND i.day <= :as_of
ON CONFLICT (line_id) WHERE ended_by IS NULL AND part = 'whole' DO NOTHING
ON CONFLICT (item_id) WHERE ended_by IS NULL DO NOTHING;

-- name: take
-- The passes behind it, over what is open alone, a kind of evidence each: the channel's number once more, our number, the order's (some channels are told no
-- other), a refund's payment and amount, what was parked under the channel's number, what the payer paid in another currency, the
-- same movement in another currency, and what the channel lists as failed or not final, which says why a success of ours has no
-- line. First with first, in the order of days. An arm whose name is not asked for is never entered.
WITH free AS NOT MATERIALIZED (
  SELECT l.line_id, l.movement, l.currency, l.gross, l.our_id, l.channel_id, l.parent_id, l.original_currency, l.original,
         l.standing = 'settled' AS settled,
         -- Which one of its equals it is says nothing where no number of the channel's is part of its key.
         l.channel_id <> '' AND l.nth = 1 AS theirs, l.nth = 1 OR l.channel_id = '' AS first
  FROM pending w CROSS JOIN statement_line l ON l.line_id = w.id
  WHERE w.channel = :channel AND w.side = 'line' AND l.day <= :as_of
    AND (l.of_account = '' OR l.account = '' OR l.of_account = l.account)
    AND NOT EXISTS (SELECT 1 FROM pairing t WHERE t.line_id = l.line_id AND t.ended_by IS NULL AND t.part = 'whole')),
candidate (pass, line_id, item_id) AS (
  SELECT 'channel_id', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.channel_id = l.channel_id AND i.channel_id <> '' AND i.movement = l.movement
    AND i.currency = l.currency AND (i.amount > 0) = (l.gross > 0)
  WHERE l.settled AND l.theirs
  UNION ALL SELECT 'our_id', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.our_id = l.our_id AND i.our_id <> '' AND i.movement = l.movement AND i.currency = l.currency
  WHERE l.settled AND l.first
  UNION ALL SELECT 'order_no', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.order_no = l.our_id AND i.order_no <> '' AND i.movement = l.movement
    AND i.currency = l.currency
  WHERE l.settled AND l.first
  UNION ALL SELECT 'parent', l.line_id, i.item_id FROM free l
  CROSS JOIN item s ON s.channel = :channel AND s.channel_id = l.parent_id AND s.channel_id <> '' AND s.movement = 'sale'
  CROSS JOIN item i ON i.channel = :channel AND i.order_no = s.order_no AND i.order_no <> '' AND i.movement = 'refund'
    AND i.currency = l.currency AND i.amount = l.gross
  WHERE l.movement = 'refund' AND l.settled AND l.first
  UNION ALL SELECT 'suspense', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.channel_id = l.channel_id AND i.channel_id <> '' AND i.movement = 'suspense'
    AND i.currency = l.currency
  WHERE l.settled AND l.theirs
  UNION ALL SELECT 'original', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.channel_id = l.channel_id AND i.channel_id <> '' AND i.movement = l.movement
    AND i.currency = l.original_currency AND i.amount = l.original
  WHERE l.settled AND l.theirs
  UNION ALL SELECT 'original_by_our_id', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.our_id = l.our_id AND i.our_id <> '' AND i.movement = l.movement
    AND i.currency = l.original_currency AND i.amount = l.original
  WHERE l.settled AND l.first
  UNION ALL SELECT 'other_currency', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.channel_id = l.channel_id AND i.channel_id <> '' AND i.movement = l.movement
    AND i.currency <> l.currency
  WHERE l.settled AND l.theirs
  UNION ALL SELECT 'other_currency_by_our_id', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.our_id = l.our_id AND i.our_id <> '' AND i.movement = l.movement AND i.currency <> l.currency
  WHERE l.settled AND l.first
  UNION ALL SELECT 'unsettled', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.channel_id = l.channel_id AND i.channel_id <> '' AND i.movement = l.movement
  WHERE NOT l.settled AND l.theirs
  UNION ALL SELECT 'unsettled_by_our_id', l.line_id, i.item_id FROM free l
  CROSS JOIN item i ON i.channel = :channel AND i.our_id = l.our_id AND i.our_id <> '' AND i.movement = l.movement
  WHERE NOT l.settled AND l.first)
INSERT INTO pairing (line_id, item_id, part, pass, run_id)
SELECT c.line_id, c.item_id, 'whole', c.pass, :run_id
FROM candidate c CROSS JOIN item i ON i.item_id = c.item_id CROSS JOIN statement_line l ON l.line_id = c.line_id
WHERE c.pass = :evidence AND i.day <= :as_of
  AND NOT EXISTS (SELECT 1 FROM pairing t WHERE t.item_id = c.item_id AND t.ended_by IS NULL)
  AND NOT EXISTS (SELECT 1 FROM pairing t WHERE t.line_id = c.line_id AND t.item_id = c.item_id AND t.ended_by IS NOT NULL)
ORDER BY l.day, l.at, l.key, l.nth, i.day, i.item_id
ON CONFLICT (line_id) WHERE ended_by IS NULL AND part = 'whole' DO NOTHING
ON CONFLICT (item_id) WHERE ended_by IS NULL DO NOTHING;

-- name: keep_lines
-- What is left of the new lines is open, for what follows and for the next run.
INSERT INTO pending (channel, side, id, why)
SELECT :channel, 'line', l.line_id, 'work' FROM statement_line l
WHERE l.line_id > :behind_line AND l.line_id <= :up_to AND +l.channel = :channel
  AND NOT EXISTS (SELECT 1 FROM pairing t WHERE t.line_id = l.line_id AND t.ended_by IS NULL AND t.part = 'whole');

-- name: keep_items
-- And of the new items.
INSERT INTO pending (channel, side, id, why)
SELECT :channel, 'item', i.item_id, 'work' FROM item i
WHERE i.item_id > :behind_voucher AND i.item_id <= :up_to AND +i.channel = :channel
  AND NOT EXISTS (SELECT 1 FROM pairing t WHERE t.item_id = i.item_id AND t.ended_by IS NULL);

-- name: amount_and_day
-- A line without any number, where amount and day leave one candidate on each side; else it is suggested and never taken. Equal
-- rows of a day are counted as one group, so that a thousand of them cost no more than themselves. What a person took apart once
-- is left to people.
WITH near (days) AS (VALUES ('-1 day'), ('+0 day'), ('+1 day')),
theirs AS MATERIALIZED (
  SELECT l.movement, l.currency, l.gross AS amount, l.day, count(*) AS n, min(l.line_id) AS id
  FROM pending w JOIN statement_line l ON l.line_id = w.id
  WHERE w.channel = :channel AND w.side = 'line' AND l.channel_id = '' AND l.our_id = '' AND l.standing = 'settled'
    AND l.day <= :as_of AND l.day <> ''
    AND NOT EXISTS (SELECT 1 FROM pairing t WHERE t.line_id = l.line_id AND t.ended_by IS NULL AND t.part = 'whole')
    AND NOT EXISTS (SELECT 1 FROM pairing t WHERE t.line_id = l.line_id AND t.ended_by IS NOT NULL)
  GROUP BY l.movement, l.currency, l.gross, l.day),
ours AS MATERIALIZED (
  SELECT i.movement, i.currency, i.amount, i.day, count(*) AS n, min(i.item_id) AS id
  FROM pending w JOIN item i ON i.item_id = w.id
  WHERE w.channel = :channel AND w.side = 'item' AND i.day <= :as_of
    AND NOT EXISTS (SELECT 1 FROM pairing t WHERE t.item_id = i.item_id AND t.ended_by IS NULL)
    AND i.item_id NOT IN (SELECT t.item_id FROM pairing t WHERE t.ended_by IS NOT NULL)
  GROUP BY i.movement, i.currency, i.amount, i.day),
met AS (
  SELECT l.id AS line_id, o.id AS item_id, sum(o.n) OVER (PARTITION BY l.id) AS items, sum(l.n) OVER (PARTITION BY o.id) AS lines
  FROM theirs l CROSS JOIN near CROSS JOIN ours o
    ON o.movement = l.movement AND o.currency = l.currency AND o.amount = l.amount AND o.day = date(l.day, near.days))
INSERT INTO pairing (line_id, item_id, part, pass, run_id)
SELECT line_id, item_id, 'whole', 'amount_and_day', :run_id FROM met WHERE items = 1 AND lines = 1
ON CONFLICT (line_id) WHERE ended_by IS NULL AND part = 'whole' DO NOTHING
ON CONFLICT (item_id) WHERE ended_by IS NULL DO NOTHING;

-- name: forget_lines
-- What is paired now is open no more.
DELETE FROM pending WHERE channel = :channel AND side = 'line' AND EXISTS (
  SELECT 1 FROM pairing t WHERE t.ended_by IS NULL AND t.part = 'whole' AND t.line_id = pending.id);

-- name: forget_items
-- Nor is its other side.
DELETE FROM pending WHERE channel = :channel AND side = 'item' AND EXISTS (
  SELECT 1 FROM pairing t WHERE t.ended_by IS NULL AND t.item_id = pending.id);
