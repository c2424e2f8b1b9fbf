-- en: The memo accounts (9100, 9200) hold for each attempt what is authorised and neither captured nor freed.
-- zh: 备查账户（9100、9200）为每笔预授权保有尚未请款也未释放的金额。
-- finds: damage
-- ledger.md law 27: when an attempt has ended both are zero for it.
SELECT coalesce(a.reference, 'attempt ' || s.attempt_id) AS subject,
       'status=' || coalesce(a.status, 'none') || ' 9100=' || s.held || ' 9200=' || s.contra AS detail
FROM (SELECT attempt_id, sum(held) AS held, sum(contra) AS contra
      FROM (SELECT attempt_id, 0 AS held, 0 AS contra FROM attempt WHERE purpose = 'authorise'
            UNION ALL
            SELECT v.attempt_id, iif(c.code GLOB '9100.*', iif(e.side = 'debit', e.amount, -e.amount), 0),
                   iif(c.code GLOB '9200.*', iif(e.side = 'credit', e.amount, -e.amount), 0)
            FROM account c JOIN entry e ON e.account_id = c.account_id JOIN voucher v ON v.voucher_id = e.voucher_id
            WHERE c.class = 'memo' AND c.code GLOB '9[12]00.*')
      GROUP BY attempt_id) s
LEFT JOIN attempt a ON a.attempt_id = s.attempt_id
WHERE s.held <> iif(a.status IN ('authorised', 'partly_captured'), a.amount - a.captured, 0) OR s.contra <> s.held
