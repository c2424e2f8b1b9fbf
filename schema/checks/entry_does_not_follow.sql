-- en: Every line says where its account stands behind it, and follows from the line before on that account.
-- zh: 每行分录都记下其后账户的余额，且由该账户的上一行推得。
-- finds: damage
-- ledger.md law 13. An account's versions rise with the numbers of its lines. The join is by an index that SQLite makes for
-- this one query; a window over the lines took more than twice as long.
SELECT 'entry ' || e.entry_id AS subject,
       'account_id=' || e.account_id || ' account_version=' || e.account_version || ' debits_after=' || e.debits_after
         || ' credits_after=' || e.credits_after AS detail
FROM entry e
LEFT JOIN entry b ON b.account_id = e.account_id AND b.account_version = e.account_version - 1 AND b.entry_id < e.entry_id
WHERE (b.entry_id IS NULL AND e.account_version <> 1)
   OR e.debits_after <> coalesce(b.debits_after, 0) + iif(e.side = 'debit', e.amount, 0)
   OR e.credits_after <> coalesce(b.credits_after, 0) + iif(e.side = 'credit', e.amount, 0)
