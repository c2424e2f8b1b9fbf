-- en: Assets and expenses equal liabilities, equity and income in each currency; memo accounts balance among themselves.
-- zh: 每个币种内资产与费用之和等于负债、权益与收入之和；备查账户自相平衡。
-- finds: damage
-- ledger.md law 16, from the stored balances: together with balance_drift and debits_and_credits_differ it closes the circle.
SELECT currency AS subject, 'memo=' || memo || ' difference=' || difference AS detail
FROM (SELECT a.currency AS currency, a.class = 'memo' AS memo, sum(b.debits - b.credits) AS difference
      FROM account a JOIN balance b ON b.account_id = a.account_id
      GROUP BY a.currency, a.class = 'memo')
WHERE difference <> 0
