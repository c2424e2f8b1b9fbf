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

-- name: identified_as
-- The account, other than suspense, of the voucher that said whose it is, and the order it names.
SELECT a.code, coalesce(o.order_no, '')
FROM voucher v JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
JOIN account a ON a.account_id = e.account_id LEFT JOIN orders o ON o.order_id = v.order_id
WHERE v.business_key = :business_key AND a.code NOT GLOB '2900.*' LIMIT 1;

-- name: moved_for_us
-- A movement of ours that has this number of its channel's; each look-up by a unique index.
SELECT 1 FROM attempt WHERE channel = :channel AND channel_txn = :number AND status <> 'failed'
UNION ALL SELECT 1 FROM operation WHERE channel = :channel AND channel_txn = :number
UNION ALL SELECT 1 FROM refund WHERE channel = :channel AND channel_txn = :number LIMIT 1;
