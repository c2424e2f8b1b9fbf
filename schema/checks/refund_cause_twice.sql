-- en: One cause has one refund.
-- zh: 一个退款缘由只有一笔退款。
-- finds: damage
-- ledger.md law 21. In the order of the unique index.
SELECT cause_key AS subject, 'refunds=' || count(*) AS detail
FROM refund GROUP BY cause_key HAVING count(*) > 1
