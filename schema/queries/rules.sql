-- name: current
-- The posting rules that vouchers are drafted from: of each event the newest version.
SELECT r.event, e.kind, r.side, r.role, r.part, r.version
FROM posting_rule r JOIN posting_event e ON e.event = r.event
WHERE r.version = (SELECT max(version) FROM posting_rule WHERE event = r.event)
ORDER BY e.place, r.line;

-- name: told
-- The same for people: the accounts by their names, every version.
SELECT r.event, e.kind, r.version, r.side, coalesce(p.number, ''), p.en, p.zh, r.part, e.en, e.zh, p.of_channel
FROM posting_rule r JOIN posting_event e ON e.event = r.event JOIN posting_role p ON p.role = r.role
ORDER BY e.place, r.version, r.line;
