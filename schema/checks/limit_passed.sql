-- en: An account with a limit stays within it behind every one of its lines.
-- zh: 有限额的账户在其每一行分录之后都不越限。
-- finds: damage
-- ledger.md law 14.
SELECT a.code AS subject,
       'entry=' || e.entry_id || ' limit=' || a.limit_rule || ' debits_after=' || e.debits_after || ' credits_after='
         || e.credits_after AS detail
FROM entry e JOIN account a ON a.account_id = e.account_id
WHERE (a.limit_rule = 'no_debit' AND e.debits_after > e.credits_after)
   OR (a.limit_rule = 'no_credit' AND e.credits_after > e.debits_after)
