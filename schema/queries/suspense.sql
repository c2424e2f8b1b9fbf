-- name: insert
-- Begins as open. Its reference is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO suspense (channel, reference, direction, amount, currency, booked_at_ns, changed_at_ns)
VALUES (:channel, :reference, :direction, :amount, :currency, :now_ns, :now_ns);

-- name: by_reference
-- As its channel names it; two where two channels use one name and none is given.
SELECT suspense_id, channel, reference, direction, amount, currency, status, booked_at_ns
FROM suspense WHERE reference = :reference AND (:channel IS NULL OR channel = :channel) ORDER BY suspense_id LIMIT 2;

-- name: open_ones
-- What nobody has identified, and what is known and not given back yet; the oldest first.
SELECT suspense_id, channel, reference, direction, amount, currency, status, booked_at_ns
FROM suspense WHERE status IN ('open', 'to_return') ORDER BY suspense_id;

-- name: step
-- One step, by the state it was judged in: none where somebody was faster.
UPDATE suspense SET status = :to_status, version = version + 1, changed_at_ns = :now_ns
WHERE suspense_id = :suspense_id AND status = :from_status;
