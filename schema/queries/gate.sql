-- name: newest
-- What a consumer has seen last of one order.
SELECT version, action, body, changed_at_ns FROM followed WHERE consumer = :consumer AND subject = :subject;

-- name: follow
-- The version gate: one row changed, this state is the newest; none, it is out of date.
INSERT INTO followed (consumer, subject, version, action, body, changed_at_ns)
VALUES (:consumer, :subject, :version, :action, :body, :now_ns)
ON CONFLICT (consumer, subject) DO UPDATE SET version = excluded.version, action = excluded.action, body = excluded.body,
  changed_at_ns = excluded.changed_at_ns
WHERE followed.version < excluded.version;

-- name: tombstone
-- Whether the order was cancelled before it was made.
SELECT version FROM tombstone WHERE order_no = :order_no;

-- name: lay_tombstone
-- Looked for first, in the same transaction.
INSERT INTO tombstone (order_no, version, laid_at_ns) VALUES (:order_no, :version, :now_ns);
