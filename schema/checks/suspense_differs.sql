-- en: Suspense (2900) holds what nobody has identified yet, and nothing else.
-- zh: 待查款项账户（2900）只保有尚未查明的款项。
-- finds: damage
-- ledger.md law 33, the part without statements. What is open is listed with its age in every report.
SELECT s.code AS subject, 'book=' || coalesce(b.credits - b.debits, 0) || ' open=' || s.open AS detail
FROM (SELECT code, sum(amount) AS open
      FROM (SELECT '2900.' || currency AS code, iif(direction = 'in', amount, -amount) AS amount FROM suspense
            WHERE status = 'open'
            UNION ALL SELECT code, 0 FROM account WHERE code GLOB '2900.*')
      GROUP BY code) s
LEFT JOIN account a ON a.code = s.code
LEFT JOIN balance b ON b.account_id = a.account_id
WHERE coalesce(b.credits - b.debits, 0) <> s.open
