-- A charge went to another channel than it was booked on.
UPDATE attempt SET channel = 'elsewhere'
WHERE attempt_id = (SELECT min(attempt_id) FROM attempt WHERE status = 'succeeded');
