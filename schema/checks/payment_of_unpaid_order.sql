-- en: An order that has a payment voucher is paid, shipped or refunded.
-- zh: 有支付凭证的订单，其状态为已支付、已发货或已退款。
-- finds: damage
-- The other half of order_paid_no_payment: money was taken, and the order does not know it.
SELECT v.number AS subject, 'order=' || o.order_no || ' status=' || o.status AS detail
FROM voucher v JOIN orders o ON o.order_id = v.order_id
WHERE v.kind = 'pay' AND (o.status NOT IN ('paid', 'fulfilled', 'refunded') OR o.settled_by IS NULL)
