-- en: A cancelled or expired order has no attempt whose end is unknown.
-- zh: 已取消或已过期的订单没有结果未知的尝试。
-- finds: damage
-- ledger.md law 27, as far as there are tables: an order is closing until evidence has ended the last one.
SELECT o.order_no AS subject, 'attempt=' || a.reference || ' status=' || a.status AS detail
FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.status IN ('dispatched', 'unknown') AND o.status IN ('cancelled', 'expired')
