-- en: At most one attempt settles an order.
-- zh: 至多一次尝试结清一个订单。
-- finds: damage
-- ledger.md law 19.
SELECT coalesce(o.order_no, 'order ' || s.order_id) AS subject, 'attempts=' || s.settling AS detail
FROM (SELECT order_id, count(*) AS settling FROM attempt WHERE role = 'settles' GROUP BY order_id HAVING count(*) > 1) s
LEFT JOIN orders o ON o.order_id = s.order_id
