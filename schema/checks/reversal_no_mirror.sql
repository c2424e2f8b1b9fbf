-- en: A reversal is the exact mirror of the one voucher it names, says why, and no voucher is reversed twice.
-- zh: 冲销凭证恰为其所指凭证的镜像并写明缘由；同一凭证不会冲销两次。
-- finds: damage
-- ledger.md law 11.
SELECT v.number AS subject, 'reverses=' || coalesce(b.number, 'none') AS detail
FROM voucher v LEFT JOIN voucher b ON b.voucher_id = v.reverses
WHERE (v.kind = 'reversal') <> (v.reverses IS NOT NULL)
   OR (v.kind = 'reversal' AND (
        v.reason IS NULL OR b.voucher_id IS NULL OR b.reverses IS NOT NULL OR b.line_count <> v.line_count
        OR EXISTS (SELECT 1 FROM voucher m WHERE m.reverses = v.reverses AND m.voucher_id < v.voucher_id)
        OR EXISTS (SELECT 1 FROM entry e
                   LEFT JOIN entry w ON w.entry_id = e.entry_id + (v.reverses - v.voucher_id) * 65536
                   WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
                     AND (w.account_id IS NOT e.account_id OR w.amount IS NOT e.amount OR w.side IS e.side))))
