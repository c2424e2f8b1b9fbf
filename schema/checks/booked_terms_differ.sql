-- en: What a dispute, a payout and an item in suspense say of themselves is what their vouchers booked.
-- zh: 争议、结算与待查款项各自所记，与其凭证所入账的一致。
-- finds: damage
-- Their amounts stand in no hash; the vouchers they were booked by do. What is beyond a payment may have shrunk by later captures.
SELECT d.channel || ' ' || d.reference AS subject,
       'amount=' || d.amount || ' fee=' || d.fee || ' excess=' || d.excess || ' booked: amount=' || v.amount || ' fee=' || v.fee
         AS detail
FROM dispute d
JOIN (SELECT w.business_key, sum(iif(a.code GLOB '1220.*' AND e.side = 'debit', e.amount, 0)) AS amount,
             sum(iif(a.code GLOB '5210.*' AND e.side = 'debit', e.amount, 0)) AS fee, min(e.currency) AS currency
      FROM voucher w JOIN entry e ON e.entry_id BETWEEN w.voucher_id * 65536 + 1 AND w.voucher_id * 65536 + 65535
      JOIN account a ON a.account_id = e.account_id WHERE w.kind = 'dispute' GROUP BY w.voucher_id) v
  ON v.business_key = 'dispute:' || d.channel || ':' || d.reference || '.opened'
LEFT JOIN attempt t ON t.attempt_id = d.attempt_id
WHERE d.amount <> v.amount OR d.fee <> v.fee OR d.currency <> v.currency OR d.excess < max(0, d.amount - t.captured)
   OR (t.purpose = 'charge' AND d.excess <> max(0, d.amount - t.captured))
UNION ALL
SELECT p.channel || ' ' || p.reference, p.status || ' ' || p.direction || ' amount=' || p.amount || ' booked=' || v.net
FROM payout p
JOIN (SELECT w.business_key, sum(iif(a.code GLOB '1150.*', iif(e.side = 'debit', e.amount, -e.amount), 0)) AS net,
             min(e.currency) AS currency
      FROM voucher w JOIN entry e ON e.entry_id BETWEEN w.voucher_id * 65536 + 1 AND w.voucher_id * 65536 + 65535
      JOIN account a ON a.account_id = e.account_id WHERE w.kind = 'payout' GROUP BY w.voucher_id) v
  ON v.business_key IN ('payout:' || p.channel || ':' || p.reference || '.announced',
                        'payout:' || p.channel || ':' || p.reference || '.arrived',
                        'payout:' || p.channel || ':' || p.reference || '.returned')
WHERE abs(v.net) <> p.amount OR v.currency <> p.currency
   OR (v.net > 0) <> ((p.direction = 'to_us') = (v.business_key GLOB '*.announced'))
UNION ALL
SELECT s.channel || ' ' || s.reference, s.direction || ' amount=' || s.amount || ' booked=' || v.net
FROM suspense s
JOIN (SELECT w.business_key, sum(iif(a.code GLOB '2900.*', iif(e.side = 'credit', e.amount, -e.amount), 0)) AS net,
             min(e.currency) AS currency
      FROM voucher w JOIN entry e ON e.entry_id BETWEEN w.voucher_id * 65536 + 1 AND w.voucher_id * 65536 + 65535
      JOIN account a ON a.account_id = e.account_id WHERE w.kind = 'suspense' GROUP BY w.voucher_id) v
  ON v.business_key = 'suspense:' || s.channel || ':' || s.reference || '.booked'
WHERE v.net <> iif(s.direction = 'in', s.amount, -s.amount) OR v.currency <> s.currency
