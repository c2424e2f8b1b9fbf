-- name: setting
-- Read inside the transaction that acts by it.
SELECT value FROM setting WHERE name = :name;

-- name: change_setting
-- One row, which the schema made.
UPDATE setting SET value = :value WHERE name = :name;

-- name: add_script
-- At the end of the queue: ids grow.
INSERT INTO script (behaviour, argument_ns, times) VALUES (:behaviour, :argument_ns, :times);

-- name: next_script
-- The head of the queue. Whoever reads it holds the write lock, so no two calls use up the same turn.
SELECT script_id, behaviour, argument_ns, times FROM script ORDER BY script_id LIMIT 1;

-- name: all_scripts
-- In the order in which they will be used up.
SELECT behaviour, argument_ns, times FROM script ORDER BY script_id;

-- name: use_script
-- One turn less, where more than one was left.
UPDATE script SET times = times - 1 WHERE script_id = :script_id;

-- name: end_script
-- The last turn was taken.
DELETE FROM script WHERE script_id = :script_id;

-- name: first_under
-- What the reference was first told, as far back as the memory for references goes.
SELECT movement_id, channel_txn, original, amount_minor, currency, acts_at_ns, status FROM movement
WHERE kind = :kind AND reference = :reference AND made_at_ns > :since_ns
ORDER BY movement_id LIMIT 1;

-- name: found_under
-- What a query is told: money that moved before a refusal, the earliest first, and nothing of what is yet to act.
SELECT channel_txn, amount_minor, currency, acts_at_ns, status FROM movement
WHERE kind = :kind AND reference = :reference AND acts_at_ns <= :now_ns
ORDER BY status = 'approved' DESC, movement_id LIMIT 1;

-- name: charged_under
-- What can be given back at most: what has really moved under the reference, or was captured of its hold, in one currency.
SELECT (SELECT coalesce(sum(amount_minor), 0) FROM movement WHERE kind = 'charge' AND reference = :reference
          AND currency = :currency AND status = 'approved' AND acts_at_ns <= :now_ns)
     + (SELECT coalesce(sum(amount_minor), 0) FROM movement WHERE kind = 'capture' AND original = :reference
          AND currency = :currency AND status = 'approved' AND acts_at_ns <= :now_ns);

-- name: held_under
-- What is still held under a reference: what was authorised and is neither over, nor freed, nor captured. A capture or a void
-- that is yet to act counts: it has been promised.
SELECT coalesce(sum(h.amount_minor), 0)
     - (SELECT coalesce(sum(c.amount_minor), 0) FROM movement c WHERE c.kind = 'capture' AND c.original = :reference
          AND c.currency = :currency AND c.status = 'approved')
FROM movement h
WHERE h.kind = 'authorise' AND h.reference = :reference AND h.currency = :currency AND h.status = 'approved'
  AND h.acts_at_ns <= :now_ns AND h.hold_until_ns > :now_ns
  AND NOT EXISTS (SELECT 1 FROM movement v WHERE v.original = :reference AND v.status = 'approved'
                  AND (v.kind = 'void' OR v.is_last = 1));

-- name: hold_is_over
-- A hold that was made and has been freed: by its time, or by a void that has acted.
SELECT 1 FROM movement h
WHERE h.kind = 'authorise' AND h.reference = :reference AND h.status = 'approved' AND h.acts_at_ns <= :now_ns
  AND (h.hold_until_ns <= :now_ns
       OR EXISTS (SELECT 1 FROM movement v WHERE v.original = :reference AND v.status = 'approved'
                  AND (v.kind = 'void' OR v.is_last = 1) AND v.acts_at_ns <= :now_ns));

-- name: moved_or_closed
-- Whether a reference has moved or held anything, or will; and whether it was promised never to.
SELECT EXISTS (SELECT 1 FROM movement WHERE kind IN ('charge', 'authorise') AND reference = :reference AND status = 'approved'),
       EXISTS (SELECT 1 FROM movement WHERE kind = 'close' AND original = :reference AND status = 'approved');

-- name: refunded_of
-- Refunds that are yet to act count as well: they have been promised.
SELECT coalesce(sum(amount_minor), 0) FROM movement
WHERE kind = 'refund' AND original = :original AND currency = :currency AND status = 'approved';

-- name: next_movement
-- The next number. Nothing is ever removed, and whoever asks holds the write lock, so it is still free when it is used.
SELECT coalesce(max(movement_id), 0) + 1 FROM movement;

-- name: write_movement
-- Never changed afterwards.
INSERT INTO movement
  (movement_id, kind, reference, original, channel_txn, amount_minor, currency, made_at_ns, acts_at_ns, hold_until_ns, is_last, status)
VALUES
  (:movement_id, :kind, :reference, :original, :channel_txn, :amount_minor, :currency, :made_at_ns, :acts_at_ns,
   :hold_until_ns, :is_last, :status);

-- name: leave_notice
-- At most one a movement. A movement that is told once more is due once more, acknowledged or not.
INSERT INTO notice (movement_id, due_at_ns) VALUES (:movement_id, :due_at_ns)
ON CONFLICT (movement_id) DO UPDATE SET due_at_ns = excluded.due_at_ns, acknowledged_at_ns = NULL;

-- name: due_notices
-- Read only: what is not acknowledged comes again.
SELECT m.kind, m.reference, m.channel_txn, m.amount_minor, m.currency, m.acts_at_ns, m.original
FROM notice n JOIN movement m ON m.movement_id = n.movement_id
WHERE n.acknowledged_at_ns IS NULL AND n.due_at_ns <= :now_ns
ORDER BY n.due_at_ns, n.movement_id;

-- name: acknowledge
-- Twice is as good as once.
UPDATE notice SET acknowledged_at_ns = :now_ns
WHERE acknowledged_at_ns IS NULL
  AND movement_id = (SELECT movement_id FROM movement WHERE channel_txn = :channel_txn);

-- name: done_so_far
-- Money alone, in the order of the index, so that nothing is sorted.
SELECT kind, reference, channel_txn, amount_minor, currency, acts_at_ns, original FROM movement
WHERE kind IN ('capture', 'charge', 'refund') AND status = 'approved' AND acts_at_ns <= :now_ns
ORDER BY kind, reference, channel_txn;
