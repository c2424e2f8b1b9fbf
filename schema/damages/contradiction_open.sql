-- A charge that stands waits for a person, contradicted.
UPDATE attempt SET needs_review = 1
WHERE attempt_id = (SELECT min(attempt_id) FROM attempt WHERE status = 'succeeded');
