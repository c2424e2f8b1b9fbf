-- name: by_digest
-- The same words of the same source are kept once.
SELECT evidence_id FROM evidence WHERE digest = :digest;

-- name: all
-- Every row, so that its words can be held against their digest.
SELECT evidence_id, source, coalesce(channel, ''), said, digest FROM evidence ORDER BY evidence_id;

-- name: insert
-- The digest is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO evidence (source, channel, said, digest, at_ns) VALUES (:source, :channel, :said, :digest, :now_ns);
