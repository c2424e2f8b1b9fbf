-- en: No order lives that was cancelled before it was made.
-- zh: 没有订单在创建之前被取消后又复活。
-- finds: damage
-- laboratory.md 37: a conditional update alone finds no row to touch.
SELECT o.order_no AS subject, 'status=' || o.status || ' tombstone of version ' || t.version AS detail
FROM tombstone t JOIN orders o ON o.order_no = t.order_no
