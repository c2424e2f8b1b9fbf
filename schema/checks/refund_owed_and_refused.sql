-- en: No channel has refused to carry back money that the ledger owes a customer.
-- zh: 没有渠道拒绝退回账本欠客户的款项。
-- finds: open business
-- A channel that says no leaves it in 2160 (money to return), and nobody else will send it: a person must, by another way
-- (payonce refund ORDER --again). Refunds that failed before that was kept went back to the payee and are not owed.
SELECT cause_key AS subject, 'amount=' || amount || ' ' || currency || ' channel=' || channel AS detail
FROM refund r WHERE status = 'failed' AND (owed OR cause NOT IN ('customer', 'failed'))
  AND NOT EXISTS (SELECT 1 FROM refund b WHERE b.replaces = r.refund_id)
