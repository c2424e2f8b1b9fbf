-- en: No message is parked.
-- zh: 没有停放待处理的消息。
-- finds: open business
-- Each is kept whole and waits for a person: payonce parked list, then retry or drop. Nothing else waits for it.
SELECT 'held ' || held_id AS subject, consumer || ' ' || coalesce(subject, 'unreadable') || ' reason=' || reason || ' tries=' || tries
  AS detail
FROM held WHERE state = 'parked'
