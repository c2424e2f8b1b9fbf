-- en: An order that has ended unpaid holds no stock and no coupon, and each line of a paid one has consumed its reservation.
-- zh: 未支付而终结的订单不占用库存与优惠券；已支付订单的每一行都已消耗其预留。
-- finds: damage
-- ledger.md law 28. Late money consumes nothing: its order has ended. A line without a reservation was sold without asking.
SELECT o.order_no || ' line ' || l.line AS subject, 'order=' || o.status || ' reservation=' || coalesce(r.status, 'none') AS detail
FROM order_line l JOIN orders o USING (order_id) LEFT JOIN reservation r ON r.order_id = l.order_id AND r.line = l.line
WHERE CASE WHEN o.status IN ('created', 'paying', 'closing') THEN r.status IS NOT NULL AND r.status <> 'held'
           WHEN o.status IN ('cancelled', 'expired') THEN coalesce(r.status, '') IN ('held', 'consumed')
           ELSE r.status IS NOT 'consumed' END
UNION ALL
SELECT o.order_no, 'order=' || o.status || ' coupon=' || u.status
FROM coupon_use u JOIN orders o USING (order_id)
WHERE (u.status = 'given_back') <> (o.status IN ('cancelled', 'expired'))
