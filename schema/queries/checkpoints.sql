-- How far the book had come, and what its last voucher's hash was.

-- name: position
-- The end of the chain.
SELECT voucher_id, number, hash FROM voucher ORDER BY voucher_id DESC LIMIT 1;

-- name: insert_checkpoint
-- Of the last voucher as it stands: a trigger holds it to that.
INSERT INTO checkpoint (checkpoint_id, voucher_id, hash, made_at_ns)
VALUES ((SELECT coalesce(max(checkpoint_id), 0) + 1 FROM checkpoint), :voucher_id, :hash, :now_ns);

-- name: voucher_hash
-- The number and the hash of one voucher, to be compared with a checkpoint kept elsewhere.
SELECT number, hash FROM voucher WHERE voucher_id = :voucher_id;
