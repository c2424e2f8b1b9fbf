-- en: A key that began a payment or a refund outside names one that is there, and is held by that key.
-- zh: 在渠道发起过支付或退款的幂等键，其所指的支付或退款存在，且由该键持有。
-- finds: damage
-- ledger.md law 34.
SELECT k.tenant || '/' || k.key AS subject,
       'attempt_id=' || coalesce(k.attempt_id, 'none') || ' refund_id=' || coalesce(k.refund_id, 'none')
         || ' operation_id=' || coalesce(k.operation_id, 'none') AS detail
FROM idempotency_key k
LEFT JOIN attempt a ON a.attempt_id = k.attempt_id
LEFT JOIN refund r ON r.refund_id = k.refund_id
LEFT JOIN operation p ON p.operation_id = k.operation_id
WHERE (k.attempt_id IS NOT NULL AND a.holder IS NOT k.key_hash) OR (k.refund_id IS NOT NULL AND r.holder IS NOT k.key_hash)
   OR (k.operation_id IS NOT NULL AND p.holder IS NOT k.key_hash)
