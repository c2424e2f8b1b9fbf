-- en: What the mark of a message says was applied is seen in its order.
-- zh: 消息标记为已应用的，其订单上都看得到效果。
-- finds: damage
-- Marked first and worked later, a crash between the two loses the work, and every redelivery is skipped (laboratory.md 27).
SELECT c.subject AS subject, c.action || ' version ' || c.version || ' order=' || coalesce(o.status, 'none') AS detail
FROM consumed c LEFT JOIN orders o ON o.order_no = c.subject
WHERE c.consumer = 'orders' AND c.outcome = 'applied'
  AND CASE c.action
        WHEN 'order.created' THEN o.order_id IS NULL
        WHEN 'order.cancelled' THEN iif(o.order_id IS NULL, NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.order_no = c.subject),
                                        o.status IN ('created', 'paying'))
        WHEN 'order.expired' THEN iif(o.order_id IS NULL, NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.order_no = c.subject),
                                      o.status IN ('created', 'paying'))
        WHEN 'order.paid' THEN o.order_id IS NULL OR (o.settled_by IS NULL AND NOT EXISTS (
          SELECT 1 FROM attempt a WHERE a.order_id = o.order_id AND a.status = 'succeeded'))
        WHEN 'order.shipped' THEN o.order_id IS NULL OR o.status IN ('created', 'paying', 'paid')
        WHEN 'order.refunded' THEN o.order_id IS NULL OR NOT EXISTS (
          SELECT 1 FROM refund r WHERE r.order_id = o.order_id AND r.status = 'succeeded')
        ELSE 1 END
