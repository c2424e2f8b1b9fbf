-- The history of a charge says it was unknown and ended without evidence.
UPDATE history SET from_status = 'unknown', evidence_id = NULL
WHERE machine = 'attempt' AND entity_id = (SELECT min(attempt_id) FROM attempt WHERE status = 'succeeded');
