-- en: What a stock has reserved is the sum of the reservations that are held.
-- zh: 库存的预留数等于处于 held 状态的预留之和。
-- finds: damage
-- ledger.md law 29.
SELECT s.sku AS subject,
       'reserved=' || s.reserved || ' held=' || (SELECT coalesce(sum(h.quantity), 0) FROM reservation h
                                                 WHERE h.stock_id = s.stock_id AND h.status = 'held') AS detail
FROM stock s
WHERE s.reserved <> (SELECT coalesce(sum(r.quantity), 0) FROM reservation r
                     WHERE r.stock_id = s.stock_id AND r.status = 'held')
