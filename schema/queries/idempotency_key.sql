-- name: find
-- The one row of a key, by 16 bytes of digest over tenant and key.
SELECT key_id, fp_alg, fingerprint, state, fence, tries, attempt_id, lease_host, lease_boot, lease_boot_until_ns,
       lease_until_ns, outcome, http_status, answer, answer_until_ns, refund_id, operation_id
FROM idempotency_key WHERE key_hash = :key_hash;

-- name: insert_done
-- Claim and answer in one row, where claim, effect and answer are one transaction (a payment from a balance).
INSERT INTO idempotency_key (key_hash, tenant, key, fp_alg, fingerprint, state, fence, outcome, http_status, answer,
                             begun_at_ns, done_at_ns, answer_until_ns, tombstone_until_ns)
VALUES (:key_hash, :tenant, :key, :fp_alg, :fingerprint, 'done', 1, :outcome, :http_status, :answer,
        :now_ns, :now_ns, :answer_until_ns, :tombstone_until_ns);

-- name: insert_claim
-- A claim with a lease, committed before the call outside. The key was looked up in this same transaction.
INSERT INTO idempotency_key (key_hash, tenant, key, fp_alg, fingerprint, state, fence, attempt_id, refund_id,
                             operation_id, lease_host, lease_boot, lease_boot_until_ns, lease_until_ns, begun_at_ns)
VALUES (:key_hash, :tenant, :key, :fp_alg, :fingerprint, 'in_progress', 1, :attempt_id, :refund_id, :operation_id, :host, :boot,
        :boot_until_ns, :until_ns, :now_ns);

-- name: attach
-- A key taken over goes on with another attempt than its first.
UPDATE idempotency_key SET attempt_id = :attempt_id, refund_id = :refund_id, operation_id = :operation_id
WHERE key_hash = :key_hash AND fence = :fence AND state = 'in_progress';

-- name: take_over
-- A dead lease, or a key left open, goes to the next: the fence rises, so that whatever the first still writes changes no row.
-- Only a holder that died counts as a try: asking again about a silent channel may go on for ever.
UPDATE idempotency_key SET state = 'in_progress', fence = fence + 1, tries = tries + (state = 'in_progress'), lease_host = :host,
  lease_boot = :boot, lease_boot_until_ns = :boot_until_ns, lease_until_ns = :until_ns
WHERE key_hash = :key_hash AND fence = :fence AND state IN ('in_progress', 'unknown', 'dead');

-- name: extend
-- The holder is alive. No row changed: I lost.
UPDATE idempotency_key SET lease_boot_until_ns = :boot_until_ns, lease_until_ns = :until_ns
WHERE key_hash = :key_hash AND fence = :fence AND state = 'in_progress';

-- name: hold
-- Still mine? Asked by every writing phase, in its own transaction. No row changed: I lost, roll back.
UPDATE idempotency_key SET fence = fence WHERE key_hash = :key_hash AND fence = :fence AND state = 'in_progress';

-- name: finish
-- The answer, in the transaction of the effect. Expiry counts from here, never from the beginning.
UPDATE idempotency_key SET state = 'done', outcome = :outcome, http_status = :http_status, answer = :answer,
  done_at_ns = :now_ns, answer_until_ns = :answer_until_ns, tombstone_until_ns = :tombstone_until_ns,
  lease_host = NULL, lease_boot = NULL, lease_boot_until_ns = NULL, lease_until_ns = NULL
WHERE key_hash = :key_hash AND fence = :fence AND state = 'in_progress';

-- name: leave_open
-- The call outside has no answer yet: the key stays, and says so.
UPDATE idempotency_key SET state = :state, last_error = :last_error,
  lease_host = NULL, lease_boot = NULL, lease_boot_until_ns = NULL, lease_until_ns = NULL
WHERE key_hash = :key_hash AND fence = :fence AND state = 'in_progress';

-- name: give_back
-- Nothing happened: the claim goes, a retry runs. Only the holder can, and only what is not answered.
DELETE FROM idempotency_key WHERE key_hash = :key_hash AND fence = :fence AND state = 'in_progress';

-- name: open_ones
-- Keys that wait for an end, by a small partial index.
SELECT key_hash, tenant, key, attempt_id, refund_id, operation_id
FROM idempotency_key WHERE outcome IS NULL AND state IN ('in_progress', 'unknown', 'dead') ORDER BY key_id;

-- name: list
-- Newest first, for people.
SELECT key_id, tenant, key, state, fence, tries, outcome, begun_at_ns, done_at_ns, answer_until_ns
FROM idempotency_key WHERE key_id < :before ORDER BY key_id DESC LIMIT :at_most;

-- name: show
-- Everything a person may know of one key.
SELECT key_id, tenant, key, state, fence, tries, outcome, http_status, answer, begun_at_ns, done_at_ns, answer_until_ns,
       tombstone_until_ns, lease_until_ns, last_error, attempt_id, refund_id, operation_id
FROM idempotency_key WHERE key_hash = :key_hash;

-- name: expired_answers
-- A batch of final answers past their retention, walking up by key_id so that each batch goes on where the last ended.
SELECT key_id FROM idempotency_key
WHERE key_id > :after AND state = 'done' AND answer_until_ns <= :now_ns ORDER BY key_id LIMIT :at_most;

-- name: bury
-- The answer goes, the refusal stays: a tombstone never runs again.
UPDATE idempotency_key SET state = 'tombstone', answer = NULL WHERE key_id = :key_id AND state = 'done';

-- name: expired_tombstones
-- A batch of tombstones past theirs.
SELECT key_id FROM idempotency_key
WHERE key_id > :after AND state = 'tombstone' AND tombstone_until_ns <= :now_ns ORDER BY key_id LIMIT :at_most;

-- name: forget
-- The voucher's uniqueness stands behind a forgotten key for ever.
DELETE FROM idempotency_key WHERE key_id = :key_id AND state = 'tombstone';

-- name: overdue
-- Unfinished and older than the retention: reported, never removed.
SELECT tenant, key, state, begun_at_ns FROM idempotency_key
WHERE outcome IS NULL AND state IN ('in_progress', 'unknown', 'dead') AND begun_at_ns <= :before_ns ORDER BY key_id;

-- name: count
-- How many keys there are, how many of them wait for an end, and how many have this text, whoever their tenant is.
SELECT count(*), count(*) FILTER (WHERE state IN ('in_progress', 'unknown', 'dead')), count(*) FILTER (WHERE key = :key)
FROM idempotency_key;
