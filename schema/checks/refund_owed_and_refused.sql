-- en: No channel has refused to carry back money that the ledger owes a customer.
-- zh: 没有渠道拒绝退回账本欠客户的款项。
-- Money that came late or twice is the customer's. A channel that says no leaves it in 2160 (money to return), and nobody else
-- will send it: a person must, by another way.
SELECT cause_key AS subject, 'amount=' || amount || ' ' || currency || ' channel=' || channel AS detail
FROM refund WHERE status = 'failed' AND cause <> 'customer'
