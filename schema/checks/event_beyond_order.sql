-- en: No event tells more of an order than has happened.
-- zh: 没有任何事件超前于其订单。
-- finds: damage
-- Told and not done is worse than done and not told: others act on it.
SELECT 'event ' || e.event_id AS subject, e.action || ' version ' || e.version || ' order=' || coalesce(o.order_no, 'none') AS detail
FROM event e LEFT JOIN orders o ON o.order_id = e.order_id
WHERE o.order_id IS NULL OR e.version > o.version OR e.amount < 1
