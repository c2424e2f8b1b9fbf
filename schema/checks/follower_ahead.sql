-- en: No consumer has seen a newer state of an order than a message brought.
-- zh: 没有消费者见到的订单状态比收到过的消息更新。
-- finds: damage
-- A gate that stands too high takes every message that comes for out of date.
SELECT f.consumer || '/' || f.subject AS subject, 'version ' || f.version || ' by ' || f.action AS detail
FROM followed f
WHERE NOT EXISTS (SELECT 1 FROM consumed c WHERE c.consumer = f.consumer AND c.subject = f.subject AND c.version >= f.version)
