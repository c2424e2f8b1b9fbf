-- The figures of a run. Sums over all history are carried from the last run and added to, so that a run costs what came since;
-- what stands open is summed anew, because there is little of it.

-- name: carried
-- Where the last run stood.
SELECT currency, name, kind, count, amount FROM run_figure WHERE run_id = :run_id AND sheet = 'carry';

-- name: new_items
-- What we booked since, in the order it was booked: summed by whoever asks, so that no table of them is sorted in memory.
SELECT currency, movement, amount FROM item WHERE item_id > :behind_voucher AND +channel = :channel;

-- name: new_pairs
-- Both sides of what was paired since.
SELECT l.currency, l.movement, iif(l.standing = 'settled', l.gross, 0), i.currency, i.movement, i.amount,
       CASE WHEN l.standing <> 'settled' THEN 'standings' WHEN l.currency = i.currency THEN 'amounts'
            WHEN l.original_currency = i.currency AND l.original = i.amount THEN 'rates' ELSE 'currencies' END
FROM pairing p JOIN statement_line l ON l.line_id = p.line_id JOIN item i ON i.item_id = p.item_id
WHERE p.pairing_id > :behind_pairing AND p.part = 'whole' AND +l.channel = :channel;

-- name: new_parts
-- What of ours was attached or stands for itself since.
SELECT i.currency, i.movement, p.part, i.amount FROM pairing p JOIN item i ON i.item_id = p.item_id
WHERE p.pairing_id > :behind_pairing AND p.part <> 'whole' AND +i.channel = :channel;

-- name: ended_pairs
-- What was ever taken apart again, to be left out.
SELECT l.currency, l.movement, iif(l.standing = 'settled', l.gross, 0), i.currency, i.movement, i.amount,
       CASE WHEN l.standing <> 'settled' THEN 'standings' WHEN l.currency = i.currency THEN 'amounts'
            WHEN l.original_currency = i.currency AND l.original = i.amount THEN 'rates' ELSE 'currencies' END
FROM pairing p JOIN statement_line l ON l.line_id = p.line_id JOIN item i ON i.item_id = p.item_id
WHERE p.ended_by IS NOT NULL AND p.part = 'whole' AND +l.channel = :channel;

-- name: open_lines
-- Lines that stand alone, by why.
SELECT l.currency, l.movement, w.why, count(*), sum(iif(l.standing = 'settled', l.gross, 0)),
       sum(iif(l.standing = 'settled', l.fee, 0)), sum(iif(l.standing = 'settled', l.fee_rest, 0))
FROM pending w JOIN statement_line l ON l.line_id = w.id
WHERE w.channel = :channel AND w.side = 'line' GROUP BY l.currency, l.movement, w.why;

-- name: open_items
-- Items that stand alone.
SELECT i.currency, i.movement, w.why, count(*), sum(i.amount) FROM pending w JOIN item i ON i.item_id = w.id
WHERE w.channel = :channel AND w.side = 'item' GROUP BY i.currency, i.movement, w.why;

-- name: receivables
-- What the book itself says the channel owes us.
SELECT c.code, b.debits - b.credits FROM currency c CROSS JOIN account a ON a.code = '1200.' || :channel || '.' || c.code
CROSS JOIN balance b ON b.account_id = a.account_id ORDER BY c.code;

-- name: insert_figure
-- One figure, where it is told.
INSERT INTO run_figure (run_id, sheet, currency, place, name, kind, count, amount)
VALUES (:run_id, :sheet, :currency, :place, :figure, :kind, :counted, :amount);

-- name: days_not_covered
-- Days between the first that any statement speaks of and the run's own that no trusted statement tells whole, or that an
-- untrusted one has spoken of since.
WITH RECURSIVE days (day) AS (
  SELECT min(first_day) FROM statement WHERE channel = :channel AND first_day <= :as_of
  UNION ALL SELECT date(day, '+1 day') FROM days WHERE day < :as_of)
SELECT day FROM days WHERE day IS NOT NULL AND (
  NOT EXISTS (SELECT 1 FROM covered_day c WHERE c.channel = :channel AND c.day = days.day)
  OR EXISTS (SELECT 1 FROM statement u WHERE u.channel = :channel AND u.trusted = 0 AND days.day BETWEEN u.first_day AND u.last_day
             AND NOT EXISTS (SELECT 1 FROM statement t WHERE t.channel = :channel AND t.trusted = 1
                             AND t.statement_id > u.statement_id AND days.day BETWEEN t.first_day AND t.last_day)))
ORDER BY day LIMIT 100;

-- name: before
-- How a break stood in the run before.
SELECT remaining, state FROM run_break WHERE run_id = :run_id AND break_id = :break_id;

-- name: seal
-- The run's own row, behind its figures.
INSERT INTO run (run_id, run_key, channel, as_of, grace_days, rules, last_statement_id, last_line_id, last_voucher_id, last_event,
                 last_pairing_id, previous_run_id, verdict, actor, at_ns)
VALUES (:run_id, :run_key, :channel, :as_of, :grace_days, :rules, :last_statement_id, :last_line_id, :last_voucher_id, :last_event,
        :last_pairing_id, :previous_run_id, :verdict, :actor, :now_ns);

-- name: head
-- A run as it was made.
SELECT run_id, run_key, channel, as_of, grace_days, rules, last_statement_id, last_line_id, last_voucher_id, previous_run_id, verdict,
       actor, at_ns, coalesce((SELECT max(number) FROM voucher v WHERE v.voucher_id = run.last_voucher_id), '')
FROM run WHERE run_id = :run_id;

-- name: figures_of
-- Its figures, in the order they are told.
SELECT sheet, currency, name, kind, count, amount FROM run_figure WHERE run_id = :run_id AND sheet <> 'carry'
ORDER BY sheet, currency, place;

-- name: breaks_of
-- What stood open or ended in it.
SELECT b.break_id, b.code, b.movement, b.day, b.currency, r.ours, r.theirs, r.difference, b.first_run, r.remaining, r.days, r.state,
       coalesce(l.our_id, i.our_id, ''), coalesce(nullif(l.channel_id, ''), i.channel_id, ''), coalesce(nullif(i.order_no, ''), '')
FROM run_break r JOIN break b ON b.break_id = r.break_id
LEFT JOIN statement_line l ON l.line_id = b.line_id
LEFT JOIN item i ON i.item_id = b.item_id
WHERE r.run_id = :run_id ORDER BY b.day, b.code, b.break_id LIMIT :at_most OFFSET :behind;

-- name: trend
-- The runs before, a row each: what share was matched.
SELECT r.run_id, r.as_of, f.name, f.count, f.amount FROM (SELECT run_id, as_of FROM run WHERE channel = :channel AND run_id <= :run_id
  ORDER BY run_id DESC LIMIT 30) r JOIN run_figure f ON f.run_id = r.run_id AND f.sheet = 'trend'
ORDER BY r.run_id, f.place;

-- name: adjustments
-- What was fixed by the time of a run, and by whom. What books is told with its voucher, which the run must have seen: so the list of a
-- run stays the same whatever a clock says later, and a fix that the ledger refused for good is no adjustment.
SELECT * FROM (
  SELECT f.break_id, f.version, f.action, f.amount, f.currency, f.state, f.proposed_by, f.approved_by, f.reason,
         coalesce((SELECT v.number FROM item i CROSS JOIN pairing p ON p.item_id = i.item_id AND p.part = 'fix'
                   CROSS JOIN voucher v ON v.voucher_id = i.item_id
                   WHERE i.channel = b.channel AND i.channel_id = f.reference AND i.channel_id <> ''
                   AND i.item_id <= :last_voucher_id ORDER BY i.item_id LIMIT 1), '') AS number, f.fix_id
  FROM fix f JOIN break b ON b.break_id = f.break_id
  WHERE b.channel = :channel AND f.posted_at_ns <= :at_ns)
WHERE action IN ('accept', 'replay') OR number <> '' ORDER BY fix_id;
