-- en: Every account's stored balance is the sum of its lines, and its version their number.
-- zh: 每个账户存储的余额等于其分录之和，版本号等于分录数。
-- finds: damage
-- ledger.md law 12: read the lines once, in one pass, and compare behind it.
SELECT coalesce(a.code, 'account ' || s.account_id) AS subject,
       'debits=' || coalesce(b.debits, 'none') || ' lines=' || s.debits || ' credits=' || coalesce(b.credits, 'none')
         || ' lines=' || s.credits || ' version=' || coalesce(b.version, 'none') || ' lines=' || s.lines AS detail
FROM (SELECT account_id, sum(debits) AS debits, sum(credits) AS credits, sum(lines) AS lines
      FROM (SELECT account_id, sum(iif(side = 'debit', amount, 0)) AS debits, sum(iif(side = 'credit', amount, 0)) AS credits,
                   count(*) AS lines FROM entry GROUP BY account_id
            UNION ALL SELECT account_id, 0, 0, 0 FROM account)
      GROUP BY account_id) s
LEFT JOIN balance b ON b.account_id = s.account_id
LEFT JOIN account a ON a.account_id = s.account_id
WHERE b.debits IS NOT s.debits OR b.credits IS NOT s.credits OR b.version IS NOT s.lines
