-- en: Funds under dispute (1220) hold each dispute while it is open, and nothing once it is closed; it has one opening voucher.
-- zh: 争议款项账户（1220）在争议未决时保有其金额，了结后为零；每笔争议恰有一张发生凭证。
-- finds: damage
-- ledger.md law 31.
SELECT coalesce(d.channel || ' ' || d.reference, 'dispute ' || s.dispute_id) AS subject,
       'status=' || coalesce(d.status, 'none') || ' held=' || s.held || ' opened=' || s.opened AS detail
FROM (SELECT dispute_id, sum(held) AS held, sum(opened) AS opened
      FROM (SELECT dispute_id, 0 AS held, 0 AS opened FROM dispute
            UNION ALL
            SELECT v.dispute_id, (SELECT coalesce(sum(iif(e.side = 'debit', e.amount, -e.amount)), 0)
                                  FROM entry e JOIN account a ON a.account_id = e.account_id
                                  WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535 AND a.code GLOB '1220.*'),
                   v.business_key GLOB '*.opened'
            FROM voucher v WHERE v.dispute_id IS NOT NULL)
      GROUP BY dispute_id) s
LEFT JOIN dispute d ON d.dispute_id = s.dispute_id
WHERE s.held <> iif(d.status = 'opened', d.amount, 0) OR s.opened <> 1 OR d.dispute_id IS NULL
