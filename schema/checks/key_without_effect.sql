-- en: A key that was told of a voucher was told of one that stands, for its own order; one told it paid was told which.
-- zh: 幂等键的应答所提的凭证存在且属于其订单；应答为成功的必写明凭证。
-- finds: damage
-- What a caller's own function said (idempotently.hpp) speaks of no voucher of ours.
-- ledger.md law 34: somebody holds a receipt for money that never moved. An answer buried or too large to keep says nothing.
-- Answers are our own bytes, so the members are found by their names: parsing each as JSON took three times as long.
SELECT k.tenant || '/' || k.key AS subject,
       'outcome=' || k.outcome || ' voucher=' || iif(k.at = 0, 'none', coalesce(v.number, 'no such voucher')) AS detail
FROM (SELECT tenant, key, outcome, answer, instr(answer, '"voucher":"') AS at,
             substr(answer, instr(answer, '"voucher":"') + 11, 8) AS series,
             CAST(substr(answer, instr(answer, '"voucher":"') + 20, 19) AS INTEGER) AS seq
      FROM idempotency_key WHERE state = 'done' AND answer IS NOT NULL AND outcome NOT IN ('performed', 'rejected')) k
LEFT JOIN voucher v ON k.at > 0 AND v.series = k.series AND v.seq = k.seq
LEFT JOIN orders o ON o.order_id = v.order_id
WHERE instr(k.answer, '{"outcome":"' || k.outcome || '",') <> 1 OR substr(k.answer, -1) <> '}'
   OR (k.at = 0 AND k.outcome IN ('paid', 'refunded', 'booked'))
   OR (k.at > 0 AND (v.voucher_id IS NULL
                     OR (o.order_id IS NULL AND instr(k.answer, '"order":"') > 0)
                     OR (o.order_id IS NOT NULL AND instr(k.answer, '"order":"' || o.order_no || '"') = 0)))
