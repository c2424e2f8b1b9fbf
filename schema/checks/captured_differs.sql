-- en: What an order has captured is what its payment and capture vouchers say.
-- zh: 订单的已收金额等于其支付与请款凭证之和。
-- finds: damage
-- ledger.md law 17. Both sides are summed by order in one pass, so an order without a voucher and a voucher without an order's
-- money are found alike.
SELECT coalesce(o.order_no, 'order ' || s.order_id) AS subject, 'captured=' || s.captured || ' vouchers=' || s.booked AS detail
FROM (SELECT order_id, sum(captured) AS captured, sum(booked) AS booked
      FROM (SELECT order_id, captured, 0 AS booked FROM orders WHERE captured <> 0
            UNION ALL
            SELECT v.order_id, 0,
                   (SELECT coalesce(sum(e.amount), 0) FROM entry e JOIN account c ON c.account_id = e.account_id AND c.class <> 'memo'
                    WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535 AND e.side = 'debit')
            FROM voucher v WHERE v.kind IN ('pay', 'capture'))
      GROUP BY order_id) s
LEFT JOIN orders o ON o.order_id = s.order_id
WHERE s.captured <> s.booked
