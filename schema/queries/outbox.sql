-- name: events
-- In the order of their commits, with the terms of their orders, which never change.
SELECT e.event_id, o.order_no, e.version, e.action, b.code, p.code, o.currency, e.amount, e.at_ns
FROM event e
JOIN orders o ON o.order_id = e.order_id
JOIN account b ON b.account_id = o.buyer_id
JOIN account p ON p.account_id = o.payee_id
WHERE e.event_id > :after AND (:order_no IS NULL OR o.order_no = :order_no)
ORDER BY e.event_id LIMIT :at_most;

-- name: published
-- How far the events have been told.
SELECT upto FROM publication;

-- name: publish
-- Behind the write that told them. No row changed: somebody else has told them too.
UPDATE publication SET upto = :upto, told_at_ns = :now_ns WHERE upto < :upto;

-- name: count
-- How many events there are, and how many of them are about one order.
SELECT count(*), count(*) FILTER (WHERE order_id = :order_id) FROM event;
