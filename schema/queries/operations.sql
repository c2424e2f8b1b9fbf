-- name: by_id
-- Again, inside the transaction that is to change it.
SELECT operation_id, attempt_id, n, kind, is_last, business_key, channel, reference, channel_txn, amount, currency, status,
       decided_by, needs_review, queries, next_query_at_ns, holder, dispatched_at_ns, dispatched_on, dispatched_boot_ns, version
FROM operation WHERE operation_id = :operation_id;

-- name: by_reference
-- As a channel names it.
SELECT operation_id, attempt_id, n, kind, is_last, business_key, channel, reference, channel_txn, amount, currency, status,
       decided_by, needs_review, queries, next_query_at_ns, holder, dispatched_at_ns, dispatched_on, dispatched_boot_ns, version
FROM operation WHERE channel = :channel AND reference = :reference;

-- name: by_key
-- One fact, one operation: what failed did nothing.
SELECT operation_id, attempt_id, n, kind, is_last, business_key, channel, reference, channel_txn, amount, currency, status,
       decided_by, needs_review, queries, next_query_at_ns, holder, dispatched_at_ns, dispatched_on, dispatched_boot_ns, version
FROM operation WHERE business_key = :business_key AND status <> 'failed';

-- name: open_of_attempt
-- The one operation of an attempt whose end is not known. A partial unique index allows only one.
SELECT operation_id, attempt_id, n, kind, is_last, business_key, channel, reference, channel_txn, amount, currency, status,
       decided_by, needs_review, queries, next_query_at_ns, holder, dispatched_at_ns, dispatched_on, dispatched_boot_ns, version
FROM operation WHERE attempt_id = :attempt_id AND status IN ('dispatched', 'unknown');

-- name: of_order
-- All of one order, in the order of its attempts.
SELECT o.operation_id, o.attempt_id, o.n, o.kind, o.is_last, o.business_key, o.channel, o.reference, o.channel_txn, o.amount,
       o.currency, o.status, o.decided_by, o.needs_review, o.queries, o.next_query_at_ns, o.holder, o.dispatched_at_ns,
       o.dispatched_on, o.dispatched_boot_ns, o.version
FROM operation o JOIN attempt a ON a.attempt_id = o.attempt_id WHERE a.order_id = :order_id ORDER BY a.n, o.n;

-- name: open_ones
-- Every operation whose end is not known and that is to be asked about by now.
SELECT operation_id FROM operation WHERE status IN ('dispatched', 'unknown')
  AND (next_query_at_ns <= :due_ns OR (next_query_at_ns IS NULL AND needs_review = 0) OR :due_ns IS NULL) ORDER BY operation_id;

-- name: concluded_captures
-- Failed by conclusion, and not long ago: a request may sleep on its way, and a person may err.
SELECT operation_id FROM operation
WHERE kind = 'capture' AND status = 'failed' AND decided_by IN ('silence', 'manual') AND dispatched_at_ns > :since_ns
ORDER BY operation_id;

-- name: next_n
-- The number of the next operation of an attempt.
SELECT coalesce(max(n), 0) + 1 FROM operation WHERE attempt_id = :attempt_id;

-- name: insert
-- Written, and committed, before the channel is asked; the schema keeps it within what is held, and alone.
INSERT INTO operation (attempt_id, n, kind, is_last, business_key, channel, reference, amount, currency, holder,
                       dispatched_at_ns, dispatched_on, dispatched_boot_ns, changed_at_ns)
VALUES (:attempt_id, :n, :kind, :is_last, :business_key, :channel, :reference, :amount, :currency, :holder, :now_ns, :machine,
        :boot_ns, :now_ns);

-- name: succeed
-- The channel did it. No row changed: it is known already.
UPDATE operation SET status = 'succeeded', channel_txn = :channel_txn, decided_by = :source, needs_review = 0,
  next_query_at_ns = NULL, version = version + 1, changed_at_ns = :now_ns
WHERE operation_id = :operation_id AND status IN ('dispatched', 'unknown', 'failed');

-- name: fail
-- The channel said no, or it never left us.
UPDATE operation SET status = 'failed', decided_by = :source, needs_review = 0, next_query_at_ns = NULL,
  version = version + 1, changed_at_ns = :now_ns
WHERE operation_id = :operation_id AND status IN ('dispatched', 'unknown');

-- name: leave_unknown
-- It may have happened. Only evidence ends this, time never does.
UPDATE operation SET status = 'unknown', needs_review = :needs_review, queries = queries + 1,
  next_query_at_ns = :next_query_at_ns, version = version + 1, changed_at_ns = :now_ns
WHERE operation_id = :operation_id AND status IN ('dispatched', 'unknown');
