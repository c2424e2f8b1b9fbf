-- en: An order is due what its lines come to, its coupon gave what they say, and no more of a line was shipped than it is of.
-- zh: 订单应付等于各行之和，优惠券减免与各行一致，每行发货不多于其数量。
-- finds: damage
SELECT o.order_no AS subject, 'due=' || o.amount_due || ' lines=' || sum(l.amount) AS detail
FROM orders o JOIN order_line l USING (order_id)
GROUP BY o.order_id HAVING sum(l.amount) <> o.amount_due OR count(*) <> max(l.line)
UNION ALL
SELECT o.order_no, 'line=' || l.line || ' amount=' || l.amount
FROM order_line l JOIN orders o USING (order_id) WHERE l.amount <> l.quantity * l.unit_price - l.discount
UNION ALL
SELECT o.order_no, 'discount=' || sum(l.discount) || ' coupon=' || coalesce(u.discount, 0)
FROM orders o JOIN order_line l USING (order_id) LEFT JOIN coupon_use u USING (order_id)
GROUP BY o.order_id HAVING sum(l.discount) <> coalesce(u.discount, 0)
UNION ALL
SELECT o.order_no, 'line=' || l.line || ' quantity=' || l.quantity || ' shipped=' || sum(s.quantity)
FROM order_line l JOIN orders o USING (order_id) JOIN shipment s USING (order_id, line)
GROUP BY l.order_id, l.line
HAVING sum(s.quantity) + (SELECT coalesce(sum(m.withheld), 0) FROM stock_movement m
                          WHERE m.order_id = l.order_id AND m.line = l.line) > l.quantity
