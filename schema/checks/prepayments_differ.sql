-- en: Customer prepayments (2100) hold what own sales captured and neither shipped nor gave back.
-- zh: 预收客户款（2100）等于自营订单已收、未发货且未退的金额。
-- finds: damage
-- Revenue is known when the goods leave (ledger.md 1.5): behind the shipment nothing of the order is left here.
SELECT coalesce(o.order_no, 'order ' || s.order_id) AS subject,
       'status=' || coalesce(o.status, 'none') || ' held=' || s.held AS detail
FROM (SELECT order_id, sum(held) AS held
      FROM (SELECT o.order_id, 0 AS held FROM orders o JOIN account p ON p.account_id = o.payee_id WHERE p.class = 'income'
            UNION ALL
            SELECT v.order_id, iif(e.side = 'credit', e.amount, -e.amount)
            FROM voucher v
            JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
            JOIN account a ON a.account_id = e.account_id
            WHERE v.kind IN ('pay', 'capture', 'fulfil', 'refund', 'refund_accepted') AND a.code GLOB '2100.*')
      GROUP BY order_id) s
LEFT JOIN orders o ON o.order_id = s.order_id
WHERE s.held <> iif(o.status = 'fulfilled', 0, coalesce(o.captured - o.refunded - o.refund_reserved, 0))
