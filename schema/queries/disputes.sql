-- name: insert
-- Begins as opened. Its reference is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO dispute (order_id, attempt_id, channel, reference, amount, fee, excess, currency, opened_at_ns, changed_at_ns)
VALUES (:order_id, :attempt_id, :channel, :reference, :amount, :fee, :excess, :currency, :now_ns, :now_ns);

-- name: by_reference
-- As its channel names it; two where two channels use one name and none is given.
SELECT dispute_id, order_id, attempt_id, channel, reference, amount, fee, excess, currency, status, opened_at_ns, changed_at_ns
FROM dispute WHERE reference = :reference AND (:channel IS NULL OR channel = :channel) ORDER BY dispute_id LIMIT 2;

-- name: of_order
-- All of one order.
SELECT dispute_id, order_id, attempt_id, channel, reference, amount, fee, excess, currency, status, opened_at_ns, changed_at_ns
FROM dispute WHERE order_id = :order_id ORDER BY dispute_id;

-- name: list
-- Newest first.
SELECT dispute_id, order_id, attempt_id, channel, reference, amount, fee, excess, currency, status, opened_at_ns, changed_at_ns
FROM dispute ORDER BY dispute_id DESC LIMIT :at_most;

-- name: step
-- One step, by the state it was judged in: none where somebody was faster.
UPDATE dispute SET status = :to_status, version = version + 1, changed_at_ns = :now_ns
WHERE dispute_id = :dispute_id AND status = :from_status;
