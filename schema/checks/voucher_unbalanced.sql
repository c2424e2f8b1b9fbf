-- en: Every voucher has as much on the left as on the right, in each currency.
-- zh: 每张凭证在每个币种内借贷相等。
-- finds: damage
-- ledger.md law 1. The schema's seal holds it at commit; this asks again, whoever wrote the file. Lines lie together in the
-- primary key, so each voucher costs one range; a voucher in one currency, the common case, needs no grouping.
SELECT v.number AS subject, 'debits and credits differ' AS detail
FROM voucher v
WHERE (SELECT CASE WHEN min(e.currency) = max(e.currency) THEN sum(iif(e.side = 'debit', e.amount, -e.amount)) <> 0
                   ELSE EXISTS (SELECT 1 FROM entry m
                                WHERE m.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
                                GROUP BY m.currency HAVING sum(iif(m.side = 'debit', m.amount, -m.amount)) <> 0) END
       FROM entry e WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535)
