-- en: Every event tells the amount of its order, and the moment of the step it is of; no more is marked as told than there is.
-- zh: 每个事件的金额与订单一致，时间与其步骤一致；标为已发布的不超过实有的。
-- finds: damage
-- Others act on what they are told. What was given back is summed by event_missing; an order captured beyond what is due, as without
-- the third layer, is another law's.
SELECT 'event ' || e.event_id AS subject,
       o.order_no || ' ' || e.action || ' amount=' || e.amount || ' at_ns=' || e.at_ns || ' step=' || coalesce(h.at_ns, 'none')
         AS detail
FROM event e JOIN orders o ON o.order_id = e.order_id
LEFT JOIN history h ON h.machine = 'order' AND h.entity_id = e.order_id AND h.version = e.version AND h.cause <> 'before history'
WHERE (e.action = 'order.created' AND (e.amount <> o.amount_due OR e.at_ns <> o.created_at_ns))
    OR (e.action IN ('order.paid', 'order.shipped') AND e.amount <> o.captured AND o.captured <= o.amount_due)
    OR (e.action IN ('order.cancelled', 'order.expired') AND e.amount <> o.amount_due)
    OR (e.action <> 'order.created' AND h.at_ns <> e.at_ns)
UNION ALL
SELECT 'publication', 'upto=' || upto FROM publication WHERE upto > (SELECT coalesce(max(event_id), 0) FROM event)
