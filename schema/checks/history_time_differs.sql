-- en: The moment a step was taken is the moment its row changed.
-- zh: 每一步骤的时间，即该行变更的时间。
-- finds: damage
-- A row that has changed since without a step tells another time, and is not compared.
SELECT t.machine || ' ' || t.entity_id AS subject, h.to_status || ' at_ns=' || h.at_ns || ' changed_at_ns=' || t.changed_at_ns
  AS detail
FROM (SELECT 'order' AS machine, order_id AS entity_id, version, changed_at_ns FROM orders
      UNION ALL SELECT 'attempt', attempt_id, version, changed_at_ns FROM attempt
      UNION ALL SELECT 'operation', operation_id, version, changed_at_ns FROM operation
      UNION ALL SELECT 'refund', refund_id, version, changed_at_ns FROM refund
      UNION ALL SELECT 'reservation', reservation_id, version, changed_at_ns FROM reservation
      UNION ALL SELECT 'coupon_use', coupon_use_id, version, changed_at_ns FROM coupon_use
      UNION ALL SELECT 'dispute', dispute_id, version, changed_at_ns FROM dispute
      UNION ALL SELECT 'payout', payout_id, version, changed_at_ns FROM payout
      UNION ALL SELECT 'suspense', suspense_id, version, changed_at_ns FROM suspense) t
JOIN history h ON h.machine = t.machine AND h.entity_id = t.entity_id AND h.version = t.version
WHERE h.at_ns <> t.changed_at_ns AND h.cause <> 'before history'
