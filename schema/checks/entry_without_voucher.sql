-- en: Every line belongs to a voucher that stands.
-- zh: 每行分录都属于一张存在的凭证。
-- finds: damage
-- ledger.md law 3. A line is found by its own number, which holds its voucher's.
SELECT 'entry ' || e.entry_id AS subject, 'voucher_id=' || e.voucher_id AS detail
FROM entry e LEFT JOIN voucher v ON v.voucher_id = e.voucher_id
WHERE v.voucher_id IS NULL OR e.entry_id NOT BETWEEN e.voucher_id * 65536 + 1 AND e.voucher_id * 65536 + 65535
