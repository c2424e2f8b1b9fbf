-- What a run's new lines say beside their pairs: the fees of a day against what is booked and agreed, and a batch against the
-- payout that was made of it. Both are kept as sums that every run adds to (reconciliation.md 1.2, 4).

-- name: new_lines
-- What came since, in the order it came.
SELECT line_id, currency, movement, day, gross, gross_rest, fee, fee_rest, standing = 'settled', account,
       iif(batch = '' AND movement = 'payout', channel_id, batch)
FROM statement_line WHERE line_id > :behind_line AND +channel = :channel ORDER BY line_id;

-- name: fee_pairs
-- Fees that were found booked since.
SELECT l.day, l.currency, i.amount FROM pairing p JOIN statement_line l ON l.line_id = p.line_id
JOIN item i ON i.item_id = p.item_id
WHERE p.pairing_id > :behind_pairing AND p.part = 'fee' AND +l.channel = :channel;

-- name: add_fee_day
-- A day's sums grow.
INSERT INTO fee_day (channel, day, currency, taken, taken_rest, booked, off_lines, off_taken, off_agreed)
VALUES (:channel, :day, :currency, :taken, :taken_rest, :booked, :off_lines, :off_taken, :off_agreed)
ON CONFLICT (channel, day, currency) DO UPDATE SET taken = taken + excluded.taken, taken_rest = taken_rest + excluded.taken_rest,
  booked = booked + excluded.booked, off_lines = off_lines + excluded.off_lines, off_taken = off_taken + excluded.off_taken,
  off_agreed = off_agreed + excluded.off_agreed;

-- name: fee_days_apart
-- Days whose fees are not booked as taken, or not taken as agreed.
SELECT day, currency, taken, taken_rest, booked, off_lines, off_taken, off_agreed FROM fee_day
WHERE channel = :channel AND day <= :as_of AND (taken <> -booked OR taken_rest <> 0 OR off_lines <> 0) ORDER BY day, currency;

-- name: add_batch
-- A batch's sums grow.
INSERT INTO batch (channel, account, batch, currency, lines, net, net_rest, payouts, paid, paid_rest, payout_line, run_id)
VALUES (:channel, :account, :batch, :currency, :lines, :net, :net_rest, :payouts, :paid, :paid_rest, :payout_line, :run_id)
ON CONFLICT (channel, account, batch, currency) DO UPDATE SET lines = lines + excluded.lines, net = net + excluded.net,
  net_rest = net_rest + excluded.net_rest, payouts = payouts + excluded.payouts, paid = paid + excluded.paid,
  paid_rest = paid_rest + excluded.paid_rest, payout_line = coalesce(excluded.payout_line, payout_line), run_id = excluded.run_id;

-- name: batches_apart
-- Batches that were paid out with another sum than that of their lines.
SELECT b.batch, b.currency, b.net, b.net_rest, b.paid, b.paid_rest, b.payout_line, l.account, l.key, l.nth, l.day
FROM batch b JOIN statement_line l ON l.line_id = b.payout_line
WHERE b.channel = :channel AND b.payouts > 0 AND b.lines > 0 AND (b.net <> -b.paid OR b.net_rest <> -b.paid_rest) AND l.day <= :as_of
ORDER BY b.batch, b.currency;

-- name: fees_before
-- The fees of the run before, where it looked up to the same day: then it told the same period.
SELECT f.currency, f.kind, f.name, f.count, f.amount FROM run r JOIN run_figure f ON f.run_id = r.run_id AND f.sheet = 'fees'
WHERE r.run_id = :previous_run_id AND r.as_of = :as_of ORDER BY f.currency, f.place;

-- name: batches_of_run
-- Batches with a payout of which this run met a line, or another run up to the same day, what we booked of the payout, and what of it
-- has arrived.
SELECT b.batch, b.currency, b.lines, b.net, b.net_rest, b.paid, b.paid_rest, i.amount, p.status
FROM batch b
LEFT JOIN pairing t ON t.line_id = b.payout_line AND t.part = 'whole' AND t.ended_by IS NULL
LEFT JOIN item i ON i.item_id = t.item_id
LEFT JOIN payout p ON p.channel = b.channel AND p.reference = i.channel_id
WHERE b.channel = :channel AND b.payouts > 0
  AND b.run_id >= coalesce((SELECT min(r.run_id) FROM run r WHERE r.channel = :channel AND r.as_of = :as_of), :run_id) ORDER BY b.batch, b.currency, i.item_id;

-- name: keep_uncleared
-- What this run leaves unpaired and calls no break.
INSERT INTO run_uncleared (run_id, side, id, why)
SELECT :run_id, side, id, why FROM pending WHERE channel = :channel AND (why = 'timing' OR why = 'future');

-- name: uncleared
-- As it stood then, each side in the words of its own.
SELECT u.side, u.why, coalesce(i.day, l.day), coalesce(i.movement, l.movement), coalesce(i.currency, l.currency),
       coalesce(i.amount, l.gross), coalesce(i.our_id, l.our_id), coalesce(i.channel_id, l.channel_id), coalesce(i.order_no, ''),
       coalesce(v.number, '')
FROM run_uncleared u
LEFT JOIN item i ON u.side = 'item' AND i.item_id = u.id
LEFT JOIN voucher v ON v.voucher_id = i.item_id
LEFT JOIN statement_line l ON u.side = 'line' AND l.line_id = u.id
WHERE u.run_id = :run_id ORDER BY u.side, u.id;

-- name: sign
-- By another than who made it; the schema holds it as well.
INSERT INTO run_signature (run_id, actor, at_ns)
SELECT run_id, :actor, :now_ns FROM run WHERE run_id = :run_id AND actor <> :actor;

-- name: signature
-- Who signed.
SELECT actor, at_ns FROM run_signature WHERE run_id = :run_id;
