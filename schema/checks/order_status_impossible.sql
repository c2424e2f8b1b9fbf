-- en: An order's status is a known one, reached by at least so many changes, and an order in payment has an attempt.
-- zh: 订单状态是已知的，且经历了相应次数的变更；支付中的订单有一次尝试。
-- finds: damage
-- ledger.md law 23, without a history of steps: created is where every order begins, and nothing leads back to it; a closing
-- order waits for what is open or held outside and for nothing else.
SELECT o.order_no AS subject, 'status=' || o.status || ' version=' || o.version AS detail
FROM orders o
WHERE (o.status = 'created') <> (o.version = 1)
   OR o.version < CASE o.status WHEN 'created' THEN 1 WHEN 'paying' THEN 2 WHEN 'paid' THEN 2 WHEN 'cancelled' THEN 2
                                WHEN 'expired' THEN 2
                                WHEN 'fulfilled' THEN 3 WHEN 'closing' THEN 3 WHEN 'refunded' THEN 3 ELSE 9e99 END
   OR (o.status IN ('paying', 'closing') AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.order_id = o.order_id))
   OR (o.status = 'closing' AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.order_id = o.order_id
                                            AND a.status IN ('dispatched', 'unknown', 'authorised', 'partly_captured')))
