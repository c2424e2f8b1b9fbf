-- name: list
-- What waits for a person: questions that nobody answered until the schedule was over, answers that do not fit, and what a
-- weaker source contradicts. A conclusion, from silence or by a person, is not among them: the ledger
-- itself goes on asking about it.
SELECT 'attempt' AS kind, a.reference, o.order_no, a.channel, a.status, a.amount, a.currency, a.queries, a.dispatched_at_ns
FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.needs_review = 1 AND NOT (a.status = 'failed' AND a.decided_by IN ('silence', 'manual'))
UNION ALL
SELECT p.kind, p.reference, o.order_no, p.channel, p.status, p.amount, p.currency, p.queries, p.dispatched_at_ns
FROM operation p JOIN attempt a ON a.attempt_id = p.attempt_id JOIN orders o ON o.order_id = a.order_id
WHERE p.needs_review = 1
UNION ALL
SELECT 'refund', r.reference, o.order_no, r.channel, r.status, r.amount, r.currency, r.queries, r.dispatched_at_ns
FROM refund r JOIN orders o ON o.order_id = r.order_id
WHERE r.needs_review = 1 AND r.status = 'unknown'
ORDER BY 9, 2;
