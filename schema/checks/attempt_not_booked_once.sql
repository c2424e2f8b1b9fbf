-- en: A charge that succeeded has one voucher, of its kind and amount; one that did not has none.
-- zh: 成功的扣款恰有一张种类与金额相符的凭证；未成功的没有。
-- finds: damage
-- ledger.md law 22: money moved and not booked, booked and not moved, or booked as something else.
SELECT coalesce(a.reference, 'attempt ' || s.attempt_id) AS subject,
       'status=' || coalesce(a.status, 'none') || ' role=' || coalesce(a.role, 'none') || ' vouchers=' || s.vouchers
         || ' booked=' || s.booked AS detail
FROM (SELECT attempt_id, sum(vouchers) AS vouchers, sum(booked) AS booked, max(kind) AS kind
      FROM (SELECT attempt_id, 0 AS vouchers, 0 AS booked, NULL AS kind FROM attempt WHERE purpose = 'charge'
            UNION ALL
            SELECT v.attempt_id, 1,
                   (SELECT coalesce(sum(e.amount), 0) FROM entry e
                    WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535 AND e.side = 'debit'),
                   v.kind
            FROM voucher v WHERE v.attempt_id IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM attempt h WHERE h.attempt_id = v.attempt_id AND h.purpose = 'authorise'))
      GROUP BY attempt_id) s
LEFT JOIN attempt a ON a.attempt_id = s.attempt_id
WHERE s.vouchers <> (coalesce(a.status, '') = 'succeeded') OR s.booked <> iif(a.status = 'succeeded', a.amount, 0)
   OR (a.status = 'succeeded' AND s.kind IS NOT iif(a.role = 'settles', 'pay', 'surplus'))
