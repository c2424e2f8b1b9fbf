-- en: A capture that succeeded has one voucher of its amount; one that did not has none.
-- zh: 成功的请款恰有一张金额相符的凭证；未成功的没有。
-- finds: damage
-- ledger.md law 22 for operations: money captured and not booked, or booked and not captured.
SELECT coalesce(p.reference, 'operation ' || s.operation_id) AS subject,
       'status=' || coalesce(p.status, 'none') || ' vouchers=' || s.vouchers || ' booked=' || s.booked AS detail
FROM (SELECT operation_id, sum(vouchers) AS vouchers, sum(booked) AS booked
      FROM (SELECT operation_id, 0 AS vouchers, 0 AS booked FROM operation WHERE kind = 'capture'
            UNION ALL
            SELECT v.operation_id, 1,
                   (SELECT coalesce(sum(e.amount), 0) FROM entry e
                    JOIN account c ON c.account_id = e.account_id AND c.class <> 'memo'
                    WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535 AND e.side = 'debit')
            FROM voucher v WHERE v.operation_id IS NOT NULL AND v.kind IN ('pay', 'capture', 'surplus'))
      GROUP BY operation_id) s
LEFT JOIN operation p ON p.operation_id = s.operation_id
WHERE s.vouchers <> (coalesce(p.kind, '') = 'capture' AND coalesce(p.status, '') = 'succeeded')
   OR s.booked <> iif(p.kind = 'capture' AND p.status = 'succeeded', p.amount, 0)
