-- en: Every line is a whole amount from 1 to the cap, on the left or on the right.
-- zh: 每行分录的金额为 1 至上限之间的整数，且只在借方或贷方。
-- finds: damage
-- ledger.md law 5. The schema's CHECK can be switched off in a stock shell, so it is asked again here.
SELECT 'entry ' || e.entry_id AS subject, 'side=' || quote(e.side) || ' amount=' || quote(e.amount) AS detail
FROM entry e
WHERE typeof(e.amount) <> 'integer' OR e.amount NOT BETWEEN 1 AND 999999999999999 OR e.side NOT IN ('debit', 'credit')
