-- en: A succeeded refund has one confirming voucher, of its amount; any other refund has none.
-- zh: 成功的退款恰有一张金额相符的确认凭证；其他退款没有。
-- finds: damage
-- ledger.md law 21.
SELECT coalesce(r.cause_key, 'refund ' || s.refund_id) AS subject,
       'status=' || coalesce(r.status, 'none') || ' vouchers=' || s.vouchers || ' booked=' || s.booked AS detail
FROM (SELECT refund_id, sum(vouchers) AS vouchers, sum(booked) AS booked
      FROM (SELECT refund_id, 0 AS vouchers, 0 AS booked FROM refund
            UNION ALL
            SELECT v.refund_id, 1,
                   (SELECT coalesce(sum(e.amount), 0) FROM entry e
                    WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535 AND e.side = 'debit')
            FROM voucher v WHERE v.kind = 'refund' AND v.refund_id IS NOT NULL)
      GROUP BY refund_id) s
LEFT JOIN refund r ON r.refund_id = s.refund_id
WHERE s.vouchers <> (coalesce(r.status, '') = 'succeeded') OR s.booked <> iif(r.status = 'succeeded', r.amount, 0)
