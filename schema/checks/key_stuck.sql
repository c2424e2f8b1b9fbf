-- en: No key is in progress beyond its lease.
-- zh: 没有幂等键在租约过期后仍处于处理中。
-- finds: open business
-- Its holder has died, and nobody has taken over yet: `payonce recover` does. Judged by the latest time the file itself knows,
-- so that the verdict does not depend on who asks when; a time more than thirty days ahead of the lease was written under a
-- clock that leapt and tells nothing. Before anything later has happened the key is listed as open.
SELECT k.tenant || '/' || k.key AS subject, 'lease_until_ns=' || k.lease_until_ns || ' latest_ns=' || t.latest_ns AS detail
FROM idempotency_key k,
     (SELECT max(ns) AS latest_ns
      FROM (SELECT * FROM (SELECT recorded_at_ns AS ns FROM voucher ORDER BY voucher_id DESC LIMIT 1)
            UNION ALL SELECT * FROM (SELECT max(begun_at_ns, coalesce(done_at_ns, 0)) FROM idempotency_key
                                     ORDER BY key_id DESC LIMIT 1)
            UNION ALL SELECT * FROM (SELECT changed_at_ns FROM attempt ORDER BY attempt_id DESC LIMIT 1)
            UNION ALL SELECT * FROM (SELECT created_at_ns FROM orders ORDER BY order_id DESC LIMIT 1))) t
WHERE k.state = 'in_progress'
  AND (k.lease_until_ns < (SELECT latest_ns FROM meta)
       OR (k.lease_until_ns < t.latest_ns AND t.latest_ns - k.lease_until_ns <= 2592000000000000))
