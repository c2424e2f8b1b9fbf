-- en: A paid order names the voucher that paid it, which is of this order and of all that was due or captured last.
-- zh: 已支付的订单写明其支付凭证，该凭证属于本订单，且付足应付金额，或为最后一笔请款。
-- finds: damage
-- ledger.md law 19: paid with no payment is stock given away.
SELECT o.order_no AS subject,
       'status=' || o.status || ' settled_by=' || coalesce(o.settled_by, 'none') || ' captured=' || o.captured || ' due='
         || o.amount_due AS detail
FROM orders o LEFT JOIN voucher v ON v.voucher_id = o.settled_by
WHERE o.status IN ('paid', 'fulfilled', 'refunded')
  AND (coalesce(v.kind, '') NOT IN ('pay', 'hold_freed') OR v.order_id IS NOT o.order_id OR o.captured < 1
       OR (o.captured < o.amount_due AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.order_id = o.order_id
                                                     AND a.role = 'settles' AND a.purpose = 'authorise')))
