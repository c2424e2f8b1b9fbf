-- name: by_digest
-- The same words of the same source are kept once.
SELECT evidence_id FROM evidence WHERE digest = :digest;

-- name: insert
-- The digest is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO evidence (source, channel, said, digest, at_ns) VALUES (:source, :channel, :said, :digest, :now_ns);
