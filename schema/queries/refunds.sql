-- name: by_cause
-- One cause, one refund, for ever.
SELECT refund_id, order_id, attempt_id, cause, cause_key, amount, currency, channel, reference, channel_txn, status, holder,
       dispatched_at_ns, version, dispatched_on, dispatched_boot_ns, replaces, decided_by, needs_review, queries,
       next_query_at_ns, owed
FROM refund WHERE cause_key = :cause_key;

-- name: by_id
-- Again, inside the transaction that is to change it.
SELECT refund_id, order_id, attempt_id, cause, cause_key, amount, currency, channel, reference, channel_txn, status, holder,
       dispatched_at_ns, version, dispatched_on, dispatched_boot_ns, replaces, decided_by, needs_review, queries,
       next_query_at_ns, owed
FROM refund WHERE refund_id = :refund_id;

-- name: by_reference
-- As a channel names it.
SELECT refund_id, order_id, attempt_id, cause, cause_key, amount, currency, channel, reference, channel_txn, status, holder,
       dispatched_at_ns, version, dispatched_on, dispatched_boot_ns, replaces, decided_by, needs_review, queries,
       next_query_at_ns, owed
FROM refund WHERE channel = :channel AND reference = :reference;

-- name: of_order
-- All of one order.
SELECT refund_id, order_id, attempt_id, cause, cause_key, amount, currency, channel, reference, channel_txn, status, holder,
       dispatched_at_ns, version, dispatched_on, dispatched_boot_ns, replaces, decided_by, needs_review, queries,
       next_query_at_ns, owed
FROM refund WHERE order_id = :order_id ORDER BY refund_id;

-- name: replaced_by
-- What sends the money of a refused refund another way; one at most.
SELECT refund_id FROM refund WHERE replaces = :refund_id;

-- name: txn_known
-- Whether a channel has used this number of its own before: one movement has one number.
SELECT 1 FROM refund WHERE channel = :channel AND channel_txn = :channel_txn;

-- name: open_ones
-- Every refund whose end is not known and that is to be asked about by now.
SELECT refund_id FROM refund WHERE status IN ('requested', 'dispatched', 'unknown')
  AND (next_query_at_ns <= :due_ns OR (next_query_at_ns IS NULL AND needs_review = 0) OR :due_ns IS NULL) ORDER BY refund_id;

-- name: settling_attempt
-- The attempt whose money a refund of this order gives back; none where the order was paid from a balance.
SELECT attempt_id, channel, reference FROM attempt WHERE order_id = :order_id AND role = 'settles';

-- name: insert
-- cause_key is unique: an automatic refund happens once, and a client's refund number books once.
INSERT INTO refund (order_id, attempt_id, cause, cause_key, replaces, amount, currency, channel, reference, status, holder,
                    dispatched_at_ns, dispatched_on, dispatched_boot_ns, changed_at_ns)
VALUES (:order_id, :attempt_id, :cause, :cause_key, :replaces, :amount, :currency, :channel, :reference, :status, :holder,
        :dispatched_at_ns, :machine, :boot_ns, :now_ns);

-- name: dispatch
-- The intent, committed before the channel is asked. No row changed: somebody else has taken it.
UPDATE refund SET status = 'dispatched', holder = :holder, dispatched_at_ns = :now_ns,
  dispatched_on = :machine, dispatched_boot_ns = :boot_ns, version = version + 1,
  changed_at_ns = :now_ns
WHERE refund_id = :refund_id AND status = 'requested';

-- name: succeed
-- The channel gave the money back, be it behind a failure that was concluded too early: then it is owed no more. No row changed: it
-- is known already.
UPDATE refund SET status = 'succeeded', owed = 0, channel_txn = :channel_txn, decided_by = :source, needs_review = 0,
  next_query_at_ns = NULL, version = version + 1, changed_at_ns = :now_ns
WHERE refund_id = :refund_id AND (status IN ('dispatched', 'unknown') OR (status = 'failed' AND owed));

-- name: fail
-- The channel said no: it is still owed.
UPDATE refund SET status = 'failed', owed = 1, decided_by = :source, next_query_at_ns = NULL, version = version + 1, changed_at_ns = :now_ns
WHERE refund_id = :refund_id AND status IN ('dispatched', 'unknown');

-- name: leave_unknown
-- It may have happened.
UPDATE refund SET status = 'unknown', needs_review = :needs_review, queries = queries + 1,
  next_query_at_ns = :next_query_at_ns, version = version + 1, changed_at_ns = :now_ns
WHERE refund_id = :refund_id AND status IN ('dispatched', 'unknown');

-- name: concluded_ones
-- Failed by conclusion, and not long ago: their channel is asked again, since a request may sleep on its way, and since a person
-- may err. What was sent another way meanwhile is asked about as well: it may have been paid twice.
SELECT refund_id FROM refund
WHERE status = 'failed' AND decided_by IN ('silence', 'manual') AND dispatched_at_ns > :since_ns
ORDER BY refund_id;

-- name: count
-- How many refunds there are, and how many of them belong to one order (none where the order is not given).
SELECT count(*), count(*) FILTER (WHERE order_id = :order_id) FROM refund;

-- name: no_longer_owed
-- Sent again and refused that way, and then its money left by the first: what the chain owed is paid.
UPDATE refund SET owed = 0, version = version + 1 WHERE refund_id = :refund_id AND status = 'failed' AND owed = 1;
