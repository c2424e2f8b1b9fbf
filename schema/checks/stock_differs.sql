-- en: What is on hand is the sum of its movements, each following from the one before, and no more came back of a line than left.
-- zh: 库存现有数等于其各次变动之和，逐笔相接；每个订单行退回的不多于发出的。
-- finds: damage
-- ledger.md law 29; a stock begins empty.
SELECT s.sku AS subject,
       'on_hand=' || s.on_hand || ' movements=' || (SELECT coalesce(sum(n.quantity), 0) FROM stock_movement n
                                                    WHERE n.stock_id = s.stock_id) AS detail
FROM stock s
WHERE s.on_hand <> (SELECT coalesce(sum(m.quantity), 0) FROM stock_movement m WHERE m.stock_id = s.stock_id)
UNION ALL
SELECT business_key, 'on_hand_after=' || on_hand_after || ' before=' || before || ' quantity=' || quantity
FROM (SELECT business_key, on_hand_after, quantity,
             coalesce(lag(on_hand_after) OVER (PARTITION BY stock_id ORDER BY movement_id), 0) AS before
      FROM stock_movement)
WHERE on_hand_after <> before + quantity
UNION ALL
SELECT o.order_no || ' line ' || m.line, 'came back and never left: ' || sum(m.quantity)
FROM stock_movement m JOIN orders o USING (order_id)
GROUP BY m.order_id, m.line HAVING sum(m.quantity) > 0
