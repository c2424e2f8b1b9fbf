-- en: Every message that was told to be consumed has its mark.
-- zh: 每条已答复为已消费的消息都有其标记。
-- finds: damage
-- Without it the next redelivery would be taken for the first.
SELECT m.consumer || '/' || m.sender_id AS subject, m.action || ' of ' || m.subject || ' told ' || m.told AS detail
FROM message m
WHERE m.told IN ('applied', 'out_of_date', 'skipped')
  AND NOT EXISTS (SELECT 1 FROM consumed c
                  WHERE c.consumer = m.consumer AND c.subject = m.subject AND c.action = m.action AND c.version = m.version)
