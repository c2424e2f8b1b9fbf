-- en: Where a year was closed, nothing of income or expense is left in it.
-- zh: 已做年终结账的年度内，收入与费用科目均无余额。
-- finds: open business
-- ledger.md 1.4. What is booked into a closed year later, its days being opened again, waits for another closing of it.
WITH closed(day, currency) AS (
  SELECT DISTINCT v.business_date, e.currency
  FROM voucher v JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
  WHERE v.kind = 'year_end' AND NOT EXISTS (SELECT 1 FROM voucher r WHERE r.reverses = v.voucher_id))
SELECT a.code AS subject, 'left by ' || c.day || ': ' || sum(iif(e.side = 'debit', e.amount, -e.amount)) AS detail
FROM closed c JOIN account a ON a.currency = c.currency AND a.class IN ('income', 'expense')
JOIN entry e ON e.account_id = a.account_id
JOIN voucher v ON v.voucher_id = e.voucher_id AND v.business_date <= c.day
GROUP BY c.day, a.account_id HAVING sum(iif(e.side = 'debit', e.amount, -e.amount)) <> 0
