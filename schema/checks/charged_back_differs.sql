-- en: What an order was charged back is the sum of its disputes that are open or lost.
-- zh: 订单的被拒付金额等于其未决与败诉争议之和。
-- finds: damage
-- ledger.md law 17, the third counter.
SELECT o.order_no AS subject, 'charged_back=' || o.charged_back || ' disputes=' || coalesce(s.amount, 0) AS detail
FROM orders o LEFT JOIN (SELECT order_id, sum(amount) AS amount FROM dispute WHERE status IN ('opened', 'lost')
                         GROUP BY order_id) s ON s.order_id = o.order_id
WHERE o.charged_back <> coalesce(s.amount, 0)
