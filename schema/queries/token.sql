-- name: insert
-- Its digest alone: the text is told once, to whom it was issued.
INSERT INTO token (digest, tenant, owner, verb, target, issued_at_ns, issued_on, issued_boot_ns, ttl_ns, keep_until_ns)
VALUES (:digest, :tenant, :owner, :verb, :target, :now_ns, :machine, :boot_ns, :ttl_ns, :keep_until_ns);

-- name: find
-- By digest: what is guessed is never compared letter by letter.
SELECT token_id, tenant, owner, verb, target, issued_at_ns, issued_on, issued_boot_ns, ttl_ns, used_by, used_at_ns,
       keep_until_ns
FROM token WHERE digest = :digest;

-- name: list
-- Newest first, for people; a token's text is in no list.
SELECT token_id, tenant, owner, verb, target, issued_at_ns, issued_on, issued_boot_ns, ttl_ns, used_by, used_at_ns,
       keep_until_ns
FROM token ORDER BY token_id DESC LIMIT :at_most;

-- name: newer_of_user
-- The laboratory's token keyed by user, as article B's sample keeps it: a second page destroys the first one's token.
SELECT 1 FROM token WHERE tenant = :tenant AND token_id > :token_id LIMIT 1;

-- name: take
-- Taken in the transaction of the work. No row changed: somebody else has taken it.
UPDATE token SET used_by = :key_hash, used_at_ns = :now_ns, keep_until_ns = max(keep_until_ns, :keep_until_ns)
WHERE token_id = :token_id AND used_by IS NULL;

-- name: give_back
-- Nothing happened and the claim is given back: the page may be submitted again.
UPDATE token SET used_by = NULL, used_at_ns = NULL WHERE used_by = :key_hash;

-- name: used_for
-- What became of the key that took a token.
SELECT state, outcome, answer FROM idempotency_key WHERE key_hash = :key_hash;

-- name: expired
-- A batch of tokens past their retention.
SELECT token_id FROM token WHERE token_id > :after AND keep_until_ns <= :now_ns ORDER BY token_id LIMIT :at_most;

-- name: forget
-- Unknown from here on, and refused as such.
DELETE FROM token WHERE token_id = :token_id;
