-- en: No money is held a day beyond its time, or a day beyond the end of its order.
-- zh: 没有款项在冻结到期一天之后，或订单结束一天之后，仍被冻结。
-- finds: open business
-- ledger.md law 27, as far as time allows: `payonce recover` asks its channel and frees it. Judged by the latest time the file
-- itself knows, so that the verdict does not depend on who asks when.
SELECT a.reference AS subject, 'status=' || a.status || ' order=' || o.order_no || ' order_status=' || o.status AS detail
FROM attempt a JOIN orders o ON o.order_id = a.order_id, (SELECT latest_ns FROM meta) m
WHERE a.status IN ('authorised', 'partly_captured')
  AND (a.hold_until_ns + 86400000000000 < m.latest_ns
       OR (o.status NOT IN ('created', 'paying') AND o.changed_at_ns + 86400000000000 < m.latest_ns
           AND a.changed_at_ns + 86400000000000 < m.latest_ns))
