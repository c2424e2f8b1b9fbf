-- en: The account of money to return (2160) holds what is owed to customers: money that came late or twice, refunds that were refused, money found to be theirs.
-- zh: 应退客户款账户（2160）保有应退客户的款项：迟到或重复的付款、被拒绝的退款、查明属于客户的款项。
-- finds: damage
-- ledger.md law 30, per order: of a second or late payment until its refund is under way, of a refused refund until another way
-- has been found for it.
SELECT coalesce(o.order_no, 'order ' || s.order_id) AS subject, 'held=' || s.held || ' owed=' || s.owed AS detail
FROM (SELECT order_id, sum(held) AS held, sum(owed) AS owed
      FROM (SELECT v.order_id, iif(e.side = 'credit', e.amount, -e.amount) AS held, 0 AS owed
            FROM voucher v
            JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
            JOIN account c ON c.account_id = e.account_id
            WHERE v.kind IN ('surplus', 'refund_accepted', 'refund', 'refund_failed') AND c.code GLOB '2160.*'
            UNION ALL
            SELECT r.order_id, 0, r.amount FROM refund r
            WHERE r.status = 'requested'
               OR (r.status = 'failed' AND (r.owed OR r.cause NOT IN ('customer', 'failed'))
                   AND NOT EXISTS (SELECT 1 FROM refund b WHERE b.replaces = r.refund_id)))
      GROUP BY order_id) s
LEFT JOIN orders o ON o.order_id = s.order_id
WHERE s.held <> s.owed
UNION ALL
SELECT s.code, 'of suspense held=' || s.held || ' to_return=' || s.owed
FROM (SELECT code, sum(held) AS held, sum(owed) AS owed
      FROM (SELECT c.code, iif(e.side = 'credit', e.amount, -e.amount) AS held, 0 AS owed
            FROM voucher v
            JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
            JOIN account c ON c.account_id = e.account_id
            WHERE v.kind = 'suspense' AND c.code GLOB '2160.*'
            UNION ALL SELECT '2160.' || currency, 0, amount FROM suspense WHERE status = 'to_return')
      GROUP BY code) s
WHERE s.held <> s.owed
