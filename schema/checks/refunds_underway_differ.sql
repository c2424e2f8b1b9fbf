-- en: The account of refunds under way (2150) holds each refund while a channel carries it, and nothing once it is final.
-- zh: 在途退款账户（2150）在渠道处理期间保有每笔退款，终结后为零。
-- finds: damage
-- ledger.md law 30. Only vouchers of refunds are read; a refund from balance to balance never touches it.
SELECT coalesce(r.cause_key, 'refund ' || s.refund_id) AS subject,
       'status=' || coalesce(r.status, 'none') || ' held=' || s.held AS detail
FROM (SELECT refund_id, sum(held) AS held
      FROM (SELECT refund_id, 0 AS held FROM refund
            UNION ALL
            SELECT v.refund_id, iif(e.side = 'credit', e.amount, -e.amount)
            FROM voucher v
            JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
            JOIN account a ON a.account_id = e.account_id
            WHERE v.refund_id IS NOT NULL AND a.code GLOB '2150.*')
      GROUP BY refund_id) s
LEFT JOIN refund r ON r.refund_id = s.refund_id
WHERE s.held <> iif(r.status IN ('dispatched', 'unknown'), r.amount, 0)
