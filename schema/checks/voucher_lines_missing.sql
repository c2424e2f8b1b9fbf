-- en: Every voucher has at least two lines, numbered from 1 without a gap, and as many as it says.
-- zh: 每张凭证至少两行分录，行号从 1 起连续，且行数与其所记相符。
-- finds: damage
-- ledger.md law 2.
SELECT v.number AS subject,
       'line_count=' || v.line_count || ' lines='
         || (SELECT count(*) FROM entry n WHERE n.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535)
         AS detail
FROM voucher v
WHERE (SELECT count(*) >= 2 AND count(*) = v.line_count AND min(e.entry_id) = v.voucher_id * 65536 + 1
              AND max(e.entry_id) = v.voucher_id * 65536 + v.line_count
       FROM entry e WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535) IS NOT 1
