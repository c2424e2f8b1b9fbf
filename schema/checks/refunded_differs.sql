-- en: What an order has given back is the sum of its customer's succeeded refunds.
-- zh: 订单的已退金额等于其客户已成功退款之和。
-- finds: damage
-- ledger.md law 17, the other half. The refund of a second or late payment does not touch the order's own counters.
SELECT o.order_no AS subject,
       'refunded=' || o.refunded || ' refunds='
         || (SELECT coalesce(sum(s.amount), 0) FROM refund s
             WHERE s.order_id = o.order_id AND s.counted AND s.status = 'succeeded') AS detail
FROM orders o
WHERE o.refunded <> (SELECT coalesce(sum(r.amount), 0) FROM refund r
                     WHERE r.order_id = o.order_id AND r.counted AND r.status = 'succeeded')
