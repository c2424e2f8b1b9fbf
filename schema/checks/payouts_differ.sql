-- en: Payouts in transit (1150) are those announced and not arrived yet, each booked once.
-- zh: 在途结算款（1150）等于已通知而未到账的结算款，每笔只入账一次。
-- finds: damage
-- ledger.md law 31. The vouchers of a payout are found by their business keys.
SELECT s.code AS subject, 'book=' || coalesce(b.debits - b.credits, 0) || ' announced=' || s.announced AS detail
FROM (SELECT code, sum(amount) AS announced
      FROM (SELECT '1150.' || currency AS code, iif(direction = 'to_us', amount, -amount) AS amount FROM payout
            WHERE status = 'announced'
            UNION ALL SELECT code, 0 FROM account WHERE code GLOB '1150.*')
      GROUP BY code) s
LEFT JOIN account a ON a.code = s.code
LEFT JOIN balance b ON b.account_id = a.account_id
WHERE coalesce(b.debits - b.credits, 0) <> s.announced
UNION ALL
SELECT p.channel || ' ' || p.reference, 'status=' || p.status || ' and its voucher is missing'
FROM payout p
WHERE NOT EXISTS (SELECT 1 FROM voucher v WHERE v.business_key = 'payout:' || p.channel || ':' || p.reference || '.announced')
   OR (p.status <> 'announced' AND NOT EXISTS (
        SELECT 1 FROM voucher v WHERE v.business_key = 'payout:' || p.channel || ':' || p.reference || '.' || p.status))
