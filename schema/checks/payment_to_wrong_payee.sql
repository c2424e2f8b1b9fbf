-- en: A payment or a capture is credited to the order's payee.
-- zh: 支付或请款记入订单收款方的贷方。
-- finds: damage
-- The schema knows that a voucher balances, not whom it is for.
SELECT v.number AS subject, 'order=' || o.order_no || ' payee_id=' || o.payee_id AS detail
FROM voucher v JOIN orders o ON o.order_id = v.order_id
WHERE v.kind IN ('pay', 'capture')
  AND NOT EXISTS (SELECT 1 FROM entry e
                  WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
                    AND e.account_id = o.payee_id AND e.side = 'credit')
  -- Of our own sale it is a prepayment until it is shipped.
  AND NOT ((SELECT class FROM account WHERE account_id = o.payee_id) = 'income'
           AND EXISTS (SELECT 1 FROM entry e JOIN account a ON a.account_id = e.account_id
                       WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
                         AND a.code GLOB '2100.*' AND e.side = 'credit'))
