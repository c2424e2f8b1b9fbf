-- en: The account of money to return (2160) holds each second or late payment until its refund is under way.
-- zh: 应退客户款账户（2160）保有每笔重复或迟到的款项，直到其退款在途。
-- ledger.md law 30, per attempt. It holds the money again where the channel refused the refund: it is still owed.
SELECT coalesce(a.reference, 'attempt ' || s.attempt_id) AS subject,
       'role=' || coalesce(a.role, 'none') || ' refund=' || coalesce(r.status, 'none') || ' held=' || s.held AS detail
FROM (SELECT attempt_id, sum(held) AS held
      FROM (SELECT attempt_id, 0 AS held FROM attempt
            UNION ALL
            SELECT coalesce(v.attempt_id, b.attempt_id), iif(e.side = 'credit', e.amount, -e.amount)
            FROM voucher v
            LEFT JOIN refund b ON b.refund_id = v.refund_id
            JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
            JOIN account c ON c.account_id = e.account_id
            WHERE v.kind IN ('surplus', 'refund_accepted', 'refund', 'refund_failed') AND c.code GLOB '2160.*')
      GROUP BY attempt_id) s
LEFT JOIN attempt a ON a.attempt_id = s.attempt_id
LEFT JOIN refund r ON r.order_id = a.order_id AND r.attempt_id = a.attempt_id AND r.cause <> 'customer'
WHERE s.held <> iif(a.role IN ('duplicate', 'late') AND coalesce(r.status, 'failed') IN ('requested', 'failed'), iif(a.purpose = 'charge', a.amount, a.captured), 0)
