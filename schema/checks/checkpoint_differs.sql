-- en: The voucher of every checkpoint stands, with the hash it had then.
-- zh: 每个检查点所记的凭证都在，且哈希未变。
-- ledger.md law 8, for those the file itself keeps; `verify --checkpoint` asks the same of those kept elsewhere.
SELECT 'checkpoint ' || c.checkpoint_id AS subject,
       'voucher_id=' || c.voucher_id || iif(v.voucher_id IS NULL, ' is missing', ' has another hash') AS detail
FROM checkpoint c LEFT JOIN voucher v ON v.voucher_id = c.voucher_id
WHERE v.hash IS NOT c.hash
