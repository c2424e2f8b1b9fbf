-- en: Every mark is of a message that was heard.
-- zh: 每个消费标记都对应一条收到过的消息。
-- finds: damage
-- A mark that nobody's message made would swallow the message that comes.
SELECT c.consumer || '/' || c.subject AS subject, c.action || ' version ' || c.version AS detail
FROM consumed c
WHERE NOT EXISTS (SELECT 1 FROM message m
                  WHERE m.subject = c.subject AND m.consumer = c.consumer AND m.action = c.action AND m.version = c.version)
