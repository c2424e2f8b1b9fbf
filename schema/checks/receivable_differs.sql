-- en: What a channel owes us (1200) is what its payments and captures brought, less its succeeded refunds and what else it kept or paid out.
-- zh: 渠道应收账户（1200）等于其成功支付与请款之和，减去成功退款及其另行扣收与结算的款项。
-- finds: damage
-- The bridge from the book to a channel's statement begins at this balance.
SELECT s.code AS subject, 'book=' || coalesce(b.debits - b.credits, 0) || ' movements=' || s.moved AS detail
FROM (SELECT code, sum(moved) AS moved
      FROM (SELECT '1200.' || channel || '.' || currency AS code, captured AS moved FROM attempt WHERE captured <> 0
            UNION ALL
            SELECT '1200.' || channel || '.' || currency, -amount FROM refund
            WHERE status = 'succeeded' AND channel IS NOT NULL
            UNION ALL
            -- Fees, reserves, payouts, disputes, suspense: laws of their own say what these should be.
            SELECT a.code, iif(e.side = 'debit', e.amount, -e.amount)
            FROM voucher v
            JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
            JOIN account a ON a.account_id = e.account_id
            WHERE v.kind IN ('fee', 'reserve', 'payout', 'suspense', 'dispute', 'reversal') AND a.code GLOB '1200.*'
            UNION ALL
            SELECT code, 0 FROM account WHERE code GLOB '1200.*')
      GROUP BY code) s
LEFT JOIN account a ON a.code = s.code
LEFT JOIN balance b ON b.account_id = a.account_id
WHERE coalesce(b.debits - b.credits, 0) <> s.moved
