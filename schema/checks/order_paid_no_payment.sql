-- en: A paid order names the voucher that paid it, which is a payment of this order and of all that was due.
-- zh: 已支付的订单写明其支付凭证，该凭证是本订单的支付，且付足应付金额。
-- ledger.md law 19: paid with no payment is stock given away.
SELECT o.order_no AS subject,
       'status=' || o.status || ' settled_by=' || coalesce(o.settled_by, 'none') || ' captured=' || o.captured || ' due='
         || o.amount_due AS detail
FROM orders o LEFT JOIN voucher v ON v.voucher_id = o.settled_by
WHERE o.status IN ('paid', 'fulfilled', 'refunded')
  AND (v.kind IS NOT 'pay' OR v.order_id IS NOT o.order_id OR o.captured < o.amount_due)
