-- en: Every line names an account that is there, in the account's own currency.
-- zh: 每行分录都记在存在的账户上，且币种与账户一致。
-- finds: damage
-- ledger.md law 4. Not judged by time: a clock that was set back may record a voucher "before" its account was opened.
SELECT 'entry ' || e.entry_id AS subject,
       'account_id=' || e.account_id || ' currency=' || e.currency || ' account_currency=' || coalesce(a.currency, 'none')
         AS detail
FROM entry e LEFT JOIN account a ON a.account_id = e.account_id
WHERE a.currency IS NOT e.currency
