-- en: The tax of an order that was shipped as a whole is the tax its shipment booked (2200).
-- zh: 整单发货的订单，其税额等于发货凭证所入账的税额（2200）。
-- finds: damage
-- What was given back before the shipment takes its part of the tax with it, and is not compared.
SELECT o.order_no AS subject, 'tax=' || o.tax || ' booked=' || s.tax AS detail
FROM (SELECT v.order_id, sum(iif(a.code GLOB '2100.*' AND e.side = 'debit', e.amount, 0)) AS whole,
             sum(iif(a.code GLOB '2200.*' AND e.side = 'credit', e.amount, 0)) AS tax
      FROM voucher v JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
      JOIN account a ON a.account_id = e.account_id WHERE v.kind = 'fulfil' GROUP BY v.voucher_id) s
JOIN orders o ON o.order_id = s.order_id
WHERE s.whole = o.amount_due AND s.tax <> o.tax
