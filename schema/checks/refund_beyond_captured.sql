-- en: No order gives back more than it has captured, and one that gave back everything is refunded.
-- zh: 任何订单的退款都不超过已收；全部退完的订单状态为已退款。
-- finds: damage
-- ledger.md law 18. The schema's CHECK can be switched off in a stock shell, so it is asked again here.
SELECT order_no AS subject,
       'captured=' || captured || ' refunded=' || refunded || ' refund_reserved=' || refund_reserved || ' status=' || status
         AS detail
FROM orders
WHERE refund_reserved < 0 OR refunded < 0 OR refund_reserved + refunded > captured
   OR (status = 'refunded') <> (captured > 0 AND refunded = captured)
