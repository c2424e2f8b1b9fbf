-- en: Of an order that was shipped, every line has left or has come back before.
-- zh: 已发货订单的每一行均已发出，或在此前退回。
-- finds: damage
SELECT o.order_no AS subject, 'line=' || l.line || ' quantity=' || l.quantity || ' shipped=' || l.shipped AS detail
FROM (SELECT order_id, line, quantity,
             (SELECT coalesce(sum(s.quantity), 0) FROM shipment s WHERE s.order_id = n.order_id AND s.line = n.line) AS shipped,
             (SELECT coalesce(sum(m.withheld), 0) FROM stock_movement m WHERE m.order_id = n.order_id AND m.line = n.line)
               AS withheld
      FROM order_line n) l
JOIN orders o ON o.order_id = l.order_id
WHERE o.status = 'fulfilled' AND l.shipped + l.withheld <> l.quantity
