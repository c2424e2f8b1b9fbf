-- en: Every line says where its account stands behind it, and follows from the line before on that account.
-- zh: 每行分录都记下其后账户的余额，且由该账户的上一行推得。
-- ledger.md law 13. The window orders by the line's number: an account's versions rise with it.
SELECT 'entry ' || entry_id AS subject,
       'account_id=' || account_id || ' account_version=' || account_version || ' debits_after=' || debits_after
         || ' credits_after=' || credits_after AS detail
FROM (SELECT entry_id, account_id, account_version, debits_after, credits_after, side, amount,
             lag(account_version, 1, 0) OVER (PARTITION BY account_id ORDER BY entry_id) AS version_before,
             lag(debits_after, 1, 0) OVER (PARTITION BY account_id ORDER BY entry_id) AS debits_before,
             lag(credits_after, 1, 0) OVER (PARTITION BY account_id ORDER BY entry_id) AS credits_before
      FROM entry)
WHERE account_version <> version_before + 1
   OR debits_after <> debits_before + iif(side = 'debit', amount, 0)
   OR credits_after <> credits_before + iif(side = 'credit', amount, 0)
