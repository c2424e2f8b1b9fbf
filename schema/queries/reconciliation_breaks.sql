-- What does not fit, by name: pairs whose two sides differ, lines and items that stand alone, fees that are not booked. Each
-- SELECT gives candidates; whether a break holds follows from them and from what its fixes have moved (reconciliation.md 1.2, 3).

-- name: new_pairs
-- Pairs made since the last run whose sides differ in anything. A pair is compared once: neither side ever changes.
SELECT p.line_id, p.item_id, l.movement, l.standing, l.currency, i.currency, iif(l.standing = 'settled', l.gross, 0), l.gross_rest,
       i.amount, l.day, i.day, l.account, l.key, l.nth, v.business_key,
       -- All refunds of the payment, this one as the channel has it, against what was captured of it.
       l.movement = 'refund' AND EXISTS (SELECT 1 FROM orders o WHERE o.order_no = i.order_no
                                         AND o.refunded + i.amount - l.gross > o.captured),
       l.original_currency = i.currency AND l.original = i.amount, l.gross
FROM pairing p JOIN statement_line l ON l.line_id = p.line_id JOIN item i ON i.item_id = p.item_id
JOIN voucher v ON v.voucher_id = i.item_id
WHERE p.pairing_id > :behind_pairing AND p.part = 'whole' AND p.ended_by IS NULL AND +l.channel = :channel
  AND (l.standing <> 'settled' OR l.gross <> i.amount OR l.gross_rest <> 0 OR l.currency <> i.currency
       -- A line that stood alone in an earlier run was told as late already.
       OR (l.day <> i.day AND l.day <> '' AND NOT EXISTS (SELECT 1 FROM break b WHERE b.line_id = l.line_id)))
ORDER BY p.pairing_id;

-- name: lines_alone
-- Lines nobody took, with what is known of their numbers here.
SELECT l.line_id, l.movement, l.standing, l.currency, l.gross, l.day, l.account, l.key, l.nth,
       l.of_account <> '' AND l.account <> '' AND l.of_account <> l.account,
       l.channel_id <> '',
       -- It is ours, and not settled here.
       EXISTS (SELECT 1 FROM attempt a WHERE a.channel = :channel AND a.reference = l.our_id
               AND a.status NOT IN ('succeeded', 'partly_captured'))
         OR EXISTS (SELECT 1 FROM operation p WHERE p.channel = :channel AND p.reference = l.our_id AND p.status <> 'succeeded')
         OR EXISTS (SELECT 1 FROM refund r WHERE r.channel = :channel AND r.reference = l.our_id AND r.status <> 'succeeded'),
       -- Our number or the order's is paired with another line already.
       EXISTS (SELECT 1 FROM item i JOIN pairing t ON t.item_id = i.item_id AND t.ended_by IS NULL AND t.part = 'whole'
               WHERE i.channel = :channel AND i.our_id = l.our_id AND i.our_id <> '' AND i.movement = l.movement)
         OR EXISTS (SELECT 1 FROM item i JOIN pairing t ON t.item_id = i.item_id AND t.ended_by IS NULL AND t.part = 'whole'
               WHERE i.channel = :channel AND i.order_no = l.our_id AND i.order_no <> '' AND i.movement = l.movement),
       -- A refund beyond what was captured of its payment.
       l.movement = 'refund' AND EXISTS (
         SELECT 1 FROM item s JOIN orders o ON o.order_no = s.order_no
         WHERE s.channel = :channel AND s.channel_id = l.parent_id AND s.channel_id <> '' AND s.movement = 'sale'
           AND o.refunded + o.refund_reserved - l.gross > o.captured)
FROM pending w JOIN statement_line l ON l.line_id = w.id
WHERE w.channel = :channel AND w.side = 'line' AND l.day <= :as_of
ORDER BY l.line_id;

-- name: items_alone
-- Items nobody took, and whether trusted statements tell every day from theirs to the end of the grace whole.
SELECT i.item_id, i.movement, i.currency, i.amount, i.day, v.business_key,
       (SELECT count(*) FROM covered_day c WHERE c.channel = :channel
        AND c.day BETWEEN i.day AND date(i.day, '+' || :grace_days || ' day')) = :grace_days + 1
         AND date(i.day, '+' || :grace_days || ' day') <= :as_of,
       i.movement = 'sale' AND EXISTS (
         SELECT 1 FROM item x CROSS JOIN pairing t ON t.item_id = x.item_id AND t.ended_by IS NULL AND t.pass = 'order_no'
         WHERE x.channel = :channel AND x.order_no = i.order_no AND x.order_no <> '' AND x.movement = 'sale')
FROM pending w JOIN item i ON i.item_id = w.id JOIN voucher v ON v.voucher_id = i.item_id
WHERE w.channel = :channel AND w.side = 'item' AND i.day <= :as_of
ORDER BY i.item_id;

-- name: reason_of_pending
-- Why it is open, for the figures.
UPDATE pending SET why = :why WHERE channel = :channel AND side = :side AND id = :id AND why <> :why;

-- name: future_lines
-- What lies behind the day a run looks up to.
UPDATE pending SET why = 'future' WHERE channel = :channel AND side = 'line'
  AND (SELECT day FROM statement_line l WHERE l.line_id = pending.id) > :as_of;

-- name: future_items
-- Likewise ours.
UPDATE pending SET why = 'future' WHERE channel = :channel AND side = 'item'
  AND (SELECT day FROM item i WHERE i.item_id = pending.id) > :as_of;

-- name: find
-- A break as it stands.
SELECT difference, closed_run, first_run, last_run FROM break WHERE break_id = :break_id;

-- name: insert
-- A new one.
INSERT INTO break (break_id, channel, code, movement, line_id, item_id, day, currency, ours, theirs, difference, first_run, last_run)
VALUES (:break_id, :channel, :code, :movement, :line_id, :item_id, :day, :currency, :ours, :theirs, :difference, :run_id, :run_id);

-- name: seen
-- It was found again; the sums of a day may have moved meanwhile.
UPDATE break SET last_run = :run_id, ours = :ours, theirs = :theirs, difference = :difference WHERE break_id = :break_id;

-- name: pairs_still_held
-- A pair that differs goes on to differ while it is a pair.
UPDATE break SET last_run = :run_id WHERE channel = :channel AND closed_run IS NULL AND line_id IS NOT NULL AND item_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM pairing p WHERE p.line_id = break.line_id AND p.item_id = break.item_id AND p.ended_by IS NULL);

-- name: moved_by_fixes
-- What the fixes of a break have moved so far: vouchers of theirs, found by their reference.
SELECT coalesce(sum(i.amount), 0) FROM fix f
CROSS JOIN item i ON i.channel = :channel AND i.channel_id = f.reference AND i.channel_id <> ''
CROSS JOIN pairing p ON p.item_id = i.item_id AND p.part = 'fix' AND p.ended_by IS NULL
WHERE f.break_id = :break_id AND f.approved_by IS NOT NULL;

-- name: fixed_breaks
-- Every break of the channel with a fix that was posted.
SELECT b.break_id, b.movement, b.line_id, b.item_id, b.day, b.currency, b.last_run FROM break b
WHERE b.channel = :channel AND b.code <> 'adjustment_orphan' AND b.break_id IN (SELECT break_id FROM fix WHERE state = 'posted')
ORDER BY b.break_id;

-- name: held_now
-- What this run found, and what was open before it, with the state of its fixes.
SELECT b.break_id, b.code, b.difference, b.closed_run, b.first_run, b.last_run, b.day, b.currency,
       EXISTS (SELECT 1 FROM fix f WHERE f.break_id = b.break_id AND f.state = 'posted' AND f.action = 'accept'),
       (SELECT f.state FROM fix f WHERE f.break_id = b.break_id ORDER BY f.version DESC LIMIT 1),
       EXISTS (SELECT 1 FROM fix f WHERE f.break_id = b.break_id AND f.approved_by IS NOT NULL),
       b.ours, b.theirs,
       (SELECT f.action FROM fix f WHERE f.break_id = b.break_id AND f.state = 'posted' ORDER BY f.version DESC LIMIT 1)
FROM break b WHERE b.break_id IN (SELECT break_id FROM break WHERE channel = :channel AND closed_run IS NULL
                                  UNION SELECT break_id FROM break WHERE channel = :channel AND last_run = :run_id)
ORDER BY b.break_id;

-- name: close
-- It holds no more, and by whose doing.
UPDATE break SET closed_run = :run_id, closed_by = :closed_by WHERE break_id = :break_id AND closed_run IS NULL;

-- name: reopen
-- It holds again: what had ended it was taken back.
UPDATE break SET closed_run = NULL, closed_by = NULL WHERE break_id = :break_id AND closed_run IS NOT NULL;

-- name: snapshot
-- How it stood when the run ended.
INSERT INTO run_break (run_id, break_id, ours, theirs, difference, remaining, days, state)
VALUES (:run_id, :break_id, :ours, :theirs, :difference, :remaining, :days, :state);
