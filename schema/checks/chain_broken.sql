-- en: Every voucher carries the hash of the one before it, from the first on and without a gap.
-- zh: 每张凭证都带有前一张的哈希，自第一张起连续无缺。
-- finds: damage
-- ledger.md law 7, the links. Whether each hash is that of its own fields is computed by `reconcile --deep`.
SELECT v.number AS subject, 'voucher_id=' || v.voucher_id AS detail
FROM voucher v LEFT JOIN voucher b ON b.voucher_id = v.voucher_id - 1
WHERE v.voucher_id < 1 OR v.previous_hash IS NOT iif(v.voucher_id = 1, zeroblob(32), b.hash)
