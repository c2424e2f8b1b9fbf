-- name: open_of_order
-- The one attempt of an order whose end is not known. A partial unique index allows only one.
SELECT attempt_id, order_id, n, channel, reference, channel_txn, amount, currency, status, role, needs_review, queries,
       holder, dispatched_at_ns, version, dispatched_on, dispatched_boot_ns, purpose, captured, decided_by, next_query_at_ns,
       hold_until_ns, hold_ns
FROM attempt WHERE order_id = :order_id AND status IN ('dispatched', 'unknown');

-- name: by_reference
-- As a channel names it in an answer, a notice or a statement.
SELECT attempt_id, order_id, n, channel, reference, channel_txn, amount, currency, status, role, needs_review, queries,
       holder, dispatched_at_ns, version, dispatched_on, dispatched_boot_ns, purpose, captured, decided_by, next_query_at_ns,
       hold_until_ns, hold_ns
FROM attempt WHERE channel = :channel AND reference = :reference;

-- name: by_id
-- Again, inside the transaction that is to change it.
SELECT attempt_id, order_id, n, channel, reference, channel_txn, amount, currency, status, role, needs_review, queries,
       holder, dispatched_at_ns, version, dispatched_on, dispatched_boot_ns, purpose, captured, decided_by, next_query_at_ns,
       hold_until_ns, hold_ns
FROM attempt WHERE attempt_id = :attempt_id;

-- name: of_order
-- All of one order, first to last.
SELECT attempt_id, order_id, n, channel, reference, channel_txn, amount, currency, status, role, needs_review, queries,
       holder, dispatched_at_ns, version, dispatched_on, dispatched_boot_ns, purpose, captured, decided_by, next_query_at_ns,
       hold_until_ns, hold_ns
FROM attempt WHERE order_id = :order_id ORDER BY n;

-- name: txn_known
-- Whether a channel has used this number of its own before: one movement has one number.
SELECT 1 FROM attempt WHERE channel = :channel AND channel_txn = :channel_txn
UNION ALL
SELECT 1 FROM operation WHERE channel = :channel AND channel_txn = :channel_txn;

-- name: holding_of_order
-- Where its money is held: the latest, should an earlier one have come late.
SELECT attempt_id, order_id, n, channel, reference, channel_txn, amount, currency, status, role, needs_review, queries,
       holder, dispatched_at_ns, version, dispatched_on, dispatched_boot_ns, purpose, captured, decided_by, next_query_at_ns,
       hold_until_ns, hold_ns
FROM attempt WHERE order_id = :order_id AND status IN ('authorised', 'partly_captured') ORDER BY n DESC LIMIT 1;

-- name: holds_to_free
-- Held for an order that wants no more of it: it is closing, has ended, or is paid or held for otherwise.
SELECT a.attempt_id FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.status IN ('authorised', 'partly_captured')
  AND (o.status <> 'paying' OR a.role IN ('duplicate', 'late')
       OR EXISTS (SELECT 1 FROM attempt b WHERE b.order_id = a.order_id AND b.n > a.n
                  AND b.status IN ('dispatched', 'unknown', 'authorised', 'partly_captured')))
ORDER BY a.attempt_id;

-- name: holds_past_end
-- Their time is over: the channel is asked whether it has freed them.
SELECT attempt_id FROM attempt
WHERE status IN ('authorised', 'partly_captured') AND hold_until_ns <= :now_ns ORDER BY attempt_id;

-- name: open_of_closing
-- Attempts whose end is not known, of orders that wait for nothing else.
SELECT a.attempt_id FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.status IN ('dispatched', 'unknown') AND o.status = 'closing' ORDER BY a.attempt_id;

-- name: contradicted
-- A weaker source says otherwise than their status, or another amount: their channel is asked, whose answer is a stronger one.
-- What was concluded, from silence or by a person whom nobody could answer, is none of them: see concluded_ones.
SELECT attempt_id FROM attempt
WHERE needs_review = 1 AND status NOT IN ('dispatched', 'unknown') AND NOT (status = 'failed' AND decided_by IN ('silence', 'manual'))
ORDER BY attempt_id;

-- name: open_ones
-- Every attempt whose end is not known and that is to be asked about by now; what has no time yet is. A small partial index,
-- whatever the size of the history.
SELECT attempt_id FROM attempt WHERE status IN ('dispatched', 'unknown')
  AND (next_query_at_ns <= :due_ns OR (next_query_at_ns IS NULL AND needs_review = 0) OR :due_ns IS NULL) ORDER BY attempt_id;

-- name: next_n
-- The number of the next attempt of an order.
SELECT coalesce(max(n), 0) + 1 FROM attempt WHERE order_id = :order_id;

-- name: insert
-- Written, and committed, before the channel is asked. The schema lets an order have one open attempt at a time.
INSERT INTO attempt (order_id, n, purpose, channel, reference, amount, currency, hold_ns, holder, dispatched_at_ns,
                     dispatched_on, dispatched_boot_ns, changed_at_ns)
VALUES (:order_id, :n, :purpose, :channel, :reference, :amount, :currency, :hold_ns, :holder, :now_ns, :machine, :boot_ns,
        :now_ns);

-- name: succeed
-- The channel moved the money. One step, or nothing: no row changed means that it is known already.
UPDATE attempt SET status = 'succeeded', role = :role, channel_txn = :channel_txn, captured = amount, decided_by = :source,
  needs_review = 0, next_query_at_ns = NULL, version = version + 1, changed_at_ns = :now_ns
WHERE attempt_id = :attempt_id AND status IN ('dispatched', 'unknown', 'failed');

-- name: fail
-- By evidence: the channel said no, or it provably never left us. Or by conclusion, which is marked: the channel knows nothing
-- of it after its settle delay, or a person gave it up while the channel could not say; should it come to know, that overrules us.
UPDATE attempt SET status = 'failed', decided_by = :source, needs_review = iif(:source IN ('silence', 'manual'), 1, 0),
  next_query_at_ns = NULL, version = version + 1, changed_at_ns = :now_ns
WHERE attempt_id = :attempt_id AND status IN ('dispatched', 'unknown');

-- name: leave_unknown
-- It may have happened. Only evidence ends this, time never does.
UPDATE attempt SET status = 'unknown', needs_review = :needs_review, queries = queries + 1,
  next_query_at_ns = :next_query_at_ns, version = version + 1, changed_at_ns = :now_ns
WHERE attempt_id = :attempt_id AND status IN ('dispatched', 'unknown');

-- name: contradict
-- A weaker source says otherwise: the status stays, and its channel is asked again, whose answer is a stronger one.
UPDATE attempt SET needs_review = 1, version = version + 1, changed_at_ns = :now_ns
WHERE attempt_id = :attempt_id AND needs_review = 0;

-- name: concluded_ones
-- Failed by conclusion and not long ago: their channel is asked again, since a request may sleep for a while on its way, and since
-- a person may err. Those that a source contradicts are asked about as well.
SELECT attempt_id FROM attempt WHERE status = 'failed' AND needs_review = 1 AND dispatched_at_ns > :since_ns
ORDER BY attempt_id;

-- name: authorise
-- The channel holds the money. One step, or nothing.
UPDATE attempt SET status = 'authorised', channel_txn = :channel_txn, hold_until_ns = :hold_until_ns, decided_by = :source,
  needs_review = 0, next_query_at_ns = NULL, version = version + 1, changed_at_ns = :now_ns
WHERE attempt_id = :attempt_id AND status IN ('dispatched', 'unknown', 'failed');

-- name: capture
-- So much of what is held has moved; the role is that of its first capture.
UPDATE attempt SET status = :status, role = coalesce(role, :role), captured = captured + :amount, decided_by = :source,
  version = version + 1, changed_at_ns = :now_ns
WHERE attempt_id = :attempt_id AND status IN ('authorised', 'partly_captured') AND captured + :amount <= amount;

-- name: free
-- What is held and not captured is free again: voided or expired where nothing was captured, else it has succeeded.
UPDATE attempt SET status = iif(captured = 0, :status, 'succeeded'), decided_by = :source, needs_review = 0,
  version = version + 1, changed_at_ns = :now_ns
WHERE attempt_id = :attempt_id AND status IN ('authorised', 'partly_captured');

-- name: confirm
-- What it stands as was said again, by a stronger source: nothing contradicts it any more.
UPDATE attempt SET needs_review = 0, decided_by = :source, version = version + 1, changed_at_ns = :now_ns
WHERE attempt_id = :attempt_id AND needs_review = 1;
