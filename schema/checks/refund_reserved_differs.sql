-- en: What an order has reserved for refunds is the sum of its customer's refunds that are open, or refused and still owed.
-- zh: 订单为退款预留的金额等于其客户未决的、或被拒绝而仍应退的退款之和。
-- finds: damage
-- ledger.md law 18. An unknown refund keeps its reservation until evidence ends it, a refused one until it has gone another way.
SELECT o.order_no AS subject,
       'refund_reserved=' || o.refund_reserved || ' open_refunds=' || coalesce(s.amount, 0) AS detail
FROM orders o
LEFT JOIN (SELECT r.order_id, sum(r.amount) AS amount FROM refund r
           WHERE r.counted AND (r.status IN ('requested', 'dispatched', 'unknown') OR (r.owed AND NOT EXISTS (SELECT 1 FROM refund b WHERE b.replaces = r.refund_id)))
           GROUP BY r.order_id) s ON s.order_id = o.order_id
WHERE o.refund_reserved <> coalesce(s.amount, 0)
