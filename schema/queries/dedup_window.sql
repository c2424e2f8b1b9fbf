-- name: holder
-- Who was admitted last for this intent. One row of the primary key.
SELECT owner, admitted_at_ns, expires_at_ns FROM dedup_window WHERE intent = :intent;

-- name: admit
-- Ours from now on. An expired entry, or one of our own, is written over; nobody else can stand between this and the look
-- before it, since both are in one IMMEDIATE transaction.
INSERT INTO dedup_window (intent, owner, admitted_at_ns, expires_at_ns)
VALUES (:intent, :owner, :now_ns, :expires_at_ns)
ON CONFLICT (intent) DO UPDATE SET owner = excluded.owner, admitted_at_ns = excluded.admitted_at_ns,
  expires_at_ns = excluded.expires_at_ns;

-- name: release
-- The key that was admitted came to nothing: its entry must not tell the next one to wait.
DELETE FROM dedup_window WHERE intent = :intent AND owner = :owner;

-- name: prune
-- Expired entries, a batch at a time. Losing an entry changes no outcome.
DELETE FROM dedup_window WHERE intent IN (
  SELECT intent FROM dedup_window WHERE expires_at_ns <= :now_ns LIMIT :at_most);
