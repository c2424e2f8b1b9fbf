-- en: No attempt captures more than it holds, and what it has captured is the sum of its captures.
-- zh: 任何预授权的请款都不超过冻结金额；其已请款金额等于各次请款之和。
-- finds: damage
-- ledger.md law 17. The schema's CHECK can be switched off in a stock shell, so it is asked again here.
SELECT a.reference AS subject,
       'amount=' || a.amount || ' captured=' || a.captured || ' captures=' || s.done || ' open=' || s.open AS detail
FROM attempt a
JOIN (SELECT t.attempt_id, coalesce(sum(iif(p.status = 'succeeded', p.amount, 0)), 0) AS done,
             coalesce(sum(iif(p.status IN ('dispatched', 'unknown'), p.amount, 0)), 0) AS open
      FROM attempt t LEFT JOIN operation p ON p.attempt_id = t.attempt_id AND p.kind = 'capture'
      WHERE t.purpose = 'authorise' GROUP BY t.attempt_id) s ON s.attempt_id = a.attempt_id
WHERE a.captured <> s.done OR s.done + s.open > a.amount
