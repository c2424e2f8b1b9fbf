-- en: Every step of an order that others wait for is told in the outbox, and every refund with its amount.
-- zh: 订单的每个对外步骤都写入发件箱，退款连同金额。
-- finds: damage
-- Written in the transaction of the step: a gap means that somebody took a step past the schema.
WITH told AS MATERIALIZED (
  SELECT order_id, sum(action = 'order.created') AS created, sum(action = 'order.paid') AS paid,
         sum(action = 'order.shipped') AS shipped, sum(action IN ('order.cancelled', 'order.expired')) AS cancelled,
         sum(iif(action = 'order.refunded', amount, 0)) AS refunded
  FROM event GROUP BY order_id)
SELECT o.order_no AS subject,
       'status=' || o.status || ' refunded=' || o.refunded || ' told: created=' || coalesce(t.created, 0) || ' paid=' ||
         coalesce(t.paid, 0) || ' shipped=' || coalesce(t.shipped, 0) || ' cancelled=' || coalesce(t.cancelled, 0) ||
         ' refunded=' || coalesce(t.refunded, 0) AS detail
FROM orders o LEFT JOIN told t ON t.order_id = o.order_id
WHERE o.order_id > (SELECT begins_after_order FROM publication)
  AND (coalesce(t.created, 0) <> 1 OR (o.settled_by IS NOT NULL AND coalesce(t.paid, 0) <> 1)
    OR (o.status = 'fulfilled' AND t.shipped <> 1) OR (o.status IN ('cancelled', 'expired') AND t.cancelled <> 1)
    OR coalesce(t.refunded, 0) <> o.refunded)
