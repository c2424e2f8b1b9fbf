-- en: A voucher's business key follows from the fact it books: the order, the attempt or the refund.
-- zh: 凭证的业务键由其所记的事实推得：订单、尝试或退款。
-- finds: damage
-- product.md decision 5. A key that follows from nothing would let one fact be booked twice under two keys.
SELECT v.number AS subject, 'business_key=' || v.business_key AS detail
FROM voucher v
LEFT JOIN orders o ON o.order_id = v.order_id
LEFT JOIN attempt a ON a.attempt_id = v.attempt_id
LEFT JOIN refund r ON r.refund_id = v.refund_id
LEFT JOIN operation p ON p.operation_id = v.operation_id
WHERE v.business_key IS NOT CASE v.kind
    WHEN 'pay' THEN o.order_no || '.pay.1'
    WHEN 'authorise' THEN o.order_no || '.authorise.' || a.n
    WHEN 'capture' THEN p.business_key
    WHEN 'hold_freed' THEN o.order_no || iif(o.settled_by = v.voucher_id, '.pay.1', '.freed.' || a.n)
    WHEN 'surplus' THEN o.order_no || '.' || a.role || '.' || a.n
    WHEN 'refund_accepted' THEN r.cause_key || '.accepted'
    WHEN 'refund_failed' THEN r.cause_key || '.failed'
    WHEN 'refund' THEN r.cause_key || iif(r.channel IS NULL, '', '.confirmed')
    ELSE v.business_key END
