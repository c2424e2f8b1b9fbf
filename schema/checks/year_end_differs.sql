-- en: The end of a year carries income and expense into retained earnings (3900), and touches no other account.
-- zh: 年终结账只将收入与费用结转至留存收益（3900），不动其他科目。
-- finds: damage
-- ledger.md 1.4. The posting rule knows accounts that somebody opened by their form alone; their class is asked here.
SELECT v.number AS subject, 'stands on ' || a.code AS detail
FROM voucher v JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
JOIN account a ON a.account_id = e.account_id
WHERE v.kind = 'year_end' AND a.class NOT IN ('income', 'expense') AND a.code NOT GLOB '3900.*'
