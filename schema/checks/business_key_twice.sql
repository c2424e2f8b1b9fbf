-- en: One business fact has one voucher.
-- zh: 一个业务事实只有一张凭证。
-- finds: damage
-- ledger.md law 35: what the unique constraint holds, and a laboratory file may be without. In the order of the index.
SELECT business_key AS subject, 'vouchers=' || count(*) AS detail
FROM voucher GROUP BY business_key HAVING count(*) > 1
