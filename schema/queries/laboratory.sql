-- What really moved, asked by the oracle of an experiment at the end of each schedule. No layer reads any of it.

-- name: payments_of_order
-- Money that settled an order, however often; what was reversed did not.
SELECT count(*) FROM voucher v JOIN orders o ON o.order_id = v.order_id
WHERE o.order_no = :number AND v.kind = 'pay'
  AND NOT EXISTS (SELECT 1 FROM voucher r WHERE r.reverses = v.voucher_id);

-- name: bookings_between
-- Bookings of a kind that touched one account, and another one where it is given; opening balances belong to nobody's wish.
SELECT count(*) FROM voucher v
WHERE v.kind = :kind AND v.business_key NOT GLOB 'opening.*'
  AND EXISTS (SELECT 1 FROM entry e JOIN account a ON a.account_id = e.account_id
              WHERE e.voucher_id = v.voucher_id AND a.code = :account AND (:side IS NULL OR e.side = :side))
  AND (:other IS NULL OR EXISTS (SELECT 1 FROM entry e JOIN account a ON a.account_id = e.account_id
                                 WHERE e.voucher_id = v.voucher_id AND a.code = :other))
  AND (:amount IS NULL OR EXISTS (SELECT 1 FROM entry e WHERE e.voucher_id = v.voucher_id AND e.amount = :amount))
  AND NOT EXISTS (SELECT 1 FROM voucher r WHERE r.reverses = v.voucher_id);

-- name: refunds_of_order
-- What its customer was given back, by request.
SELECT count(*) FROM refund r JOIN orders o ON o.order_id = r.order_id
WHERE o.order_no = :number AND r.cause = 'customer' AND r.status <> 'failed' AND (:amount IS NULL OR r.amount = :amount);

-- name: owed_back
-- Second and late money that will not stay: on its way back to the customer, or refused by its channel, owed in the book and told
-- by a law until a person sends it another way.
SELECT count(*) FROM refund r JOIN orders o ON o.order_id = r.order_id
WHERE o.order_no = :number AND r.cause <> 'customer' AND r.channel = :channel
  AND (r.status IN ('requested', 'dispatched', 'unknown') OR
       (r.status = 'failed' AND NOT EXISTS (SELECT 1 FROM refund b WHERE b.replaces = r.refund_id)));

-- name: captures_of_order
-- Parts of what is held that a channel has captured.
SELECT count(*) FROM operation p JOIN attempt a ON a.attempt_id = p.attempt_id JOIN orders o ON o.order_id = a.order_id
WHERE o.order_no = :number AND p.kind = 'capture' AND p.status = 'succeeded';

-- name: order_status
-- Where an order stands; no row where there is none.
SELECT status FROM orders WHERE order_no = :number;

-- name: on_hand
-- How many of a thing are there; no row where it is not sold.
SELECT on_hand FROM stock WHERE sku = :sku;

-- name: overdrawn
-- More taken than there was: below zero where that is not allowed, more promised than there is, more given back than came.
SELECT 'account ' || a.code FROM account a JOIN balance b ON b.account_id = a.account_id
WHERE (a.limit_rule = 'no_debit' AND b.debits > b.credits) OR (a.limit_rule = 'no_credit' AND b.credits > b.debits)
UNION ALL SELECT 'stock ' || sku FROM stock WHERE on_hand < 0 OR reserved > on_hand
UNION ALL SELECT 'coupon ' || c.code FROM coupon c
WHERE (SELECT count(*) FROM coupon_use u WHERE u.coupon_id = c.coupon_id AND u.status = 'used') > c.usage_limit
  OR EXISTS (SELECT 1 FROM coupon_use u WHERE u.coupon_id = c.coupon_id AND u.status = 'used' GROUP BY u.buyer_id HAVING count(*) > 1)
UNION ALL SELECT 'order ' || o.order_no FROM orders o
WHERE (SELECT coalesce(sum(r.amount), 0) FROM refund r
       WHERE r.order_id = o.order_id AND r.cause = 'customer' AND r.status <> 'failed') > o.captured;

-- name: left_open
-- What nobody has ended: keys, attempts, refunds and operations whose outcome is not known.
SELECT (SELECT count(*) FROM idempotency_key WHERE outcome IS NULL) +
       (SELECT count(*) FROM attempt WHERE status IN ('dispatched', 'unknown')) +
       (SELECT count(*) FROM refund WHERE status IN ('dispatched', 'unknown')) +
       (SELECT count(*) FROM operation WHERE status IN ('dispatched', 'unknown'));

-- name: what_is_left_open
-- The same, each by its kind, its own name, the number of its order (a key has none) and how it stands.
SELECT 'key', key, '', 'in progress' FROM idempotency_key WHERE outcome IS NULL
UNION ALL SELECT 'attempt', o.order_no || '.pay.' || a.n, o.order_no, a.status
  FROM attempt a JOIN orders o ON o.order_id = a.order_id WHERE a.status IN ('dispatched', 'unknown')
UNION ALL SELECT 'refund', r.cause_key, o.order_no, r.status
  FROM refund r JOIN orders o ON o.order_id = r.order_id WHERE r.status IN ('dispatched', 'unknown')
UNION ALL SELECT 'operation', p.business_key, o.order_no, p.status
  FROM operation p JOIN attempt a ON a.attempt_id = p.attempt_id JOIN orders o ON o.order_id = a.order_id
  WHERE p.status IN ('dispatched', 'unknown');

-- name: orders_as_they_stand
-- What experiments may expect of an order: its status, and how much was booked for it.
SELECT o.order_no, o.status, (SELECT count(*) FROM voucher v WHERE v.order_id = o.order_id),
       (SELECT count(*) FROM entry e JOIN voucher v ON v.voucher_id = e.voucher_id WHERE v.order_id = o.order_id)
FROM orders o ORDER BY o.order_id;
