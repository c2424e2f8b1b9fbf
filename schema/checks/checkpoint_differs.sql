-- en: The voucher of every checkpoint stands, with the hash it had then, and no checkpoint is missing.
-- zh: 每个检查点所记的凭证都在，且哈希未变；检查点无缺失。
-- finds: damage
-- ledger.md law 8, for those the file itself keeps; `verify --checkpoint` asks the same of those kept elsewhere.
SELECT 'checkpoint ' || c.checkpoint_id AS subject,
       'voucher_id=' || c.voucher_id || iif(v.voucher_id IS NULL, ' is missing', ' has another hash') AS detail
FROM checkpoint c LEFT JOIN voucher v ON v.voucher_id = c.voucher_id
WHERE v.hash IS NOT c.hash
UNION ALL
SELECT 'checkpoint ' || (n - 1), 'is missing'
FROM (SELECT checkpoint_id AS n, lag(checkpoint_id, 1, 0) OVER (ORDER BY checkpoint_id) AS before FROM checkpoint)
WHERE n <> before + 1
