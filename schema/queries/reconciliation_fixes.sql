-- Breaks as people see them, and how they are ended.

-- name: one
-- A break with both its sides.
SELECT b.break_id, b.channel, b.code, b.movement, b.day, b.currency, b.line_id, b.item_id, b.ours, b.theirs, b.difference,
       b.first_run, b.last_run, b.closed_run, b.closed_by, coalesce(l.our_id, ''), coalesce(l.channel_id, ''), coalesce(l.at, ''),
       coalesce(s.name, ''), coalesce(l.file_line, 0), coalesce(CAST(t.raw AS TEXT), ''), coalesce(v.number, ''),
       coalesce(i.order_no, ''), coalesce(i.our_id, ''), coalesce(i.channel_id, ''), coalesce(i.day, ''),
       coalesce((SELECT sum(x.amount) FROM fix f
                 CROSS JOIN item x ON x.channel = b.channel AND x.channel_id = f.reference AND x.channel_id <> ''
                 CROSS JOIN pairing p ON p.item_id = x.item_id AND p.part = 'fix' AND p.ended_by IS NULL
                 WHERE f.break_id = b.break_id AND f.approved_by IS NOT NULL), 0),
       coalesce(i.amount, 0), coalesce(i.currency, '')
FROM break b
LEFT JOIN statement_line l ON l.line_id = b.line_id
LEFT JOIN statement s ON s.statement_id = l.statement_id
LEFT JOIN statement_text t ON t.line_id = b.line_id
LEFT JOIN item i ON i.item_id = b.item_id
LEFT JOIN voucher v ON v.voucher_id = b.item_id
WHERE b.break_id = :break_id;

-- name: listed
-- Their ids in the order of days.
SELECT break_id FROM break WHERE (channel = :channel OR :channel = '') AND (closed_run IS NULL OR :closed = 1)
ORDER BY day, code, break_id LIMIT :at_most;

-- name: fixes_of
-- Every fix of a break.
SELECT fix_id, break_id, version, action, amount, currency, reference, state, proposed_by, coalesce(approved_by, ''), reason
FROM fix WHERE break_id = :break_id ORDER BY version;

-- name: to_post
-- Approved and not posted.
SELECT f.fix_id, f.break_id, f.version, f.action, f.amount, f.currency, f.reference, f.state, f.proposed_by,
       coalesce(f.approved_by, ''), f.reason
FROM fix f JOIN break b ON b.break_id = f.break_id WHERE f.state = 'approved' AND b.channel = :channel ORDER BY f.fix_id;

-- name: booked_unseen
-- Whether a fix of a break was booked and no comparison has looked at it since: until then what is left of the break is not known. A
-- fix that was refused for good booked nothing, and is not met here.
SELECT 1 FROM fix f JOIN break b ON b.break_id = f.break_id LEFT JOIN statement_line l ON l.line_id = b.line_id
WHERE f.break_id = :break_id AND f.state = 'posted' AND (
  ((EXISTS (SELECT 1 FROM suspense s WHERE s.channel = b.channel AND s.reference = f.reference)
    OR EXISTS (SELECT 1 FROM voucher v WHERE v.business_key = 'fee:' || b.channel || ':' || f.reference))
   AND f.action <> 'accept' AND f.action <> 'replay'
   AND NOT EXISTS (SELECT 1 FROM item i WHERE i.channel = b.channel AND i.channel_id = f.reference AND i.channel_id <> ''))
  OR (f.action = 'replay' AND l.our_id <> ''
   AND (EXISTS (SELECT 1 FROM attempt a WHERE a.channel = b.channel AND a.reference = l.our_id
                AND a.status IN ('succeeded', 'partly_captured'))
        OR EXISTS (SELECT 1 FROM operation p WHERE p.channel = b.channel AND p.reference = l.our_id AND p.status = 'succeeded')
        OR EXISTS (SELECT 1 FROM refund r WHERE r.channel = b.channel AND r.reference = l.our_id AND r.status = 'succeeded'))
   AND NOT EXISTS (SELECT 1 FROM item i WHERE i.channel = b.channel AND i.our_id = l.our_id AND i.our_id <> '')))
LIMIT 1;

-- name: propose
-- One open proposal a break, by a partial index; the amount is what is left of it.
INSERT INTO fix (break_id, version, action, amount, currency, reference, state, proposed_by, reason, proposed_at_ns)
VALUES (:break_id, :version, :action, :amount, :currency, :reference, 'proposed', :actor, :reason, :now_ns);

-- name: approve
-- By another person; the schema holds it as well.
UPDATE fix SET state = 'approved', approved_by = :actor, approved_at_ns = :now_ns
WHERE break_id = :break_id AND state = 'proposed' AND proposed_by <> :actor;

-- name: withdraw
-- Before anybody approved it.
UPDATE fix SET state = 'withdrawn' WHERE break_id = :break_id AND state = 'proposed';

-- name: posted
-- Behind what it books.
UPDATE fix SET state = 'posted', posted_at_ns = :now_ns WHERE fix_id = :fix_id AND state = 'approved';

-- name: suspense_there
-- Whether something is parked under that number already.
SELECT 1 FROM suspense WHERE channel = :channel AND reference = :reference;

-- name: match
-- A pair by hand.
INSERT INTO pairing (line_id, item_id, part, pass, actor, reason) VALUES (:line_id, :item_id, 'whole', 'person', :actor, :reason);

-- name: paired_already
-- Whether either side was taken since the breaks were named, and whether by this very pair.
SELECT coalesce(max(line_id = :line_id AND item_id = :item_id AND part = 'whole'), 0) FROM pairing
WHERE ended_by IS NULL AND ((line_id = :line_id AND part = 'whole') OR item_id = :item_id) HAVING count(*) > 0;

-- name: pairing_of_voucher
-- The pair that a voucher of ours is in.
SELECT p.pairing_id, p.line_id, p.item_id, i.channel FROM voucher v JOIN item i ON i.item_id = v.voucher_id
JOIN pairing p ON p.item_id = i.item_id AND p.ended_by IS NULL
WHERE v.series = substr(:number, 1, 8) AND v.seq = CAST(substr(:number, 10) AS INTEGER) AND p.part = 'whole';

-- name: end_pairing
-- Taken apart, by whom and why.
UPDATE pairing SET ended_by = :actor, ended_why = :reason, ended_at_ns = :now_ns WHERE pairing_id = :pairing_id AND ended_by IS NULL;

-- name: open_again
-- Both sides stand alone again.
INSERT INTO pending (channel, side, id, why) VALUES (:channel, :side, :id, 'work') ON CONFLICT (channel, side, id) DO NOTHING;

-- name: rule_of
-- The latest rule of a class.
SELECT auto_id, action, item_cap, day_cap FROM auto_rule
WHERE channel = :channel AND code = :code AND currency = :currency ORDER BY auto_id DESC LIMIT 1;

-- name: approved_by_rule
-- What a rule has approved since a moment, whichever way it moved; of a settlement in another currency what the rate missed.
SELECT coalesce(sum(abs(iif(b.code = 'fx_difference', b.theirs - b.ours, f.amount))), 0) FROM fix f JOIN break b ON b.break_id = f.break_id
WHERE b.channel = :channel AND b.code = :code AND f.currency = :currency AND f.approved_at_ns >= :since_ns
  AND f.approved_by GLOB 'rule [0-9]*';

-- name: set_rule
-- A newer row takes the place of an older one.
INSERT INTO auto_rule (channel, code, action, currency, item_cap, day_cap, actor, set_at_ns)
VALUES (:channel, :code, :action, :currency, :item_cap, :day_cap, :actor, :now_ns);

-- name: rules
-- Those in force.
SELECT channel, code, action, currency, item_cap, day_cap, actor FROM auto_rule r
WHERE auto_id = (SELECT max(auto_id) FROM auto_rule x WHERE x.channel = r.channel AND x.code = r.code AND x.currency = r.currency)
ORDER BY channel, code, currency;
