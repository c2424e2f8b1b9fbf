-- en: What an order has reserved for refunds is the sum of its customer's open refunds.
-- zh: 订单为退款预留的金额等于其客户未决退款之和。
-- ledger.md law 18. An unknown refund keeps its reservation until evidence ends it.
SELECT o.order_no AS subject,
       'refund_reserved=' || o.refund_reserved || ' open_refunds='
         || (SELECT coalesce(sum(s.amount), 0) FROM refund s
             WHERE s.order_id = o.order_id AND s.cause = 'customer' AND s.status IN ('requested', 'dispatched', 'unknown'))
         AS detail
FROM orders o
WHERE o.refund_reserved <> (SELECT coalesce(sum(r.amount), 0) FROM refund r
                            WHERE r.order_id = o.order_id AND r.cause = 'customer'
                              AND r.status IN ('requested', 'dispatched', 'unknown'))
