-- en: A voucher is of a known kind, and names the order, attempt or refund that its kind is about; they exist.
-- zh: 凭证的种类已知，且写明其种类所涉的订单、尝试或退款；它们都存在。
-- finds: damage
-- ledger.md law 22, as far as there are tables: money moves for a payment, a refund, or a command that carries its own key.
SELECT v.number AS subject,
       'kind=' || v.kind || ' order_id=' || coalesce(v.order_id, 'none') || ' attempt_id=' || coalesce(v.attempt_id, 'none')
         || ' refund_id=' || coalesce(v.refund_id, 'none') AS detail
FROM voucher v
LEFT JOIN orders o ON o.order_id = v.order_id
LEFT JOIN attempt a ON a.attempt_id = v.attempt_id
LEFT JOIN refund r ON r.refund_id = v.refund_id
LEFT JOIN operation p ON p.operation_id = v.operation_id
WHERE (v.order_id IS NOT o.order_id) OR (v.attempt_id IS NOT a.attempt_id) OR (v.refund_id IS NOT r.refund_id)
   OR (a.attempt_id IS NOT NULL AND a.order_id IS NOT v.order_id)
   OR (v.operation_id IS NOT p.operation_id) OR (p.operation_id IS NOT NULL AND p.attempt_id IS NOT v.attempt_id)
   OR (r.refund_id IS NOT NULL AND r.order_id IS NOT v.order_id)
   OR CASE v.kind
        WHEN 'pay' THEN v.order_id IS NULL OR v.refund_id IS NOT NULL
        WHEN 'authorise' THEN v.attempt_id IS NULL OR v.operation_id IS NOT NULL OR a.purpose IS NOT 'authorise'
        WHEN 'capture' THEN v.operation_id IS NULL OR p.kind IS NOT 'capture'
        WHEN 'hold_freed' THEN v.attempt_id IS NULL OR a.purpose IS NOT 'authorise'
        WHEN 'surplus' THEN v.attempt_id IS NULL OR v.refund_id IS NOT NULL
        WHEN 'refund' THEN v.refund_id IS NULL
        WHEN 'refund_accepted' THEN v.refund_id IS NULL
        WHEN 'refund_failed' THEN v.refund_id IS NULL
        WHEN 'topup' THEN v.order_id IS NOT NULL
        WHEN 'transfer' THEN v.order_id IS NOT NULL
        WHEN 'adjust' THEN v.order_id IS NOT NULL
        WHEN 'fulfil' THEN v.order_id IS NULL
        WHEN 'goods' THEN v.order_id IS NULL
        WHEN 'fee' THEN v.attempt_id IS NOT NULL
        WHEN 'reserve' THEN v.order_id IS NOT NULL
        WHEN 'payout' THEN v.order_id IS NOT NULL
        WHEN 'suspense' THEN v.attempt_id IS NOT NULL OR v.refund_id IS NOT NULL
        WHEN 'dispute' THEN v.dispute_id IS NULL OR v.order_id IS NULL
        WHEN 'exchange' THEN v.order_id IS NOT NULL
        WHEN 'year_end' THEN v.order_id IS NOT NULL OR v.attempt_id IS NOT NULL OR v.refund_id IS NOT NULL
        WHEN 'reversal' THEN v.reverses IS NULL
        ELSE 1 END
