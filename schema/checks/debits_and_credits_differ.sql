-- en: Over the whole file, debits equal credits in each currency.
-- zh: 全账在每个币种内借方合计等于贷方合计。
-- finds: damage
-- ledger.md law 15, from the lines themselves.
SELECT currency AS subject, 'debits=' || debits || ' credits=' || credits AS detail
FROM (SELECT currency, sum(iif(side = 'debit', amount, 0)) AS debits, sum(iif(side = 'credit', amount, 0)) AS credits
      FROM entry GROUP BY currency)
WHERE debits <> credits
