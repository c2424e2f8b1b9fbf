-- en: No order was paid back twice: by refunds and by disputes together no more than it captured.
-- zh: 没有订单被重复退回：退款与拒付合计不超过已收。
-- finds: open business
-- Both happened, and both are booked; that the money is gone twice is for a person to claim back (public fault B073).
SELECT order_no AS subject,
       'captured=' || captured || ' given_back=' || (refunded + refund_reserved) || ' charged_back=' || charged_back
         || ' total=' || (refunded + refund_reserved + charged_back) || ' ' || currency AS detail
FROM orders WHERE charged_back > 0 AND refunded + refund_reserved + charged_back > captured
  AND refunded + refund_reserved > 0
