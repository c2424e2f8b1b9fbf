-- en: The history of each order, attempt, operation, refund, reservation, use of a coupon, dispute, payout and item in suspense leads to where it stands, by legal steps, each from the one before.
-- zh: 每个订单、尝试、操作、退款、预留、优惠券使用、争议、结算与待查款项的历史以合法步骤首尾相接，并终于其当前状态。
-- finds: damage
-- ledger.md laws 23 and 24. What stood before histories began has one row that says so; what begins and never steps has none.
SELECT machine || ' ' || entity_id AS subject, 'history=' || coalesce(last, 'none') || ' status=' || status AS detail
FROM (SELECT t.machine, t.entity_id, t.status, t.initial, t.stepped,
             (SELECT h.to_status FROM history h WHERE h.machine = t.machine AND h.entity_id = t.entity_id
              ORDER BY h.version DESC LIMIT 1) AS last
      FROM (SELECT 'order' AS machine, order_id AS entity_id, status, 'created' AS initial, version > 1 AS stepped FROM orders
            UNION ALL SELECT 'attempt', attempt_id, status, 'dispatched', version > 1 FROM attempt
            UNION ALL SELECT 'operation', operation_id, status, 'dispatched', version > 1 FROM operation
            UNION ALL SELECT 'refund', refund_id, status, status, version > 1 FROM refund
            UNION ALL SELECT 'reservation', reservation_id, status, 'held', version > 1 FROM reservation
            UNION ALL SELECT 'coupon_use', coupon_use_id, status, 'used', version > 1 FROM coupon_use
            UNION ALL SELECT 'dispute', dispute_id, status, 'opened', version > 1 FROM dispute
            UNION ALL SELECT 'payout', payout_id, status, 'announced', version > 1 FROM payout
            UNION ALL SELECT 'suspense', suspense_id, status, 'open', version > 1 FROM suspense) t)
WHERE last IS NOT status AND NOT (last IS NULL AND status = initial)
UNION ALL
SELECT machine || ' ' || entity_id, 'step ' || from_status || ' to ' || to_status || ' behind ' || coalesce(before, 'none')
FROM (SELECT machine, entity_id, version, from_status, to_status, cause,
             lag(to_status) OVER (PARTITION BY machine, entity_id ORDER BY version) AS before FROM history) s
WHERE cause <> 'before history' AND (coalesce(before, CASE machine WHEN 'order' THEN 'created' WHEN 'refund' THEN from_status
                                                               WHEN 'dispute' THEN 'opened' WHEN 'payout' THEN 'announced'
                                                               WHEN 'suspense' THEN 'open'
                                                               WHEN 'reservation' THEN 'held' WHEN 'coupon_use' THEN 'used'
                                                               ELSE 'dispatched' END) <> from_status OR NOT EXISTS (
  SELECT 1 FROM legal_step l WHERE l.machine = s.machine AND l.from_status = s.from_status AND l.to_status = s.to_status))
