-- en: An order is paid by one voucher.
-- zh: 一个订单只由一张凭证支付。
-- finds: damage
-- The rule about the intent: where bank and book both moved twice their statements agree, and only this finds it
-- (laboratory.md 4, both-books-agree). A second payment by a channel is booked as surplus, never as a payment.
SELECT coalesce(o.order_no, 'order ' || s.order_id) AS subject, 'vouchers=' || s.payments AS detail
FROM (SELECT order_id, count(*) AS payments FROM voucher WHERE kind = 'pay' GROUP BY order_id HAVING count(*) > 1) s
LEFT JOIN orders o ON o.order_id = s.order_id
