-- name: known_id
-- Whether this consumer has heard the message before, by the id its sender gave it, and what it said then.
SELECT fingerprint, told FROM message WHERE consumer = :consumer AND sender_id = :sender_id;

-- name: mark_of
-- Whether the business event had its effect. Asked in the transaction that will write the mark: nobody can write it in between.
SELECT fingerprint, outcome FROM consumed
WHERE consumer = :consumer AND subject = :subject AND action = :action AND version = :version;

-- name: mark
-- The mark, in the transaction of its effect. The conflict is named: without the look before it (a laboratory's inbox) a second
-- mark is quiet, and everything else is loud.
INSERT INTO consumed (consumer, subject, action, version, fingerprint, outcome, voucher_id, consumed_at_ns)
VALUES (:consumer, :subject, :action, :version, :fingerprint, :outcome, :voucher_id, :now_ns)
ON CONFLICT (consumer, subject, action, version) DO NOTHING;

-- name: log
-- A message that comes again under its own id is in the log already.
INSERT INTO message (consumer, sender_id, subject, action, version, fingerprint, told, heard_at_ns)
VALUES (:consumer, :sender_id, :subject, :action, :version, :fingerprint, :told, :now_ns)
ON CONFLICT (consumer, sender_id) DO NOTHING;

-- name: heard
-- The log, in the order in which the messages came; all of it, or of one order.
SELECT m.message_id, m.consumer, m.sender_id, m.subject, m.action, m.version, m.told, c.outcome, m.heard_at_ns
FROM message m
LEFT JOIN consumed c ON c.consumer = m.consumer AND c.subject = m.subject AND c.action = m.action AND c.version = m.version
WHERE m.message_id > :after AND (:subject IS NULL OR m.subject = :subject)
ORDER BY m.message_id LIMIT :at_most;
