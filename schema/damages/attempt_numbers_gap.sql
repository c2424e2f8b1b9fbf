-- The only attempt of a declined order is its third.
UPDATE attempt SET n = 3
WHERE attempt_id = (SELECT max(attempt_id) FROM attempt WHERE status = 'failed');
