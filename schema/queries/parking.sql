-- name: by_digest
-- The same content again is the same row.
SELECT held_id, consumer, subject, version, content, state, reason, detail, tries, kept_at_ns, due_at_ns, changed_at_ns, note
FROM held WHERE digest = :digest;

-- name: by_id
-- As a person names it.
SELECT held_id, consumer, subject, version, content, state, reason, detail, tries, kept_at_ns, due_at_ns, changed_at_ns, note
FROM held WHERE held_id = :held_id;

-- name: list
-- What waits or is parked; with `ended` also what was.
SELECT held_id, consumer, subject, version, content, state, reason, detail, tries, kept_at_ns, due_at_ns, changed_at_ns, note
FROM held WHERE held_id > :after AND (:ended = 1 OR state = 'early' OR state = 'parked') ORDER BY held_id LIMIT :at_most;

-- name: waiting
-- What waits, of one order or of all, the lowest version of each first.
SELECT held_id FROM held
WHERE state = 'early' AND (:consumer IS NULL OR consumer = :consumer) AND (:subject IS NULL OR subject = :subject)
ORDER BY consumer, subject, version, held_id;

-- name: open_count
-- How many wait and how many are parked.
SELECT count(*) FILTER (WHERE state = 'early'), count(*) FILTER (WHERE state = 'parked')
FROM held WHERE state = 'early' OR state = 'parked';

-- name: hold
-- Kept whole. The digest is looked up first, in the same transaction.
INSERT INTO held (digest, consumer, subject, version, content, state, reason, detail, tries, kept_at_ns, due_at_ns, changed_at_ns)
VALUES (:digest, :consumer, :subject, :version, :content, :state, :reason, :detail, 1, :now_ns, :due_at_ns, :now_ns);

-- name: try_again
-- One more try that came to nothing.
UPDATE held SET state = :state, reason = :reason, detail = :detail, tries = tries + :tries, changed_at_ns = :now_ns
WHERE held_id = :held_id AND (state = 'early' OR state = 'parked');

-- name: done
-- Applied, or recognised, in the transaction of its effect.
UPDATE held SET state = 'done', tries = tries + :tries, changed_at_ns = :now_ns
WHERE held_id = :held_id AND (state = 'early' OR state = 'parked');

-- name: drop
-- Somebody has decided that it shall not be applied, and says why.
UPDATE held SET state = 'dropped', note = :note, changed_at_ns = :now_ns
WHERE held_id = :held_id AND (state = 'early' OR state = 'parked');
