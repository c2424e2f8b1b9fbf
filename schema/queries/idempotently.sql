-- name: begin_call
-- Written with the claim, before the function calls outside.
INSERT INTO own_call (key_hash, action, begun_at_ns) VALUES (:key_hash, :action, :now_ns)
ON CONFLICT (key_hash) DO NOTHING;

-- name: end_call
-- With the answer, or with the claim that is given back.
DELETE FROM own_call WHERE key_hash = :key_hash;

-- name: is_call
-- Whether only a caller's own program can say what became of this key.
SELECT action FROM own_call WHERE key_hash = :key_hash;
