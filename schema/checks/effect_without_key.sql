-- en: Money moved by a command was asked for under a key that was told of it.
-- zh: 由命令移动的款项，都是凭某个幂等键请求并已告知该键的。
-- finds: damage
-- Somebody booked past the first layer: a script, a repair by hand. Not judged: what a channel's evidence settled (its key may
-- have been given back long before), what a message did (its mark, which names the voucher, is its key), a voucher that states its reason, answers that were too large to keep, a voucher older
-- than the retention (its key may be forgotten), and a laboratory file without the layer.
SELECT v.number AS subject, 'kind=' || v.kind || ' business_key=' || v.business_key AS detail
FROM voucher v
LEFT JOIN refund r ON r.refund_id = v.refund_id
WHERE (v.kind IN ('topup', 'transfer', 'adjust', 'fee', 'reserve', 'payout', 'suspense', 'dispute', 'exchange') OR (v.kind = 'pay' AND v.attempt_id IS NULL)
       OR (v.kind = 'refund' AND r.channel IS NULL))
  AND v.reason IS NULL
  AND v.recorded_at_ns >
    (SELECT max(m.latest_ns, coalesce((SELECT recorded_at_ns FROM voucher ORDER BY voucher_id DESC LIMIT 1), 0)) FROM meta m)
    - coalesce((SELECT value FROM setting WHERE name = 'retention'), 259200000000000)
  AND NOT EXISTS (SELECT 1 FROM setting WHERE name = 'idempotency_key' AND value = 0)
  AND NOT EXISTS (SELECT 1 FROM idempotency_key WHERE state = 'done' AND answer IS NULL)
  AND v.voucher_id NOT IN (
    SELECT t.voucher_id
    FROM idempotency_key k
    JOIN voucher t ON t.series = substr(k.answer, instr(k.answer, '"voucher":"') + 11, 8)
                  AND t.seq = CAST(substr(k.answer, instr(k.answer, '"voucher":"') + 20, 19) AS INTEGER)
    WHERE k.state = 'done' AND k.outcome NOT IN ('performed', 'rejected') AND instr(k.answer, '"voucher":"') > 0)
  AND v.voucher_id NOT IN (SELECT voucher_id FROM consumed WHERE voucher_id IS NOT NULL)
