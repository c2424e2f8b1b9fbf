-- en: Every period's steps are all kept, legal, and the last of them is how it stands.
-- zh: 每个期间的各步均有记录、合法，且最后一步与其现状一致。
-- finds: damage
-- A period reopened without a trace would let vouchers into sealed days.
SELECT p.first_day || '..' || p.last_day AS subject,
       'state=' || p.state || ' version=' || p.version || ' steps='
         || (SELECT count(*) FROM period_step n WHERE n.first_day = p.first_day) AS detail
FROM period p
LEFT JOIN period_step l ON l.first_day = p.first_day AND l.version = p.version
WHERE l.state IS NOT p.state OR l.seal IS NOT p.seal OR l.vouchers IS NOT p.vouchers OR l.last_day IS NOT p.last_day
   OR (SELECT count(*) FROM period_step c WHERE c.first_day = p.first_day) <> p.version
   OR EXISTS (SELECT 1 FROM period_step s LEFT JOIN period_step b ON b.first_day = s.first_day AND b.version = s.version - 1
              WHERE s.first_day = p.first_day
                AND NOT EXISTS (SELECT 1 FROM legal_step k WHERE k.machine = 'period'
                                AND k.from_status = coalesce(b.state, 'open') AND k.to_status = s.state))
