-- name: insert
-- Begins as announced. Its reference is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO payout (channel, reference, direction, amount, currency, announced_at_ns, changed_at_ns)
VALUES (:channel, :reference, :direction, :amount, :currency, :now_ns, :now_ns);

-- name: by_reference
-- As its channel names it.
SELECT payout_id, channel, reference, direction, amount, currency, status, announced_at_ns
FROM payout WHERE channel = :channel AND reference = :reference;

-- name: open_ones
-- Announced and not arrived yet, the oldest first.
SELECT payout_id, channel, reference, direction, amount, currency, status, announced_at_ns
FROM payout WHERE status = 'announced' ORDER BY payout_id;

-- name: step
-- One step, by the state it was judged in: none where somebody was faster.
UPDATE payout SET status = :to_status, version = version + 1, changed_at_ns = :now_ns
WHERE payout_id = :payout_id AND status = 'announced';
