-- en: A key that was told of a voucher was told of one that stands, for its own order; one told it paid was told which.
-- zh: 幂等键的应答所提的凭证存在且属于其订单；应答为成功的必写明凭证。
-- ledger.md law 34: somebody holds a receipt for money that never moved. An answer buried or too large to keep says nothing.
SELECT k.tenant || '/' || k.key AS subject,
       'outcome=' || coalesce(k.outcome, 'none') || ' voucher=' || coalesce(k.voucher, 'none') AS detail
FROM (SELECT tenant, key, outcome, answer, json_valid(answer) AS valid,
             iif(json_valid(answer), json_extract(answer, '$.voucher'), NULL) AS voucher,
             iif(json_valid(answer), json_extract(answer, '$.outcome'), NULL) AS told,
             iif(json_valid(answer), json_extract(answer, '$.order'), NULL) AS order_no
      FROM idempotency_key WHERE state = 'done' AND answer IS NOT NULL) k
LEFT JOIN voucher v ON v.series = substr(k.voucher, 1, 8) AND v.seq = CAST(substr(k.voucher, 10) AS INTEGER)
LEFT JOIN orders o ON o.order_id = v.order_id
WHERE NOT k.valid OR k.told IS NOT k.outcome
   OR (k.voucher IS NOT NULL AND v.number IS NOT k.voucher)
   OR (k.voucher IS NOT NULL AND k.order_no IS NOT o.order_no)
   OR (k.voucher IS NULL AND k.outcome IN ('paid', 'refunded', 'booked'))
