-- en: An attempt that captured money has a role; money that settles nothing has its refund, written with it.
-- zh: 收到款项的尝试有其角色；未用于结清的款项必有同时写下的退款。
-- finds: damage
-- ledger.md laws 19 and 20: the settling attempt is the one whose voucher the order names.
SELECT a.reference AS subject,
       'status=' || a.status || ' role=' || coalesce(a.role, 'none') AS detail
FROM attempt a
WHERE (a.status IN ('succeeded', 'partly_captured')) <> (a.role IS NOT NULL)
   OR (a.status = 'succeeded') > (a.channel_txn IS NOT NULL)
   OR (a.role = 'settles' AND a.status = 'succeeded' AND NOT EXISTS (SELECT 1 FROM orders o JOIN voucher v ON v.voucher_id = o.settled_by
                                          WHERE o.order_id = a.order_id AND v.attempt_id = a.attempt_id))
   OR (a.role IN ('duplicate', 'late')
       AND NOT EXISTS (SELECT 1 FROM refund r WHERE r.order_id = a.order_id AND r.attempt_id = a.attempt_id
                       AND r.cause = a.role
                       AND r.amount = iif(a.purpose = 'charge', a.amount, a.captured)))
