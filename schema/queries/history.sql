-- name: steps_of_order
-- Every step of an order and of what belongs to it, in the order in which they were taken. Its attempts, their operations, its
-- refunds and disputes are found by their indexes, and their steps lie together in the primary key. What begins is no step: one row says when
-- the order, a reservation, the use of a coupon, an attempt, an operation, a refund or a dispute began, from nothing; a refund with what caused it, and where the ledger owes it,
-- with the evidence of the money that came too late or twice. Parcels and what came back take no steps: a row each.
-- Within one moment they stand as a life has them: `place`.
SELECT s.at_ns, s.machine, s.entity_id, s.which, s.from_status, s.to_status, s.cause, e.source, e.said
FROM (
  SELECT o.created_at_ns AS at_ns, 'order' AS machine, o.order_id AS entity_id, '' AS which, '' AS from_status,
    'created' AS to_status, NULL AS cause, NULL AS evidence_id, 0 AS version, 0 AS place
  FROM orders o WHERE o.order_id = :order_id
  UNION ALL
  SELECT h.at_ns, h.machine, h.entity_id, '', h.from_status, h.to_status, h.cause, h.evidence_id, h.version,
    CASE h.to_status WHEN 'paying' THEN 1 WHEN 'closing' THEN 3 WHEN 'refunded' THEN 9 WHEN 'fulfilled' THEN 7 ELSE 6 END
  FROM history h WHERE h.machine = 'order' AND h.entity_id = :order_id
  UNION ALL
  SELECT a.dispatched_at_ns, 'attempt', a.attempt_id, a.n, '', 'dispatched', NULL, NULL, 0, 2
  FROM attempt a WHERE a.order_id = :order_id
  UNION ALL
  SELECT h.at_ns, h.machine, h.entity_id, a.n, h.from_status, h.to_status, h.cause, h.evidence_id, h.version, 5
  FROM attempt a JOIN history h ON h.machine = 'attempt' AND h.entity_id = a.attempt_id WHERE a.order_id = :order_id
  UNION ALL
  SELECT p.dispatched_at_ns, 'operation', p.operation_id, p.kind || ' ' || p.n, '', 'dispatched', NULL, NULL, 0, 3
  FROM attempt a JOIN operation p ON p.attempt_id = a.attempt_id WHERE a.order_id = :order_id
  UNION ALL
  SELECT h.at_ns, h.machine, h.entity_id, p.kind || ' ' || p.n, h.from_status, h.to_status, h.cause, h.evidence_id, h.version, 4
  FROM attempt a JOIN operation p ON p.attempt_id = a.attempt_id
  JOIN history h ON h.machine = 'operation' AND h.entity_id = p.operation_id WHERE a.order_id = :order_id
  UNION ALL
  SELECT b.at_ns, 'refund', b.refund_id, b.cause_key, '', b.first_status, b.cause,
    (SELECT h.evidence_id FROM history h WHERE b.first_status = 'requested' AND h.machine = 'attempt' AND h.entity_id = b.attempt_id
       AND h.evidence_id IS NOT NULL AND h.at_ns <= b.at_ns ORDER BY h.version DESC LIMIT 1), 0, 8
  FROM (SELECT r.refund_id, r.cause_key, r.cause, r.attempt_id, r.first_status,
          CASE r.first_status WHEN 'requested' THEN coalesce((SELECT recorded_at_ns FROM voucher WHERE business_key = r.cause_key), r.changed_at_ns)
                              WHEN 'dispatched' THEN coalesce((SELECT recorded_at_ns FROM voucher WHERE business_key = r.cause_key || '.accepted'),
                                                              r.dispatched_at_ns)
                              ELSE r.changed_at_ns END AS at_ns
        FROM (SELECT *, coalesce((SELECT from_status FROM history WHERE machine = 'refund' AND entity_id = refund_id
                                  ORDER BY version LIMIT 1), status) AS first_status
              FROM refund WHERE order_id = :order_id) r) b
  UNION ALL
  SELECT s.at_ns, 'parcel', s.shipment_id, 'line ' || s.line || ' x ' || s.quantity || ' ' || substr(s.business_key, length(o.order_no) + 7),
    '', 'shipped', 'ship', NULL, 1, 6
  FROM orders o JOIN shipment s ON s.order_id = o.order_id WHERE o.order_id = :order_id
  UNION ALL
  SELECT m.at_ns, 'goods', m.movement_id, 'line ' || m.line || ' x ' || m.quantity || ' ' || substr(m.business_key, length(o.order_no) + 9),
    '', iif(m.withheld = m.quantity, 'withheld', 'returned'), 'return', NULL, 1, 8
  FROM orders o JOIN stock_movement m ON m.order_id = o.order_id WHERE o.order_id = :order_id AND m.kind = 'return'
  UNION ALL
  SELECT h.at_ns, h.machine, h.entity_id, r.cause_key, h.from_status, h.to_status, h.cause, h.evidence_id, h.version, 8
  FROM refund r JOIN history h ON h.machine = 'refund' AND h.entity_id = r.refund_id WHERE r.order_id = :order_id
  UNION ALL
  SELECT o.created_at_ns, 'reservation', v.reservation_id, 'line ' || v.line, '', 'held', NULL, NULL, 0, 0
  FROM orders o JOIN reservation v ON v.order_id = o.order_id WHERE o.order_id = :order_id
  UNION ALL
  SELECT o.created_at_ns, 'coupon_use', u.coupon_use_id, c.code, '', 'used', NULL, NULL, 0, 0
  FROM orders o JOIN coupon_use u ON u.order_id = o.order_id JOIN coupon c USING (coupon_id) WHERE o.order_id = :order_id
  UNION ALL
  SELECT h.at_ns, h.machine, h.entity_id, 'line ' || v.line, h.from_status, h.to_status, h.cause, h.evidence_id, h.version, 6
  FROM reservation v JOIN history h ON h.machine = 'reservation' AND h.entity_id = v.reservation_id WHERE v.order_id = :order_id
  UNION ALL
  SELECT h.at_ns, h.machine, h.entity_id, c.code, h.from_status, h.to_status, h.cause, h.evidence_id, h.version, 6
  FROM coupon_use u JOIN coupon c USING (coupon_id)
  JOIN history h ON h.machine = 'coupon_use' AND h.entity_id = u.coupon_use_id WHERE u.order_id = :order_id
  UNION ALL
  SELECT d.opened_at_ns, 'dispute', d.dispute_id, d.reference, '', 'opened', NULL, NULL, 1, 9
  FROM dispute d WHERE d.order_id = :order_id
  UNION ALL
  SELECT h.at_ns, h.machine, h.entity_id, d.reference, h.from_status, h.to_status, h.cause, h.evidence_id, h.version, 9
  FROM dispute d JOIN history h ON h.machine = 'dispute' AND h.entity_id = d.dispute_id WHERE d.order_id = :order_id
) s LEFT JOIN evidence e ON e.evidence_id = s.evidence_id
ORDER BY s.at_ns, s.place, s.entity_id, s.version;

-- name: vouchers_of_order
-- What was booked for an order, in its order, and for which of its parts: the order's own payment is told by settled_by.
SELECT v.recorded_at_ns, v.number, v.kind, v.attempt_id, v.refund_id, v.operation_id, v.voucher_id IS o.settled_by, v.dispute_id
FROM orders o JOIN voucher v ON v.order_id = o.order_id
WHERE o.order_id = :order_id ORDER BY v.voucher_id;

-- name: legal_steps
-- Every step that the file allows, machine by machine: the table that its triggers ask.
SELECT machine, from_status, to_status FROM legal_step ORDER BY machine, from_status, to_status;
