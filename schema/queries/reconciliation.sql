-- What the fifth layer reads besides the laws of schema/checks/. Nothing here writes.

-- name: position
-- How far the book has come: the last voucher of the snapshot that is judged.
SELECT voucher_id, number, recorded_at_ns FROM voucher ORDER BY voucher_id DESC LIMIT 1;

-- name: open_attempts
-- Payments outside whose end is not known: a small partial index, whatever the size of the history.
SELECT a.reference, o.order_no, o.status, a.channel, a.status, a.needs_review, a.amount, a.currency, a.dispatched_at_ns
FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.status IN ('dispatched', 'unknown') ORDER BY a.attempt_id;

-- name: open_operations
-- Captures, voids and closes whose end is not known.
SELECT p.reference, o.order_no, p.kind, p.channel, p.status, p.needs_review, p.amount, p.currency, p.dispatched_at_ns
FROM operation p JOIN attempt a ON a.attempt_id = p.attempt_id JOIN orders o ON o.order_id = a.order_id
WHERE p.status IN ('dispatched', 'unknown') ORDER BY p.operation_id;

-- name: holds
-- Money that channels hold for us.
SELECT a.reference, o.order_no, o.status, a.channel, a.status, a.needs_review, a.amount - a.captured, a.currency, a.changed_at_ns
FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.status IN ('authorised', 'partly_captured') ORDER BY a.attempt_id;

-- name: open_refunds
-- Refunds that are owed or under way, and those that a channel refused although the money is not ours to keep.
SELECT r.cause_key, o.order_no, r.cause, r.channel, r.status, r.amount, r.currency,
       coalesce(r.dispatched_at_ns, r.changed_at_ns), r.refund_id
FROM refund r JOIN orders o ON o.order_id = r.order_id
WHERE r.status IN ('requested', 'dispatched', 'unknown')
UNION ALL
SELECT r.cause_key, o.order_no, r.cause, r.channel, r.status, r.amount, r.currency,
       coalesce(r.dispatched_at_ns, r.changed_at_ns), r.refund_id
FROM refund r JOIN orders o ON o.order_id = r.order_id
WHERE r.status = 'failed' AND (r.owed OR r.cause <> 'customer')
  AND NOT EXISTS (SELECT 1 FROM refund b WHERE b.replaces = r.refund_id)
ORDER BY 9;

-- name: open_keys
-- Keys that have no answer yet, by a small partial index.
SELECT tenant, key, state, last_error, begun_at_ns
FROM idempotency_key WHERE outcome IS NULL AND state IN ('in_progress', 'unknown', 'dead') ORDER BY key_id;

-- name: attempts_behind
-- Ours at one channel in the order of its statement, a page at a time, so that a merge holds two lines and not two histories.
SELECT a.reference, a.channel_txn, a.amount, a.currency, a.status, o.order_no
FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.channel = :channel AND a.reference > :behind AND a.purpose = 'charge' ORDER BY a.reference LIMIT :at_most;

-- name: captures_behind
-- The same of captures.
SELECT p.reference, p.channel_txn, p.amount, p.currency, p.status, o.order_no
FROM operation p JOIN attempt a ON a.attempt_id = p.attempt_id JOIN orders o ON o.order_id = a.order_id
WHERE p.channel = :channel AND p.reference > :behind AND p.kind = 'capture' ORDER BY p.reference LIMIT :at_most;

-- name: refunds_behind
-- The same of refunds.
SELECT r.reference, r.channel_txn, r.amount, r.currency, r.status, o.order_no
FROM refund r JOIN orders o ON o.order_id = r.order_id
WHERE r.channel = :channel AND r.reference > :behind ORDER BY r.reference LIMIT :at_most;

-- name: attempt_now
-- One of ours once more, after the statement was read, and whether somebody alive is at it.
SELECT a.reference, a.channel_txn, a.amount, a.currency, a.status, o.order_no,
       EXISTS (SELECT 1 FROM idempotency_key k WHERE k.key_hash = a.holder AND k.state = 'in_progress'
               AND k.lease_until_ns > :now_ns)
FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.channel = :channel AND a.reference = :reference;

-- name: capture_now
-- The same of captures.
SELECT p.reference, p.channel_txn, p.amount, p.currency, p.status, o.order_no,
       EXISTS (SELECT 1 FROM idempotency_key k WHERE k.key_hash = p.holder AND k.state = 'in_progress'
               AND k.lease_until_ns > :now_ns)
FROM operation p JOIN attempt a ON a.attempt_id = p.attempt_id JOIN orders o ON o.order_id = a.order_id
WHERE p.channel = :channel AND p.reference = :reference AND p.kind = 'capture';

-- name: refund_now
-- The same of refunds.
SELECT r.reference, r.channel_txn, r.amount, r.currency, r.status, o.order_no,
       EXISTS (SELECT 1 FROM idempotency_key k WHERE k.key_hash = r.holder AND k.state = 'in_progress'
               AND k.lease_until_ns > :now_ns)
FROM refund r JOIN orders o ON o.order_id = r.order_id
WHERE r.channel = :channel AND r.reference = :reference;

-- name: chain
-- Every voucher as it is stored, first to last, for the seal that is computed again.
SELECT voucher_id, kind, series, seq, business_key, order_id, attempt_id, refund_id, business_date, recorded_at_ns, reason,
       previous_hash, hash, number, operation_id, dispute_id, reverses, actor, seal_version
FROM voucher ORDER BY voucher_id;

-- name: chain_lines
-- The lines of one voucher: a range of the primary key.
SELECT account_id, currency, side, amount, account_version, debits_after, credits_after
FROM entry WHERE entry_id BETWEEN :voucher_id * 65536 + 1 AND :voucher_id * 65536 + 65535 ORDER BY entry_id;

-- name: file_integrity
-- SQLite's own check of every page, index, type and CHECK of the file.
SELECT integrity_check FROM pragma_integrity_check(100) WHERE integrity_check <> 'ok';

-- name: line_before
-- Where an account stood before one of its lines, by the thread through them.
SELECT b.debits_after, b.credits_after FROM entry e JOIN entry b ON b.entry_id = e.previous_entry_id
WHERE b.account_id = :account_id AND e.entry_id = :entry_id;

-- name: voucher_of_hash
-- The voucher that carries a hash: a walk over all of them, done only for a voucher whose seal is broken.
SELECT voucher_id FROM voucher WHERE hash = :hash LIMIT 1;
