-- en: Every line names the line before it on its account, and the balance names the last.
-- zh: 每行分录都指明该账户的上一行，余额指明最后一行。
-- finds: damage
-- The past of an account is found along this thread; a line left out would be left out of statements.
SELECT 'entry ' || e.entry_id AS subject,
       'account_id=' || e.account_id || ' account_version=' || e.account_version || ' previous_entry_id='
         || coalesce(e.previous_entry_id, 'none') AS detail
FROM entry e LEFT JOIN entry b ON b.entry_id = e.previous_entry_id
WHERE CASE WHEN e.account_version = 1 THEN e.previous_entry_id IS NOT NULL
           ELSE b.account_id IS NOT e.account_id OR b.account_version IS NOT e.account_version - 1 END
UNION ALL
SELECT 'account ' || b.account_id, 'last_entry_id=' || coalesce(b.last_entry_id, 'none')
FROM balance b LEFT JOIN entry e ON e.entry_id = b.last_entry_id
WHERE b.version > 0 AND (e.account_id IS NOT b.account_id OR e.account_version IS NOT b.version)
